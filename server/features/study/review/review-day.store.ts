import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';

export type DayRow = {
  day: string;
  examDay: string | null;
  questions: number;
  questionIds: number[];
  askedIds: number[];
  reasons: string[];
  areNew: boolean[];
  tomorrow: number;
};

/** The stored day, as a query that can be batched with other reads. */
export const storedDay = (userId: string) => sql<DayRow>`
  SELECT day::text AS day, exam_day::text AS "examDay", questions, question_ids AS "questionIds",
    asked_ids AS "askedIds", reasons, are_new AS "areNew", tomorrow
  FROM review_days WHERE user_id = ${userId}`;

export async function saveDay(db: Db | Tx, userId: string, day: DayRow): Promise<void> {
  await sql`
    INSERT INTO review_days (user_id, day, exam_day, questions, question_ids, asked_ids, reasons, are_new, tomorrow)
    SELECT id, ${day.day}::date, ${day.examDay}::date, ${day.questions}, ${day.questionIds}::int[],
      ${day.askedIds}::int[], ${day.reasons}::text[], ${day.areNew}::boolean[], ${day.tomorrow}
    FROM users WHERE id = ${userId}
    ON CONFLICT (user_id) DO UPDATE SET day = excluded.day, exam_day = excluded.exam_day,
      questions = excluded.questions, question_ids = excluded.question_ids, asked_ids = excluded.asked_ids,
      reasons = excluded.reasons, are_new = excluded.are_new, tomorrow = excluded.tomorrow`.execute(db);
}
