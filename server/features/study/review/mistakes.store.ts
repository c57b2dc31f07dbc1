import { type RawBuilder, sql } from 'kysely';
import type { Outdated } from '#contract/question-status.ts';
import type { MistakeReason } from '#contract/study/review.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { outdatedOf } from '#server/db/outdated-questions.ts';
import { type Reviewer, reviewable } from './review.store.ts';

export type MistakeRow = {
  questionId: number;
  versionId: number;
  subjectId: number | null;
  subject: string | null;
  topic: string;
  wrongOptionId: number | null;
  lastWrongDay: string;
  wrongs: number;
  rightDays: number;
  reason: MistakeReason | null;
  note: string;
  /** The day on which it was put off last. */
  postponedOn: string | null;
  outdated: NonNullable<Outdated> | null;
};

const mistakeRow = sql`
    s.question_id AS "questionId", q.current_version_id AS "versionId", q.subject_id AS "subjectId",
      subjects.name AS subject, q.topic, s.wrong_option_id AS "wrongOptionId", s.last_wrong_day::text AS "lastWrongDay",
      s.wrongs, s.right_days AS "rightDays", n.reason, coalesce(n.note, '') AS note,
      d.postponed_on::text AS "postponedOn", ${outdatedOf('q')} AS outdated
    FROM memory_states s
    JOIN questions q ON q.id = s.question_id AND q.status IN ('active', 'outdated') AND q.current_version_id IS NOT NULL
    LEFT JOIN subjects ON subjects.id = q.subject_id
    LEFT JOIN mistake_notes n ON n.user_id = s.user_id AND n.question_id = s.question_id
    LEFT JOIN review_days d ON d.user_id = s.user_id AND s.question_id = ANY(d.postponed_ids)`;

/** Annulled questions are no mistakes. Outdated ones stay in the notebook, and are not trained (420). */
export async function findMistakeRow(db: Db, userId: string, questionId: number): Promise<MistakeRow | undefined> {
  const { rows } = await sql<MistakeRow>`
    SELECT ${mistakeRow}
    WHERE s.user_id = ${userId} AND s.question_id = ${questionId} AND s.wrongs > 0`.execute(db);
  return rows[0];
}

/** `isAskable`: a round of mistakes may ask it. */
export type ListedMistakeRow = MistakeRow & { isAskable: boolean };

/** Without the texts of the questions: those are read for one page. A query to be batched with other reads. */
export const mistakeRows = (
  { userId, bought }: Omit<Reviewer, 'underWay'>,
  underWay: RawBuilder<{ questionId: number }>,
  limit: number,
) =>
  sql<ListedMistakeRow>`
    SELECT (${reviewable({ userId, underWay: [], bought })}) AS "isAskable", ${mistakeRow}
    WHERE s.user_id = ${userId} AND s.wrongs > 0
      AND s.question_id <> ALL(ARRAY(SELECT held."questionId" FROM (${underWay}) AS held))
    ORDER BY subjects.name COLLATE "pt-BR-x-icu" NULLS LAST, q.topic COLLATE "pt-BR-x-icu", s.last_wrong_day DESC,
      s.question_id
    LIMIT ${limit}`;

/** The versions that hold these options. */
export async function listVersionsOfOptions(db: Db, optionIds: readonly number[]) {
  const { rows } = await sql<{ optionId: number; versionId: number }>`
    SELECT id AS "optionId", question_version_id AS "versionId" FROM options
    WHERE id = ANY(${optionIds}::int[])`.execute(db);
  return rows;
}

/** Undefined where the student has no such mistake. */
export async function saveNote(
  tx: Tx,
  userId: string,
  questionId: number,
  change: { reason?: MistakeReason | null | undefined; note?: string | undefined },
  now: Date,
) {
  const setsReason = change.reason !== undefined;
  const setsNote = change.note !== undefined;
  const { rows } = await sql<{ reason: MistakeReason | null; note: string }>`
    INSERT INTO mistake_notes (user_id, question_id, reason, note, updated_at)
    SELECT user_id, question_id, ${change.reason ?? null}, ${change.note ?? ''}, ${now}
    FROM memory_states WHERE user_id = ${userId} AND question_id = ${questionId} AND wrongs > 0
    ON CONFLICT (user_id, question_id) DO UPDATE SET
      reason = CASE WHEN ${setsReason} THEN excluded.reason ELSE mistake_notes.reason END,
      note = CASE WHEN ${setsNote} THEN excluded.note ELSE mistake_notes.note END,
      updated_at = excluded.updated_at
    RETURNING reason, note`.execute(tx);
  return rows[0];
}
