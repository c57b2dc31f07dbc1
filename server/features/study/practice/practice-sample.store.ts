import { sql } from 'kysely';
import type { Tx } from '#server/db/handle.ts';

type Answer = { questionId: number; optionId: number; isCorrect: boolean; answeredAt: Date };

/** A practice that was begun, answered from its first question to its last. */
export async function answerSamplePractice(tx: Tx, practiceId: number, answers: readonly Answer[]): Promise<void> {
  await sql`
    UPDATE practice_questions SET option_id = given.option_id, is_correct = given.is_correct, answered_at = given.at
    FROM unnest(${answers.map(({ questionId }) => questionId)}::int[], ${answers.map(({ optionId }) => optionId)}::int[],
                ${answers.map(({ isCorrect }) => isCorrect)}::boolean[],
                ${answers.map(({ answeredAt }) => answeredAt)}::timestamptz[])
      AS given (question_id, option_id, is_correct, at)
    WHERE practice_questions.practice_id = ${practiceId} AND practice_questions.question_id = given.question_id`.execute(
    tx,
  );
  await tx
    .updateTable('practices')
    .set({ finished_at: answers.at(-1)?.answeredAt ?? null })
    .where('id', '=', practiceId)
    .execute();
}
