import { sql } from 'kysely';
import type { Db } from '#server/db/handle.ts';
import { identityKey } from '#server/db/keys.ts';

type SentMail = { messageId: string; to: string; kind: string; subject: string; resendKey: string; now: Date };

/** Of people who have an account under that address; the same e-mail once more is the same row. */
export async function recordSentMail(db: Db, mail: SentMail): Promise<void> {
  await sql`
    INSERT INTO sent_mails (message_id, user_id, kind, subject, resend_key, sent_at)
    SELECT ${mail.messageId}, id, ${mail.kind}, ${mail.subject}, ${mail.resendKey}, ${mail.now}
    FROM users WHERE email_key = ${identityKey(mail.to)}
    ON CONFLICT (message_id) DO NOTHING`.execute(db);
}

export const listSentMails = (db: Db, userId: string, limit: number) =>
  db
    .selectFrom('sent_mails')
    .select(['message_id as id', 'subject', 'sent_at as sentAt'])
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
