import { sql } from 'kysely';
import type { School } from '../school.ts';

type Stored = { attemptId: number; questionId: number; optionId: number | null; seq: number };

/**
 * LAW: every acknowledged answer is stored once, as it was acknowledged. A later one may have replaced it only where
 * its acknowledgement was lost.
 */
export async function answersLaw({ students, reader }: School): Promise<string[]> {
  const attempts = students.filter(({ isDeleted }) => !isDeleted).flatMap((one) => [...one.attempts.values()]);
  const { rows } = await sql<Stored>`
    SELECT attempt_id AS "attemptId", question_id AS "questionId", option_id AS "optionId", seq
    FROM attempt_questions WHERE attempt_id = ANY(${attempts.map(({ id }) => id)})`.execute(reader);
  const stored = Map.groupBy(rows, ({ attemptId, questionId }) => `${attemptId}/${questionId}`);
  const found: string[] = [];
  for (const { id, acknowledged, uncertain } of attempts) {
    for (const [questionId, { optionId, seq }] of acknowledged) {
      const of = stored.get(`${id}/${questionId}`) ?? [];
      const [row] = of;
      const isThere = row?.seq === seq && row.optionId === optionId;
      const isReplaced = uncertain.has(questionId) && (row?.seq ?? 0) > seq;
      if (of.length !== 1 || !(isThere || isReplaced)) {
        found.push(
          `attempt ${id}, question ${questionId}: option ${optionId} was acknowledged with seq ${seq}, stored is ${JSON.stringify(of)}`,
        );
      }
    }
  }
  return found;
}
