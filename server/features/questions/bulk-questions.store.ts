import { sql } from 'kysely';
import type { Tx } from '../../db/handle.ts';
import type { Before, HeldQuestion, LabelsOfRow } from './bulk-labels.ts';

/** Questions of the bank in the order of their ids: two who change the same come one after the other. */
export async function holdQuestions(tx: Tx, ids: readonly number[]): Promise<HeldQuestion[]> {
  const { rows } = await sql<HeldQuestion>`
    SELECT q.id, q.author_id AS "authorId", q.revision, i.excerpt, q.subject_id AS "subjectId", q.topic_id AS "topicId",
           q.topic, q.source, q.year, q.difficulty, q.status, q.status_reason AS "statusReason"
    FROM questions q JOIN question_index i ON i.question_id = q.id
    WHERE q.in_bank AND q.id = ANY(${ids}::int[]) ORDER BY q.id FOR UPDATE OF q`.execute(tx);
  return rows;
}

type Set = Partial<Omit<LabelsOfRow, 'subjectId' | 'topicId' | 'topic'>>;

/** Everything but subject and topic; each change counts as a save. */
export async function setLabels(tx: Tx, ids: readonly number[], change: Set, now: Date): Promise<void> {
  await tx
    .updateTable('questions')
    .set((set) => ({
      ...(change.source === undefined ? {} : { source: change.source }),
      ...(change.year === undefined ? {} : { year: change.year }),
      ...(change.difficulty === undefined ? {} : { difficulty: change.difficulty }),
      ...(change.status === undefined ? {} : { status: change.status, status_reason: change.statusReason ?? '' }),
      revision: set('revision', '+', 1),
      updated_at: now,
    }))
    .where('id', '=', sql<number>`ANY(${ids}::int[])`)
    .execute();
}

/** The topic decides the subject; null takes the topic away and leaves the subject. */
export async function setTopic(tx: Tx, ids: readonly number[], topicId: number | null): Promise<void> {
  await tx
    .updateTable('questions')
    .set(topicId === null ? { topic_id: null, topic: '' } : { topic_id: topicId })
    .where('id', '=', sql<number>`ANY(${ids}::int[])`)
    .execute();
}

/** Puts labels back. A topic that is gone is found or made again by its name. */
export async function restoreLabels(tx: Tx, rows: readonly Before[], now: Date): Promise<void> {
  await sql`
    UPDATE questions SET subject_id = b."subjectId", topic_id = standing.id, topic = b.topic, source = b.source,
      year = b.year, difficulty = b.difficulty, status = b.status, status_reason = b."statusReason",
      revision = revision + 1, updated_at = ${now}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS b (id int, "subjectId" int, "topicId" int, topic text,
      source text, year smallint, difficulty text, status text, "statusReason" text)
    LEFT JOIN topics standing ON standing.id = b."topicId" AND standing.subject_id = b."subjectId"
    WHERE questions.id = b.id`.execute(tx);
}

/** Of these questions, those that nobody has used: no quiz, no attempt, no practice, no answer, no sample. */
export async function deleteUntouched(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    DELETE FROM questions q WHERE q.id = ANY(${ids}::int[])
      AND NOT EXISTS (SELECT FROM quiz_version_questions used WHERE used.question_id = q.id)
      AND NOT EXISTS (SELECT FROM practice_questions used WHERE used.question_id = q.id)
      AND NOT EXISTS (SELECT FROM trial_questions used WHERE used.question_id = q.id)
      AND NOT EXISTS (SELECT FROM answer_log used WHERE used.question_id = q.id)
      AND NOT EXISTS (SELECT FROM quiz_version_draws d JOIN attempts a ON a.quiz_version_id = d.quiz_version_id
                      JOIN attempt_questions met ON met.attempt_id = a.id AND met.question_id = q.id)
    RETURNING q.id`.execute(tx);
  return rows.map(({ id }) => id);
}
