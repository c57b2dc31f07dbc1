import { hash, verify } from '@node-rs/argon2';

export type Passwords = {
  hash(password: string): Promise<string>;
  /** Takes the same time with and without a stored hash. */
  matches(password: string, stored: string | undefined): Promise<boolean>;
};

// OWASP's first choice for argon2id: 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const MAX_RUNNING = 2;
const MAX_WAITING = 200;

/**
 * Computed once per process: the hash that a login to an unknown account is compared with, so that it takes as long.
 */
let ofNobody: Promise<string> | undefined;

/**
 * argon2id with a limit on concurrent hashes, so that a flood of logins does not starve other work. Throws `tooMany`
 * when the queue is full.
 */
export async function createPasswords(tooMany: () => Error = () => new Error('Too many at once.')): Promise<Passwords> {
  const limited = limit(MAX_RUNNING, MAX_WAITING, tooMany);
  ofNobody ??= hash('nobody has this password', cost);
  const nobody = await ofNobody;
  return {
    hash: (password) => limited(() => hash(password, cost)),
    matches: (password, stored) =>
      limited(async () => (await verify(stored ?? nobody, password)) && stored !== undefined),
  };
}

function limit(maxRunning: number, maxWaiting: number, tooMany: () => Error) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= maxRunning) {
      if (waiting.length >= maxWaiting) throw tooMany();
      await new Promise<void>((resume) => waiting.push(resume));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      // The next waiting call takes over this slot, so `running` does not change.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
