import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';
import { identityKey } from '#server/db/keys.ts';

/** `stored`: there is no mail server, and the e-mail is in a folder. */
type SentState = 'sent' | 'stored';
type SentMail = {
  messageId: string;
  to: string;
  kind: string;
  subject: string;
  resendKey: string;
  state: SentState;
  now: Date;
};

/** Records only e-mails to people with an account under that address. Idempotent by message id. */
export async function recordSentMail(db: Db, mail: SentMail): Promise<void> {
  await sql`
    INSERT INTO sent_mails (message_id, user_id, kind, subject, resend_key, state, sent_at)
    SELECT ${mail.messageId}, id, ${mail.kind}, ${mail.subject}, ${mail.resendKey}, ${mail.state}, ${mail.now}
    FROM users WHERE email_key = ${identityKey(mail.to)}
    ON CONFLICT (message_id) DO NOTHING`.execute(db);
}

export const listSentMails = (db: Db, userId: string, limit: number) =>
  db
    .selectFrom('sent_mails')
    .select(['message_id as id', 'subject', 'sent_at as sentAt', sql<boolean>`state <> 'sent'`.as('isStored')])
    .where('user_id', '=', userId)
    .orderBy('sent_at', 'desc')
    .limit(limit)
    .execute();

export const findSentMail = (db: Db, userId: string, messageId: string) =>
  db
    .selectFrom('sent_mails')
    .select('resend_key as resendKey')
    .where('user_id', '=', userId)
    .where('message_id', '=', messageId)
    .executeTakeFirst();

export async function deleteOldSentMails(db: Db, before: Date, limit: number): Promise<number> {
  const old = db.selectFrom('sent_mails').select('message_id').where('sent_at', '<', before).limit(limit);
  const { numDeletedRows } = await db.deleteFrom('sent_mails').where('message_id', 'in', old).executeTakeFirst();
  return Number(numDeletedRows);
}

/** Stored e-mails by kind, with the time of the oldest. */
export async function countStoredMails(db: Db): Promise<{ kind: string; count: number; oldestAt: Date }[]> {
  return db
    .selectFrom('sent_mails')
    .select(({ fn }) => ['kind', fn.countAll<number>().as('count'), fn.min('sent_at').as('oldestAt')])
    .where('state', '=', 'stored')
    .groupBy('kind')
    .orderBy('count', 'desc')
    .orderBy('kind')
    .execute();
}

export async function findNewestStored(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('sent_mails')
    .select('message_id as id')
    .where('state', '=', 'stored')
    .orderBy('sent_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** Claims stored e-mails, oldest first. Each is returned to one caller. */
export async function takeStoredMails(tx: Tx, limit: number): Promise<string[]> {
  const { rows } = await sql<{ resendKey: string }>`
    UPDATE sent_mails SET state = 'released'
    WHERE message_id IN (
      SELECT message_id FROM sent_mails WHERE state = 'stored' ORDER BY sent_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    )
    RETURNING resend_key AS "resendKey"`.execute(tx);
  return rows.map(({ resendKey }) => resendKey);
}
