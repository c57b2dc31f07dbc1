import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';

/** What is written into a student's copies: the name and the end of the newest payment's code. */
export async function findWatermark(db: Db, userId: string) {
  return db
    .selectFrom('users')
    .select([
      sql<string>`trim(concat_ws(' ', first_name, last_name))`.as('name'),
      sql<string | null>`(SELECT right(payment_code, 4) FROM payments WHERE payments.user_id = users.id
                          ORDER BY created_at DESC, id DESC LIMIT 1)`.as('codeEnd'),
    ])
    .where('id', '=', userId)
    .executeTakeFirst();
}

/** The kept copy, and that it is in use. */
export async function useCopy(db: Db, attachmentId: number, userId: string, mark: string, now: Date) {
  return db
    .updateTable('attachment_copies')
    .set({ used_at: now })
    .where('attachment_id', '=', attachmentId)
    .where('user_id', '=', userId)
    .where('mark', '=', mark)
    .returning('copy_key as fileKey')
    .executeTakeFirst();
}

type NewCopy = { attachmentId: number; userId: string; mark: string; fileKey: string; bytes: number; now: Date };

/** In the place of one with another mark, whose file goes with its row. */
export async function replaceCopy(tx: Tx, copy: NewCopy): Promise<void> {
  const { attachmentId, userId } = copy;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`copy:${attachmentId}:${userId}`}, 0))`.execute(tx);
  await tx
    .deleteFrom('attachment_copies')
    .where('attachment_id', '=', attachmentId)
    .where('user_id', '=', userId)
    .execute();
  await tx
    .insertInto('attachment_copies')
    .values({
      attachment_id: attachmentId,
      user_id: userId,
      mark: copy.mark,
      copy_key: copy.fileKey,
      bytes: copy.bytes,
      used_at: copy.now,
    })
    .execute();
}

/** Those that were not used for longest go, until all together fit. */
export async function pruneCopies(tx: Tx, mostBytes: number): Promise<void> {
  await sql`
    DELETE FROM attachment_copies copy USING (
      SELECT attachment_id, user_id, sum(bytes) OVER (ORDER BY used_at DESC, attachment_id, user_id) AS total
      FROM attachment_copies
    ) AS kept
    WHERE kept.attachment_id = copy.attachment_id AND kept.user_id = copy.user_id AND kept.total > ${mostBytes}`.execute(
    tx,
  );
}
