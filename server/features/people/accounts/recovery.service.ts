import { uuidv7 } from '#server/db/ids.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { voidTickets } from '#server/features/people/second-factor/gate/login-gate.service.ts';
import { findUserByEmail, markEmailConfirmed, updateUser } from '#server/features/platform/users/users.store.ts';
import { AppError, requireFound } from '#server/http/errors.ts';
import type { createSessions } from '#server/http/sessions.ts';
import { charge, type Limit } from '#server/http/throttle.ts';
import { linkIdOf } from '#server/tokens/link-tokens.ts';
import { refuseCommonPassword } from './common-password.ts';
import { type EmailLinkKind, isLinkUsable, useEmailLink, voidEmailLinks } from './email-links.store.ts';
import { deleteKnownOf } from './known-logins.store.ts';
import { type Caller, remember } from './known-logins.ts';
import { mayAskForLetter } from './login-limits.ts';
import { notifyOwnerOfChange } from './security-notices.ts';

/**
 * Requests a reset link. Whether the address is known only decides whose tries are counted: the mail is written in the
 * background, and the answer is always the same.
 */
export async function requestReset(deps: Deps, email: string, caller: Caller): Promise<void> {
  const user = await findUserByEmail(deps.db, email);
  if (!(await mayAskForLetter(deps, 'reset', { id: user?.id, name: email }, caller))) return;
  const linkId = uuidv7(deps.clock.now());
  await deps.mail.send(deps.db, 'password_reset', linkId, { linkId, email });
}

export const linkExpired = () => new AppError('link_expired', 'Este link já foi usado ou venceu. Peça um novo.');

const checksPerAddress: Limit = { bucket: 'reset-check', max: 60, windowMs: 15 * 60_000 };

/**
 * Checked before a password is typed. Reveals no more than using the link would. A token without our signature is not
 * looked up.
 */
export async function isUsable(deps: Deps, kind: EmailLinkKind, token: string, caller: Caller): Promise<boolean> {
  await charge(deps, checksPerAddress, caller.network);
  const id = linkIdOf(deps.config.sessionSecret, token);
  return id !== null && (await isLinkUsable(deps.db, id, kind, deps.clock.now()));
}

export async function resetPassword(
  deps: Deps,
  sessions: ReturnType<typeof createSessions>,
  token: string,
  password: string,
  caller: Caller,
): Promise<string> {
  const id = linkIdOf(deps.config.sessionSecret, token);
  if (!id) throw linkExpired();
  const passwordHash = await deps.passwords.hash(password);
  return transact(deps, async (tx, after) => {
    const now = deps.clock.now();
    const link = await requireFound(useEmailLink(tx, id, 'password_reset', now), linkExpired);
    const user = await updateUser(tx, link.userId, { password_hash: passwordHash });
    // The link is not used up by it.
    await refuseCommonPassword(password, user);
    if (link.sentTo) await markEmailConfirmed(tx, user.id, link.sentTo, now);
    await voidEmailLinks(tx, link.userId, 'password_reset', now);
    await voidTickets(tx, link.userId);
    await sessions.endAll(tx, after, link.userId, 'password_changed');
    // Devices known by the old password are forgotten; the caller, who owns the mailbox, is remembered.
    await deleteKnownOf(tx, link.userId);
    await notifyOwnerOfChange(deps, tx, user, 'password_changed');
    return remember(deps, tx, link.userId, caller);
  });
}
