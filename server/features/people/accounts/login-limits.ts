import { DAY_MS, HOUR_MS } from '#contract/time.ts';
import { identityKey } from '#server/db/keys.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/http/errors.ts';
import { type Charge, charge, type Limit } from '#server/http/throttle.ts';
import { type Caller, recognise } from './known-logins.ts';

const WINDOW_MS = 15 * 60_000;

const strangers: Limit = { bucket: 'login-account', max: 10, windowMs: WINDOW_MS };
const perAddress: Limit = { bucket: 'login-address', max: 200, windowMs: WINDOW_MS };
/**
 * Unknown callers do not consume these, so they cannot lock the owner out. They limit how much can be guessed with a
 * stolen cookie or from behind the same address.
 */
const known: Limit[] = [
  { bucket: 'login-known', max: 30, windowMs: WINDOW_MS },
  { bucket: 'login-known-day', max: 100, windowMs: DAY_MS },
];

/** Codes from unknown devices with the right password: too few tries to guess one of a million codes. */
const codeStrangers: Limit = { bucket: 'code-account', max: 20, windowMs: DAY_MS };
const codeKnown: Limit = { bucket: 'code-known', max: 20, windowMs: WINDOW_MS };

/** Mails with links that any visitor can request: a new password, the confirmation of an address. */
type AskedLetter = 'reset' | 'confirm';
const lettersKnown = (letter: AskedLetter): Limit => ({ bucket: `${letter}-known`, max: 5, windowMs: HOUR_MS });
const lettersAddress = (letter: AskedLetter): Limit => ({ bucket: `${letter}-address`, max: 20, windowMs: HOUR_MS });
const lettersStrangers = (letter: AskedLetter): Limit => ({ bucket: `${letter}-account`, max: 2, windowMs: HOUR_MS });

/** No account has this id: unknown accounts are looked up and counted like existing ones. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

type Account = { id: string | undefined; name: string };

export type Attempt = {
  /** Wrong password: it stays counted, and the owner is notified when it was the last one allowed. */
  failed(): Promise<void>;
  /** Right password: clears the count of the account or known device, and refunds the other limits. */
  succeeded(): Promise<void>;
};

/** Counts a login attempt before the password is checked, and refuses one above the limit. */
export async function beginAttempt(deps: Deps, account: Account, caller: Caller): Promise<Attempt> {
  const counted = account.id ?? identityKey(account.name);
  const charges =
    (await chargeKnown(deps, known, account.id, caller)) ??
    (await chargeAll(deps, [
      [strangers, counted],
      [perAddress, caller.network],
    ]));
  const [first, ...rest] = charges;
  return {
    async failed() {
      if (await first?.isFull()) await notifyOwner(deps, counted, account.name);
    },
    async succeeded() {
      await Promise.all([first?.clear(), ...rest.map((one) => one.refund())]);
    },
  };
}

/** Counts a code before it is checked. Tries by unknown callers do not use up those of a known device. */
export async function beginCodeAttempt(deps: Deps, userId: string, caller: Caller) {
  const charges =
    (await chargeKnown(deps, [codeKnown], userId, caller)) ?? (await chargeAll(deps, [[codeStrangers, userId]]));
  return {
    async succeeded() {
      await Promise.all(charges.map((one) => one.clear()));
    },
  };
}

/** True if the mail may be sent. */
export async function mayAskForLetter(
  deps: Deps,
  letter: AskedLetter,
  account: Account,
  caller: Caller,
): Promise<boolean> {
  if (await chargeKnown(deps, [lettersKnown(letter)], account.id, caller)) return true;
  await charge(deps, lettersAddress(letter), caller.network);
  // Refused silently. The links of the last hour still work, so requests by strangers cannot keep the owner from
  // a new password, and cannot flood the mailbox.
  return (
    (await unlessTooMany(charge(deps, lettersStrangers(letter), account.id ?? identityKey(account.name)))) !== null
  );
}

/** Charges the first known sign that has tries left; null for an unknown caller, or when all tries are used up. */
async function chargeKnown(deps: Deps, limits: Limit[], userId: string | undefined, caller: Caller) {
  for (const sign of await recognise(deps, userId ?? NOBODY, caller)) {
    const charges = await unlessTooMany(
      chargeAll(
        deps,
        limits.map((limit) => [limit, sign]),
      ),
    );
    if (charges) return charges;
  }
  return null;
}

/** All of them or none: what one limit refuses does not count against another. */
async function chargeAll(deps: Deps, wanted: [Limit, string][]): Promise<Charge[]> {
  const charges: Charge[] = [];
  try {
    for (const [limit, value] of wanted) charges.push(await charge(deps, limit, value));
    return charges;
  } catch (error) {
    await Promise.all(charges.map((one) => one.refund()));
    throw error;
  }
}

async function unlessTooMany<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many_requests') return null;
    throw error;
  }
}

/** At most once a day and account: the same key is the same e-mail. Whether there is an account is found out there. */
async function notifyOwner(deps: Deps, counted: string, name: string): Promise<void> {
  const day = Math.floor(deps.clock.now().getTime() / DAY_MS);
  await deps.mail.send(deps.db, 'login_refused', `${counted}:${day}`, { name });
}
