import type { Tx } from '#server/db/handle.ts';
import { uuidv7 } from '#server/db/ids.ts';
import { identityKey } from '#server/db/keys.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { clearFactorSince } from '#server/features/people/second-factor/gate/login-gate.service.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { lockUser, updateNames, updateUser } from '#server/features/platform/users/users.store.ts';
import { AppError } from '#server/http/errors.ts';
import type { createSessions } from '#server/http/sessions.ts';
import { linkIdOf } from '#server/tokens/link-tokens.ts';
import { nameConflict } from './accounts.service.ts';
import { voidEmailLinks } from './email-links.store.ts';
import { deleteKnownOf } from './known-logins.store.ts';
import { findSecurityLink, useSecurityLink, voidLaterSecurityLinks } from './security-links.store.ts';
import { unknownPassword } from './ways-in.service.ts';

type Undo = (tx: Tx, userId: string) => Promise<void>;

const linkSuperseded = () =>
  new AppError('link_expired', 'Este link já foi usado, venceu ou foi trocado pelo de uma mensagem mais nova.');

/**
 * 'Não fui eu', by the link of a mail. The person who made the change may know the password and have a session: all
 * sessions, known devices and the password are revoked, and a changed e-mail is restored. The link itself grants no
 * access. A new mail with a reset link goes to the address of the account, so a person who read the mailbox once gains
 * nothing. `undo` reverts changes of other features.
 */
export async function disownChange(
  deps: Deps,
  sessions: ReturnType<typeof createSessions>,
  token: string,
  undo: Undo,
): Promise<{ emailRestored: boolean }> {
  const id = linkIdOf(deps.config.sessionSecret, token);
  const link = id && (await findSecurityLink(deps.db, id));
  const now = deps.clock.now();
  if (!id || !link || link.usedAt || link.expiresAt <= now) throw linkSuperseded();
  // A random password that is never shown: no password opens the account until a new one is set.
  const passwordHash = await unknownPassword(deps);
  const resetId = uuidv7(now);
  const emailRestored = await transact(deps, async (tx, after) => {
    const user = await lockUser(tx, link.userId);
    if (!user || !(await useSecurityLink(tx, id, now))) throw linkSuperseded();
    const restores = link.event === 'email_changed' && identityKey(link.email) !== identityKey(user.email);
    // The link was opened from this mailbox.
    if (restores) await updateNames(tx, user, { email: link.email, confirmedAt: now });
    await updateUser(tx, user.id, { password_hash: passwordHash });
    await sessions.endAll(tx, after, user.id, 'disowned');
    await deleteKnownOf(tx, user.id);
    await clearFactorSince(tx, user.id, link.since);
    await voidEmailLinks(tx, user.id, 'password_reset', now);
    await voidEmailLinks(tx, user.id, 'email_change', now);
    await voidLaterSecurityLinks(tx, user.id, link.since, now);
    await undo(tx, user.id);
    await deps.mail.send(tx, 'password_reset', resetId, {
      linkId: resetId,
      email: restores ? link.email : user.email,
      disowned: true,
    });
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
  return { emailRestored };
}
