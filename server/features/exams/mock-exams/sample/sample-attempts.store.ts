import type { Tx } from '#server/db/handle.ts';

export type SampleAttemptRow = {
  quizId: number;
  versionId: number;
  userId: string;
  passingScore: number;
  startedAt: Date;
  deadlineAt: Date;
  submittedAt: Date;
  /** Inside a window: when its results are due. */
  resultsAt: Date | null;
  answers: {
    questionId: number;
    questionVersionId: number;
    optionId: number | null;
    doubted: boolean;
    answeredAt: Date;
  }[];
};

/** Attempts that were handed in and are not graded yet, with their answers, given one after the other. */
export async function insertSampleAttempts(tx: Tx, attempts: readonly SampleAttemptRow[]): Promise<number[]> {
  const rows = await tx
    .insertInto('attempts')
    .values(
      attempts.map((attempt) => ({
        quiz_id: attempt.quizId,
        quiz_version_id: attempt.versionId,
        user_id: attempt.userId,
        started_at: attempt.startedAt,
        deadline_at: attempt.deadlineAt,
        submitted_at: attempt.submittedAt,
        results_at: attempt.resultsAt,
        total_questions: attempt.answers.length,
        passing_score: attempt.passingScore,
      })),
    )
    .returning(['id', 'user_id as userId'])
    .execute();
  const idOf = new Map(rows.map(({ id, userId }) => [userId, id]));
  await tx
    .insertInto('attempt_questions')
    .values(
      attempts.flatMap(({ userId, answers }) =>
        answers.map(({ questionId, questionVersionId, optionId, doubted, answeredAt }, index) => ({
          attempt_id: idOf.get(userId) ?? 0,
          position: index + 1,
          question_id: questionId,
          question_version_id: questionVersionId,
          option_id: optionId,
          doubted,
          answered_at: optionId === null ? null : answeredAt,
          seq: optionId === null ? 0 : 1,
        })),
      ),
    )
    .execute();
  return rows.map(({ id }) => id);
}
