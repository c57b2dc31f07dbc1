import { sql } from 'kysely';
import type { Db } from '#server/db/handle.ts';
import { type BankRow, readRows } from './bank.store.ts';

const MOST = 10;

const step = (column: ReturnType<typeof sql>) => sql`array_position(ARRAY['easy', 'medium', 'hard'], ${column})`;

/**
 * Questions that could replace one in a quiz: active, with the same kind and topic (without a topic, the same
 * subject), at most one step away in difficulty, neither in the free trial nor reserved by a quiz with a window.
 * Nearest first.
 */
export async function listSimilarRows(db: Db, to: BankRow, besides: readonly number[]): Promise<BankRow[]> {
  const { id, kind, subjectId, topicId, topic, source, year, difficulty } = to;
  if (topicId === null && subjectId === null && topic === '') return [];
  const ofItsTopic =
    topicId !== null
      ? sql`q.topic_id = ${topicId}`
      : subjectId !== null
        ? sql`q.subject_id = ${subjectId}`
        : sql`q.topic = ${topic}`;
  const away = sql`coalesce(abs(${step(sql`q.difficulty`)} - ${step(sql`${difficulty}::text`)}), 1)`;
  const { rows } = await sql<{ id: number }>`
    SELECT q.id FROM questions q
    WHERE q.in_bank AND q.status = 'active' AND q.current_version_id IS NOT NULL AND ${ofItsTopic}
      AND q.kind = ${kind} AND q.id <> ${id} AND q.id <> ALL(${besides}::int[]) AND ${away} <= 1
      AND NOT EXISTS (SELECT FROM trial_questions shown WHERE shown.question_id = q.id)
      AND NOT EXISTS (
        SELECT FROM quiz_windows going JOIN kept_questions kept ON kept.quiz_id = going.quiz_id
        WHERE going.ended_at IS NULL AND kept.question_id = q.id)
    ORDER BY ${away}, (q.source = ${source}) DESC, abs(q.year - ${year}::int) NULLS LAST, q.id DESC
    LIMIT ${MOST}`.execute(db);
  return readRows(
    db,
    rows.map((row) => row.id),
  );
}
