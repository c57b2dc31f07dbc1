import type { Tx } from '#server/db/handle.ts';
import { uuidv7 } from '#server/db/ids.ts';
import { identityKey } from '#server/db/keys.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { clearFactorSince } from '#server/features/people/second-factor/gate/login-gate.service.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { lockUser, updateNames, updateUser } from '#server/features/platform/users/users.store.ts';
import type { createSessions } from '#server/http/sessions.ts';
import { linkIdOf, linkToken } from '#server/tokens/link-tokens.ts';
import { nameConflict } from './accounts.service.ts';
import { insertEmailLink, RESET_LIFETIME_MS, voidEmailLinks } from './email-links.store.ts';
import { deleteKnownOf } from './known-logins.store.ts';
import { linkExpired } from './recovery.service.ts';
import { findSecurityLink, useSecurityLink, voidLaterSecurityLinks } from './security-links.store.ts';
import { unknownPassword } from './ways-in.service.ts';

type Undo = (tx: Tx, userId: string) => Promise<void>;

/**
 * 'Não fui eu', by the link of a letter. Whoever made the change may know the password and hold a session, so nothing
 * of it is left: sessions, known devices and the password itself end, a changed e-mail is given back, and the holder
 * of the mailbox goes on to a new password. `undo` takes back what other features began.
 */
export async function disownChange(
  deps: Deps,
  sessions: ReturnType<typeof createSessions>,
  token: string,
  undo: Undo,
): Promise<{ resetToken: string; emailRestored: boolean }> {
  const id = linkIdOf(deps.config.sessionSecret, token);
  const link = id && (await findSecurityLink(deps.db, id));
  const now = deps.clock.now();
  if (!id || !link || link.usedAt || link.expiresAt <= now) throw linkExpired();
  // Nobody has this one: until a new password is set there is none that opens the account.
  const passwordHash = await unknownPassword(deps);
  const resetId = uuidv7(now);
  const emailRestored = await transact(deps, async (tx, after) => {
    const user = await lockUser(tx, link.userId);
    if (!user || !(await useSecurityLink(tx, id, now))) throw linkExpired();
    const restores = link.event === 'email_changed' && identityKey(link.email) !== identityKey(user.email);
    // Whoever opened the letter reads there.
    if (restores) await updateNames(tx, user, { email: link.email, confirmedAt: now });
    await updateUser(tx, user.id, { password_hash: passwordHash });
    await sessions.endAll(tx, after, user.id, 'disowned');
    await deleteKnownOf(tx, user.id);
    await clearFactorSince(tx, user.id, link.createdAt);
    await voidEmailLinks(tx, user.id, 'password_reset', now);
    await voidEmailLinks(tx, user.id, 'email_change', now);
    await voidLaterSecurityLinks(tx, user.id, link.createdAt, now);
    await undo(tx, user.id);
    const expiresAt = new Date(now.getTime() + RESET_LIFETIME_MS);
    const reset = { id: resetId, userId: user.id, kind: 'password_reset', sentTo: link.email } as const;
    await insertEmailLink(tx, { ...reset, now, expiresAt });
    const details = { event: link.event, emailRestored: restores };
    await recordAudit(tx, {
      at: now,
      actorId: user.id,
      action: 'user.change_disowned',
      subject: `user:${user.id}`,
      details,
    });
    return restores;
  }).catch((error: unknown) => {
    throw nameConflict(error) ?? error;
  });
  return { resetToken: linkToken(deps.config.sessionSecret, resetId), emailRestored };
}
