import type { Db, Tx } from '#server/db/handle.ts';
import { identityKey } from '#server/db/keys.ts';

export type SecurityEvent =
  | 'password_changed'
  | 'email_changed'
  | 'deletion_requested'
  | 'deletion_withdrawn'
  | 'new_device'
  | 'second_factor_on'
  | 'second_factor_off'
  | 'recovery_code_used'
  | 'google_linked'
  | 'google_unlinked'
  | 'passkey_added'
  | 'passkey_removed'
  | 'password_removed';

export async function insertSecurityLink(
  tx: Tx,
  link: {
    id: string;
    userId: string;
    event: SecurityEvent;
    email: string;
    device?: string;
    since: Date | null;
    now: Date;
    expiresAt: Date;
  },
): Promise<void> {
  await tx
    .insertInto('security_links')
    .values({
      id: link.id,
      user_id: link.userId,
      event: link.event,
      email: link.email,
      device: link.device ?? null,
      since: link.since,
      created_at: link.now,
      expires_at: link.expiresAt,
    })
    .execute();
}

export async function findSecurityLink(db: Db | Tx, id: string) {
  const row = await db
    .selectFrom('security_links')
    .select([
      'user_id as userId',
      'event',
      'email',
      'device',
      'since',
      'created_at as createdAt',
      'expires_at as expiresAt',
      'used_at as usedAt',
    ])
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { ...row, event: row.event as SecurityEvent, since: row.since ?? row.createdAt };
}

/** Restarts the lifetime of a link when its mail is sent. */
export const restartSecurityLink = (db: Db | Tx, id: string, expiresAt: Date) =>
  db
    .updateTable('security_links')
    .set({ expires_at: expiresAt })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .execute();

/** Uses a link up. Only one caller gets true. */
export async function useSecurityLink(tx: Tx, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('security_links')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Ends the usable links of earlier letters to this mailbox. The result is when the first of these letters was written,
 * or null where there was none. Letters to other mailboxes stay: after a theft one of them is the owner's.
 */
export async function supersedeSecurityLinks(tx: Tx, userId: string, email: string, now: Date): Promise<Date | null> {
  const usable = await tx
    .selectFrom('security_links')
    .select(['id', 'email'])
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .execute();
  const sameMailbox = usable.filter((link) => identityKey(link.email) === identityKey(email));
  if (sameMailbox.length === 0) return null;
  const ended = await tx
    .updateTable('security_links')
    .set({ used_at: now })
    .where(
      'id',
      'in',
      sameMailbox.map(({ id }) => id),
    )
    .where('used_at', 'is', null)
    .returning(['since', 'created_at as createdAt'])
    .execute();
  const times = ended.map(({ since, createdAt }) => (since ?? createdAt).getTime());
  return times.length === 0 ? null : new Date(Math.min(...times));
}

/** Mails created after the disowned change were caused by the intruder: their links are void. */
export async function voidLaterSecurityLinks(tx: Tx, userId: string, since: Date, now: Date): Promise<void> {
  await tx
    .updateTable('security_links')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('created_at', '>=', since)
    .where('used_at', 'is', null)
    .execute();
}

export async function deleteExpiredSecurityLinks(db: Db, before: Date, limit: number): Promise<number> {
  const expired = db.selectFrom('security_links').select('id').where('expires_at', '<', before).limit(limit);
  const { numDeletedRows } = await db.deleteFrom('security_links').where('id', 'in', expired).executeTakeFirst();
  return Number(numDeletedRows);
}

/** Reserves a login name that the account gave up: until then only this account can take it back. */
export async function reserveLoginName(tx: Tx, key: string, userId: string, until: Date): Promise<void> {
  await tx
    .insertInto('login_names')
    .values({ key, user_id: userId, held_until: until })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
}

export async function deleteExpiredReservations(db: Db, now: Date, limit: number): Promise<number> {
  const expired = db.selectFrom('login_names').select('key').where('held_until', '<=', now).limit(limit);
  const { numDeletedRows } = await db.deleteFrom('login_names').where('key', 'in', expired).executeTakeFirst();
  return Number(numDeletedRows);
}
