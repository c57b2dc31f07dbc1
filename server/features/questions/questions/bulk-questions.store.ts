import { sql } from 'kysely';
import type { Tx } from '#server/db/handle.ts';
import type { Before, LabelsOfRow, LockedQuestion } from './bulk-labels.ts';

/**
 * Locks questions of the bank in the order of their ids: concurrent changes run one after the other, without deadlock.
 */
export async function lockQuestions(tx: Tx, ids: readonly number[]): Promise<LockedQuestion[]> {
  const { rows } = await sql<LockedQuestion>`
    SELECT q.id, q.author_id AS "authorId", q.revision, i.excerpt, q.subject_id AS "subjectId", q.topic_id AS "topicId",
           q.topic, q.source, q.year, q.difficulty, q.status, q.status_reason AS "statusReason",
           q.tags
    FROM questions q JOIN question_index i ON i.question_id = q.id
    WHERE q.in_bank AND q.id = ANY(${ids}::int[]) ORDER BY q.id FOR UPDATE OF q`.execute(tx);
  return rows;
}

type Set = Partial<Omit<LabelsOfRow, 'subjectId' | 'topicId' | 'topic' | 'tags'>>;

/** Sets all labels except subject, topic and tags, and raises the revision. */
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

/** Compares tags without regard to case: a tag that a question has in another case stays as it is. */
export async function changeTags(
  tx: Tx,
  ids: readonly number[],
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
): Promise<void> {
  const removed = remove.map((one) => one.toLowerCase());
  await sql`
    UPDATE questions q SET tags = array(
      SELECT has.tag FROM unnest(q.tags) WITH ORDINALITY AS has (tag, place)
      WHERE NOT lower(has.tag) = ANY(${removed}::text[]) ORDER BY has.place
    ) || array(
      SELECT new.tag FROM unnest(${add}::text[]) WITH ORDINALITY AS new (tag, place)
      WHERE NOT EXISTS (SELECT FROM unnest(q.tags) AS has (tag)
                        WHERE lower(has.tag) = lower(new.tag) AND NOT lower(has.tag) = ANY(${removed}::text[]))
      ORDER BY new.place)
    WHERE q.id = ANY(${ids}::int[])`.execute(tx);
}

/** Sets the topic, which determines the subject. Null removes the topic and leaves the subject. */
export async function setTopic(tx: Tx, ids: readonly number[], topicId: number | null): Promise<void> {
  await tx
    .updateTable('questions')
    .set(topicId === null ? { topic_id: null, topic: '' } : { topic_id: topicId })
    .where('id', '=', sql<number>`ANY(${ids}::int[])`)
    .execute();
}

/** Restores labels. A deleted topic is found by its name or created again. */
export async function restoreLabels(tx: Tx, rows: readonly Before[], now: Date): Promise<void> {
  await sql`
    UPDATE questions SET subject_id = b."subjectId", topic_id = standing.id, topic = b.topic, source = b.source,
      year = b.year, difficulty = b.difficulty, status = b.status, status_reason = b."statusReason",
      tags = coalesce(b.tags, questions.tags),
      revision = revision + 1, updated_at = ${now}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS b (id int, "subjectId" int, "topicId" int, topic text,
      source text, year smallint, difficulty text, status text, "statusReason" text, tags text[])
    LEFT JOIN topics standing ON standing.id = b."topicId" AND standing.subject_id = b."subjectId"
    WHERE questions.id = b.id`.execute(tx);
}

/**
 * Deletes those of the questions that are unused: in no quiz, attempt, practice, answer, free trial or list of
 * questions. They are locked before: what was added meanwhile to a list is seen.
 */
export async function deleteUntouched(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    DELETE FROM questions q WHERE q.id = ANY(${ids}::int[])
      AND NOT EXISTS (SELECT FROM quiz_version_questions used WHERE used.question_id = q.id)
      AND NOT EXISTS (SELECT FROM practice_questions used WHERE used.question_id = q.id)
      AND NOT EXISTS (SELECT FROM trial_questions used WHERE used.question_id = q.id)
      AND NOT EXISTS (SELECT FROM answer_log used WHERE used.question_id = q.id)
      AND NOT EXISTS (SELECT FROM question_list_items used WHERE used.question_id = q.id)
      AND NOT EXISTS (SELECT FROM quiz_version_draws d JOIN attempts a ON a.quiz_version_id = d.quiz_version_id
                      JOIN attempt_questions met ON met.attempt_id = a.id AND met.question_id = q.id)
    RETURNING q.id`.execute(tx);
  return rows.map(({ id }) => id);
}
