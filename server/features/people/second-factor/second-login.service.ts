import type { Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { letIn, lockForEntry } from '#server/features/people/accounts/accounts.service.ts';
import type { Caller } from '#server/features/people/accounts/known-logins.ts';
import { beginCodeAttempt } from '#server/features/people/accounts/login-limits.ts';
import { notifyOwnerOfChange } from '#server/features/people/accounts/security-notices.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { requireFound } from '#server/http/errors.ts';
import { readCode } from './codes.ts';
import { ticketHash } from './gate/login-gate.service.ts';
import {
  countTicketFailure,
  findTicketUser,
  lockTicket,
  saveTicketSecret,
  type TicketPurpose,
  useTicket,
} from './gate/tickets.store.ts';
import { makeSecret, showAgain, turnOn } from './set-up.service.ts';
import { takeCode, ticketExpired, wrongCode } from './take-code.service.ts';

type Given = { ticket: string; code: string };
/** Opens the session in the same transaction: a ticket is not used up without one. */
type Open = (tx: Tx, userId: string, how: { commonPassword: boolean }) => Promise<void>;

/** The second step of a login, by a code of the app or a recovery code. */
export async function completeLogin(deps: Deps, { ticket, code }: Given, caller: Caller, open: Open) {
  const hash = ticketHash(ticket);
  const userId = await ticketUserOf(deps, hash, 'login');
  const given = readCode(code);
  // Recovery codes are too long to be guessed: they still work after the tries are used up.
  const attempt = given.kind === 'digits' ? await beginCodeAttempt(deps, userId, caller) : undefined;
  const entered = await withTicket(deps, hash, 'login', userId, async (tx, user, { commonPassword }) => {
    if (!(await takeCode(deps, tx, userId, given))) return null;
    if (given.kind === 'recovery') await notifyOwnerOfChange(deps, tx, user, 'recovery_code_used', caller.browser);
    const devices = await letIn(deps, tx, user, caller);
    await open(tx, userId, { commonPassword });
    return { user: commonPassword ? { ...user, commonPassword } : user, devices };
  });
  if (!entered) throw wrongCode();
  await attempt?.succeeded();
  return entered;
}

/** For an account that may not enter without a second factor and has none. Asked again, it shows the same secret. */
export async function beginLoginSetUp(deps: Deps, ticket: string) {
  const hash = ticketHash(ticket);
  const userId = await ticketUserOf(deps, hash, 'login_set_up');
  return transact(deps, async (tx) => {
    const user = await lockForEntry(deps, tx, userId);
    const held = await lockTicket(tx, hash, 'login_set_up', deps.clock.now());
    if (!user || !held) throw ticketExpired();
    if (held.secret) return showAgain(deps, user, held.secret);
    const { sealed, shown } = makeSecret(deps, user);
    await saveTicketSecret(tx, hash, sealed);
    return shown;
  });
}

export async function confirmLoginSetUp(deps: Deps, { ticket, code }: Given, caller: Caller, open: Open) {
  const hash = ticketHash(ticket);
  const userId = await ticketUserOf(deps, hash, 'login_set_up');
  const entered = await withTicket(deps, hash, 'login_set_up', userId, async (tx, user, held) => {
    const recoveryCodes = await turnOn(deps, tx, held, code);
    if (!recoveryCodes) return null;
    await notifyOwnerOfChange(deps, tx, user, 'second_factor_on', caller.browser);
    await recordAudit(tx, {
      at: deps.clock.now(),
      actorId: userId,
      action: 'user.second_factor_on',
      subject: `user:${userId}`,
      details: {},
    });
    const devices = await letIn(deps, tx, user, caller);
    const { commonPassword } = held;
    await open(tx, userId, { commonPassword });
    return { user: commonPassword ? { ...user, commonPassword } : user, devices, recoveryCodes };
  });
  if (!entered) throw wrongCode();
  return entered;
}

async function ticketUserOf(deps: Deps, hash: Buffer, purpose: TicketPurpose): Promise<string> {
  return requireFound(findTicketUser(deps.db, hash, purpose, deps.clock.now()), ticketExpired);
}

type User = NonNullable<Awaited<ReturnType<typeof lockForEntry>>>;
type LockedUser = NonNullable<Awaited<ReturnType<typeof lockTicket>>>;

/**
 * Runs an attempt on a ticket: consumes it on success, and counts a failure (which is committed) when the attempt
 * returns null. Lock order: the user before the ticket, everywhere; a concurrent password change or 'não fui eu'
 * waits.
 */
function withTicket<T>(
  deps: Deps,
  hash: Buffer,
  purpose: TicketPurpose,
  userId: string,
  attempt: (tx: Tx, user: User, held: LockedUser) => Promise<T | null>,
): Promise<T | null> {
  return transact(deps, async (tx) => {
    const user = await lockForEntry(deps, tx, userId);
    const now = deps.clock.now();
    const held = await lockTicket(tx, hash, purpose, now);
    if (!user || !held) throw ticketExpired();
    const result = await attempt(tx, user, held);
    if (result === null) await countTicketFailure(tx, hash);
    else await useTicket(tx, hash, now);
    return result;
  });
}
