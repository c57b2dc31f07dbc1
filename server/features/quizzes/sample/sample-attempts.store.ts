import type { Tx } from '../../../db/handle.ts';

type SampleAttempt = {
  quizId: number;
  versionId: number;
  userId: string;
  passingScore: number;
  startedAt: Date;
  deadlineAt: Date;
  answers: { questionId: number; questionVersionId: number; optionId: number | null; answeredAt: Date }[];
};

/** An open attempt with its answers, given one after the other. */
export async function insertSampleAttempt(tx: Tx, attempt: SampleAttempt): Promise<number> {
  const { id } = await tx
    .insertInto('attempts')
    .values({
      quiz_id: attempt.quizId,
      quiz_version_id: attempt.versionId,
      user_id: attempt.userId,
      started_at: attempt.startedAt,
      deadline_at: attempt.deadlineAt,
      total_questions: attempt.answers.length,
      passing_score: attempt.passingScore,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('attempt_questions')
    .values(
      attempt.answers.map(({ questionId, questionVersionId, optionId, answeredAt }, index) => ({
        attempt_id: id,
        position: index + 1,
        question_id: questionId,
        question_version_id: questionVersionId,
        option_id: optionId,
        answered_at: optionId === null ? null : answeredAt,
        seq: optionId === null ? 0 : 1,
      })),
    )
    .execute();
  return id;
}
