import { sql } from 'kysely';
import type { Db } from '#server/db/handle.ts';

/** Whether a student has answered a question, and whether its key was shown lately. */
export async function readSeen(db: Db, userId: string, questionId: number) {
  const { rows } = await sql<{ isAnswered: boolean; hasOpening: boolean }>`
    SELECT EXISTS (SELECT FROM answer_log WHERE user_id = ${userId}::uuid AND question_id = ${questionId})
             AS "isAnswered",
           EXISTS (SELECT FROM key_openings WHERE user_id = ${userId}::uuid AND question_id = ${questionId})
             AS "hasOpening"`.execute(db);
  return rows[0] ?? { isAnswered: false, hasOpening: false };
}

/** Whether one of the questions has this base text. */
export async function isTextOfAny(db: Db, baseTextId: number, questionIds: readonly number[]): Promise<boolean> {
  const row = await db
    .selectFrom('questions')
    .select('id')
    .where('base_text_id', '=', baseTextId)
    .where((where) => where('id', '=', where.fn.any(where.val([...questionIds]))))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
