import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';

/** The attempt that the same form has created before. */
export async function findTypedAttempt(db: Db | Tx, typedBy: string, key: string) {
  return db
    .selectFrom('attempts')
    .select(['id', 'user_id as userId'])
    .where('typed_key', '=', key)
    .where('typed_by', '=', typedBy)
    .executeTakeFirst();
}

export async function markTyped(tx: Tx, attemptId: number, typedBy: string, key: string): Promise<void> {
  await tx.updateTable('attempts').set({ typed_by: typedBy, typed_key: key }).where('id', '=', attemptId).execute();
}

/** Every answer of the paper at once. */
export async function writeTypedAnswers(
  tx: Tx,
  attemptId: number,
  answers: readonly { questionId: number; optionId: number }[],
): Promise<void> {
  await sql`
    UPDATE attempt_questions SET option_id = typed.option_id, seq = 1
    FROM unnest(${answers.map(({ questionId }) => questionId)}::int[],
                ${answers.map(({ optionId }) => optionId)}::int[]) AS typed (question_id, option_id)
    WHERE attempt_id = ${attemptId} AND attempt_questions.question_id = typed.question_id`.execute(tx);
}
