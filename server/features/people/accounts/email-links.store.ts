import { HOUR_MS } from '#contract/time.ts';
import type { Db, Tx } from '#server/db/handle.ts';

/** A link in an e-mail works for an hour. */
export const RESET_LIFETIME_MS = HOUR_MS;
/** Longer than a reset link: a confirmation grants no access, and many people read mails days later. */
export const CONFIRMATION_DAYS = 7;

export type EmailLinkKind = 'password_reset' | 'email_change' | 'email_confirmation' | 'invitation';

type EmailLink = {
  id: string;
  userId: string;
  kind: EmailLinkKind;
  newEmail?: string;
  /** The mailbox it goes to, where using it shows who reads there. */
  sentTo?: string;
  now: Date;
  expiresAt: Date;
};

/** Idempotent: a mail job may run twice. */
export async function insertEmailLink(db: Db | Tx, link: EmailLink): Promise<void> {
  await db
    .insertInto('email_links')
    .values({
      id: link.id,
      user_id: link.userId,
      kind: link.kind,
      new_email: link.newEmail ?? null,
      sent_to: link.sentTo ?? null,
      created_at: link.now,
      expires_at: link.expiresAt,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/**
 * Creates the link of a mail that is being sent, or restarts the lifetime of an existing one: a mail that was queued
 * or resent must not contain an expired link. Returns false if the link was used.
 */
export async function startEmailLink(db: Db | Tx, link: EmailLink): Promise<boolean> {
  await insertEmailLink(db, link);
  return restartEmailLink(db, link.id, link.expiresAt);
}

/** Restarts the lifetime of a link when its mail is sent. False if it was used. */
export async function restartEmailLink(db: Db | Tx, id: string, expiresAt: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('email_links')
    .set({ expires_at: expiresAt })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function findEmailLink(db: Db | Tx, id: string) {
  return db
    .selectFrom('email_links')
    .select([
      'id',
      'user_id as userId',
      'new_email as newEmail',
      'sent_to as sentTo',
      'used_at as usedAt',
      'expires_at as expiresAt',
    ])
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function isLinkUsable(db: Db, id: string, kind: EmailLinkKind, now: Date): Promise<boolean> {
  const link = await db
    .selectFrom('email_links')
    .select('id')
    .where('id', '=', id)
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return link !== undefined;
}

/** Uses a link up. Only one caller gets the row. */
export async function useEmailLink(tx: Tx, id: string, kind: EmailLinkKind, now: Date) {
  return tx
    .updateTable('email_links')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['user_id as userId', 'new_email as newEmail', 'sent_to as sentTo'])
    .executeTakeFirst();
}

/** After a password change no older link of that kind may open anything. */
export async function voidEmailLinks(tx: Tx, userId: string, kind: EmailLinkKind, now: Date): Promise<void> {
  await tx
    .updateTable('email_links')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .execute();
}

export async function deleteExpiredEmailLinks(db: Db, before: Date, limit: number): Promise<number> {
  const expired = db.selectFrom('email_links').select('id').where('expires_at', '<', before).limit(limit);
  const { numDeletedRows } = await db.deleteFrom('email_links').where('id', 'in', expired).executeTakeFirst();
  return Number(numDeletedRows);
}
