import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../http/errors.ts';

export type Passwords = {
  hash(password: string): Promise<string>;
  /** Takes the same time whether or not there is a hash to compare with. */
  matches(password: string, stored: string | undefined): Promise<boolean>;
};

// OWASP's first choice for argon2id: 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const MAX_RUNNING = 2;
const MAX_WAITING = 200;

/** argon2id with a cap on how many run at once, so that a flood of logins does not starve everything else. */
export async function createPasswords(): Promise<Passwords> {
  const limited = limit(MAX_RUNNING, MAX_WAITING);
  const nobody = await hash('nobody has this password', cost);
  return {
    hash: (password) => limited(() => hash(password, cost)),
    matches: (password, stored) =>
      limited(async () => (await verify(stored ?? nobody, password)) && stored !== undefined),
  };
}

function limit(maxRunning: number, maxWaiting: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= maxRunning) {
      if (waiting.length >= maxWaiting) {
        throw new AppError('unavailable', 'Muitos acessos ao mesmo tempo. Tente de novo em instantes.');
      }
      await new Promise<void>((resume) => waiting.push(resume));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      // A waiting one takes over this place, so `running` stays as it is.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
