import { randomBytes } from 'node:crypto';
import { uuidv7 } from '#server/db/ids.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { sendInvitation } from '#server/features/platform/users/invitation-letter.ts';
import { emailTaken } from '#server/features/platform/users/user-states.service.ts';
import {
  findTakenName,
  findUser,
  insertUser,
  lockUser,
  saveBlockReason,
  type UserRow,
  updateNames,
} from '#server/features/platform/users/users.store.ts';
import { AppError, forbidden, notFound, requireFound } from '#server/http/errors.ts';
import type { createSessions, SessionUser } from '#server/http/sessions.ts';
import { mayDecideOn } from './accounts.policy.ts';
import { nameConflict } from './accounts.service.ts';
import { sendConfirmation } from './email-confirmation.service.ts';
import { voidEmailLinks } from './email-links.store.ts';
import { notifyOldAddress } from './security-notices.ts';

/* What the office does to one account besides letting in and keeping out. */

type Actor = Pick<SessionUser, 'id' | 'role'>;
type Sessions = ReturnType<typeof createSessions>;

const noSuchUser = () => notFound('Usuário não encontrado.');

/** Loads a user on whom this member of the office may decide; throws otherwise. */
export async function requireDecidable(deps: Deps, actor: Actor, id: string): Promise<UserRow> {
  const user = await requireFound(findUser(deps.db, id), noSuchUser);
  if (!mayDecideOn(actor, user)) throw forbidden();
  return user;
}

/** The reason is shown at the login, below the fixed text. Unblocking removes it. */
export async function giveBlockReason(deps: Deps, actor: Actor, id: string, reason: string): Promise<void> {
  await requireDecidable(deps, actor, id);
  await transact(deps, async (tx) => {
    const user = await requireFound(lockUser(tx, id), noSuchUser);
    if (user.status !== 'blocked') {
      throw new AppError('state_conflict', 'Esta conta não está bloqueada.', { status: user.status });
    }
    if (!(await saveBlockReason(tx, id, reason))) return;
    const at = deps.clock.now();
    await recordAudit(tx, {
      at,
      actorId: actor.id,
      action: 'user.block_reason',
      subject: `user:${id}`,
      details: { reason },
    });
  });
}

/** Sends the same mail that the user could request at the login. */
export async function sendPasswordLinkTo(deps: Deps, actor: Actor, id: string): Promise<void> {
  const user = await requireDecidable(deps, actor, id);
  const linkId = uuidv7(deps.clock.now());
  await transact(deps, async (tx) => {
    await deps.mail.send(tx, 'password_reset', linkId, { linkId, email: user.email });
    const at = deps.clock.now();
    await recordAudit(tx, { at, actorId: actor.id, action: 'user.password_link', subject: `user:${id}` });
  });
}

/**
 * Takes effect at once, for users who have lost the old mailbox. Both addresses are notified, and links sent to the
 * old one are revoked.
 */
export async function changeEmailOf(deps: Deps, sessions: Sessions, admin: Actor, id: string, email: string) {
  try {
    await transact(deps, async (tx, after) => {
      const user = await requireFound(lockUser(tx, id), noSuchUser);
      if (user.email === email) return;
      const now = deps.clock.now();
      const changed = await updateNames(tx, user, { email, confirmedAt: null });
      await voidEmailLinks(tx, id, 'password_reset', now);
      await voidEmailLinks(tx, id, 'email_change', now);
      await voidEmailLinks(tx, id, 'invitation', now);
      await notifyOldAddress(deps, tx, user);
      await sendConfirmation(deps, tx, changed);
      await sessions.forget(tx, after, id);
      await recordAudit(tx, { at: now, actorId: admin.id, action: 'user.email', subject: `user:${id}` });
    });
  } catch (error) {
    throw nameConflict(error) ?? error;
  }
}

type Names = { firstName: string; lastName: string; email: string };

/**
 * Creates an active account for a teacher whom the school knows. The teacher chooses a password by the link in the
 * mail.
 */
export async function inviteTeacherByHand(deps: Deps, admin: Actor, names: Names): Promise<void> {
  const passwordHash = await deps.passwords.hash(randomBytes(32).toString('base64url'));
  try {
    await transact(deps, async (tx) => {
      const now = deps.clock.now();
      const id = uuidv7(now);
      const username = `professor-${id.slice(-12)}`;
      if (await findTakenName(tx, username, names.email)) throw emailTaken();
      const { termsVersion } = deps.site.now;
      await insertUser(tx, {
        ...names,
        id,
        username,
        passwordHash,
        role: 'teacher',
        status: 'active',
        termsVersion,
        now,
      });
      await sendInvitation(deps, tx, id);
      await recordAudit(tx, { at: now, actorId: admin.id, action: 'user.invited', subject: `user:${id}` });
    });
  } catch (error) {
    throw nameConflict(error) ?? error;
  }
}
