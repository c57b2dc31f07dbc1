import { sql } from 'kysely';
import * as z from 'zod/mini';
import { type ExamRules, examRules } from '#contract/exams/exam-rules.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import type { Tally } from './exam-rules.ts';

/** What is stored was checked when it was saved: this only gives it its type, and fails loudly otherwise. */
export const asRules = (stored: unknown): ExamRules | null =>
  stored === null || stored === undefined ? null : z.parse(examRules, stored);

/** The rules of those versions that have any. */
export async function listRules(db: Db | Tx, versionIds: readonly number[]): Promise<Map<number, ExamRules>> {
  if (versionIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('quiz_versions')
    .select(['id', 'rules'])
    .where('id', 'in', [...versionIds])
    .where('rules', 'is not', null)
    .execute();
  return new Map(rows.flatMap(({ id, rules }) => [[id, asRules(rules)] as const]).flatMap(present));
}

const present = ([id, rules]: readonly [number, ExamRules | null]) => (rules ? [[id, rules] as const] : []);

/** Whose answers are counted: those that were given, without the guesses, or those of the notebook. */
const counted = {
  given: sql`answer.option_id`,
  undoubted: sql`CASE WHEN answer.doubted THEN NULL ELSE answer.option_id END`,
  notebook: sql`answer.notebook_option_id`,
};

/** Counts each subject of the attempts, as if one question were annulled or not. */
export async function listTallies(
  db: Db | Tx,
  attemptIds: readonly number[],
  supposed: { questionId: number; isAnnulled: boolean } | null = null,
  answers: keyof typeof counted = 'given',
): Promise<Map<number, Tally[]>> {
  const isAnnulled = supposed
    ? sql`CASE WHEN answer.question_id = ${supposed.questionId} THEN ${supposed.isAnnulled}::boolean
               ELSE q.status = 'annulled' END`
    : sql`q.status = 'annulled'`;
  const { rows } = await sql<Tally & { attemptId: number }>`
    SELECT "attemptId", "subjectId",
           count(*) FILTER (WHERE NOT annulled AND hit)::int AS right,
           count(*) FILTER (WHERE NOT annulled AND chosen AND NOT hit)::int AS wrong,
           count(*) FILTER (WHERE NOT annulled AND NOT chosen)::int AS blank,
           count(*) FILTER (WHERE annulled)::int AS annulled,
           count(*) FILTER (WHERE NOT annulled AND hit AND key_seen)::int AS helped
    FROM (
      SELECT answer.attempt_id AS "attemptId", q.subject_id AS "subjectId", answer.position, answer.key_seen,
             ${isAnnulled} AS annulled, ${counted[answers]} IS NOT NULL AS chosen, coalesce(o.is_correct, false) AS hit
      FROM attempt_questions answer
      JOIN questions q ON q.id = answer.question_id
      LEFT JOIN options o ON o.id = ${counted[answers]}
      WHERE answer.attempt_id = ANY(${attemptIds}::int[])
    ) AS sheet
    GROUP BY "attemptId", "subjectId" ORDER BY "attemptId", min(position)`.execute(db);
  const tallies = new Map<number, Tally[]>();
  for (const { attemptId, ...tally } of rows) tallies.set(attemptId, [...(tallies.get(attemptId) ?? []), tally]);
  return tallies;
}
