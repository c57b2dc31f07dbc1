import { randomBytes } from 'node:crypto';
import type { Db, Tx } from '#server/db/handle.ts';
import type { After } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import {
  findEmailConfirmation,
  findPasswordRemoval,
  findUser,
  findUserByEmail,
  lockUser,
  markPasswordRemoved,
} from '#server/features/platform/users/users.store.ts';
import type { createSessions, SessionUser } from '#server/http/sessions.ts';
import { voidEmailLinks } from './email-links.store.ts';
import { notifyOwnerOfChange } from './security-notices.ts';

/* What other ways into an account need of it. */

export const readAccount = (db: Db, userId: string) => findUser(db, userId);

/** The account of an address whose mailbox was shown to be its holder's. */
export async function findByConfirmedEmail(db: Db, email: string) {
  const user = await findUserByEmail(db, email);
  return user && (await findEmailConfirmation(db, user.id)) ? user : undefined;
}

/** Locks the account, so that counting its login methods and removing one is atomic. */
export const lockAccount = (tx: Tx, userId: string) => lockUser(tx, userId);

export const hasPassword = async (db: Db | Tx, userId: string) => (await findPasswordRemoval(db, userId)) === null;

/** The hash of a random password that is never shown. Older versions also refuse it like any wrong password. */
export const unknownPassword = (deps: Deps) => deps.passwords.hash(randomBytes(32).toString('base64url'));

/** Runs in the transaction of a caller that has checked that another login method is left. */
export async function takePasswordAway(
  deps: Deps,
  sessions: ReturnType<typeof createSessions>,
  tx: Tx,
  after: After,
  self: SessionUser,
  passwordHash: string,
): Promise<boolean> {
  const now = deps.clock.now();
  if (!(await markPasswordRemoved(tx, self.id, passwordHash, now))) return false;
  await voidEmailLinks(tx, self.id, 'password_reset', now);
  await sessions.endAll(tx, after, self.id, 'password_removed', self.sessionId);
  await notifyOwnerOfChange(deps, tx, self, 'password_removed');
  return true;
}
