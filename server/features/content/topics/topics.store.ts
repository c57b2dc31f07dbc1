import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';

export type TopicRow = { id: number; subjectId: number; parentId: number | null; name: string; key: string };

const columns = sql`t.id, t.subject_id AS "subjectId", t.parent_id AS "parentId", t.name, t.name_key AS key`;

/** Natural order, each topic followed by its subtopics. */
const inOrder = sql`
  coalesce(above.name, t.name) COLLATE natural_pt, coalesce(above.id, t.id), t.parent_id IS NOT NULL,
  t.name COLLATE natural_pt, t.id`;

/** No subject has this many: the limit for topics made by hand is far below. */
const MOST = 10_000;

export async function listTopicRows(db: Db | Tx, subjectId: number): Promise<TopicRow[]> {
  const { rows } = await sql<TopicRow>`
    SELECT ${columns} FROM topics t LEFT JOIN topics above ON above.id = t.parent_id
    WHERE t.subject_id = ${subjectId} ORDER BY ${inOrder} LIMIT ${MOST}`.execute(db);
  return rows;
}

type Counts = { questionCount: number; lessonCount: number };

/** With what stands on each. */
export async function listCountedTopics(db: Db | Tx, subjectId: number): Promise<(TopicRow & Counts)[]> {
  const { rows } = await sql<TopicRow & Counts>`
    SELECT ${columns}, coalesce(q.count, 0) AS "questionCount", coalesce(l.count, 0) AS "lessonCount"
    FROM topics t LEFT JOIN topics above ON above.id = t.parent_id
    LEFT JOIN (SELECT topic_id, count(*) AS count FROM questions
               WHERE in_bank AND subject_id = ${subjectId} GROUP BY topic_id) q ON q.topic_id = t.id
    LEFT JOIN (SELECT topic_id, count(*) AS count FROM lessons
               WHERE deleted_at IS NULL AND subject_id = ${subjectId} GROUP BY topic_id) l ON l.topic_id = t.id
    WHERE t.subject_id = ${subjectId} ORDER BY ${inOrder} LIMIT ${MOST}`.execute(db);
  return rows;
}

export async function countTopics(tx: Tx, subjectId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM topics WHERE subject_id = ${subjectId}`.execute(tx);
  return rows[0]?.count ?? 0;
}

export async function findTopics(db: Db | Tx, ids: readonly number[]): Promise<TopicRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<TopicRow>`
    SELECT ${columns} FROM topics t WHERE t.id = ANY(${ids}::int[]) ORDER BY t.id`.execute(db);
  return rows;
}

/** The same, held: none of them is renamed, moved or removed until the transaction ends. */
export async function lockTopicsForShare(tx: Tx, ids: readonly number[]): Promise<TopicRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<TopicRow>`
    SELECT ${columns} FROM topics t WHERE t.id = ANY(${ids}::int[]) ORDER BY t.id FOR KEY SHARE`.execute(tx);
  return rows;
}

/** Locks topics and their subtopics for a change: a concurrent use of one of them waits. */
export async function lockTopics(tx: Tx, ids: readonly number[]): Promise<TopicRow[]> {
  const { rows } = await sql<TopicRow>`
    SELECT ${columns} FROM topics t WHERE t.id = ANY(${ids}::int[]) OR t.parent_id = ANY(${ids}::int[])
    ORDER BY t.id FOR UPDATE`.execute(tx);
  return rows;
}

const TREE = sql`hashtext('topic-tree')`;

/** Changes of the tree come one after the other, and never between the two halves of a labelling. */
export async function lockTree(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${TREE})`.execute(tx);
}

/** Before any row is held that a change of the tree may want: so that neither waits for the other. */
export async function lockTreeForShare(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock_shared(${TREE})`.execute(tx);
}

type NewTopic = { subjectId: number; parentId: number | null; name: string };

/** The new id, or null where the name is taken at that place. */
export async function insertTopic(tx: Tx, { subjectId, parentId, name }: NewTopic): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO topics (subject_id, parent_id, name, name_key)
    VALUES (${subjectId}, ${parentId}, ${name}, topic_key(${name})) ON CONFLICT DO NOTHING RETURNING id`.execute(tx);
  return rows[0]?.id ?? null;
}

/** What has this name at that place. */
export async function findNamesake(db: Db | Tx, { subjectId, parentId, name }: NewTopic) {
  const { rows } = await sql<TopicRow>`
    SELECT ${columns} FROM topics t
    WHERE t.subject_id = ${subjectId} AND t.name_key = topic_key(${name}) AND coalesce(t.parent_id, 0) = ${parentId ?? 0}
  `.execute(db);
  return rows[0];
}

/** Its subtopics go with it. */
export async function moveTopic(tx: Tx, id: number, place: NewTopic): Promise<void> {
  await sql`
    UPDATE topics SET subject_id = ${place.subjectId}, parent_id = ${place.parentId}, name = ${place.name},
      name_key = topic_key(${place.name}) WHERE id = ${id}`.execute(tx);
  await sql`UPDATE topics SET subject_id = ${place.subjectId} WHERE parent_id = ${id}`.execute(tx);
}

export async function deleteTopicRow(tx: Tx, id: number): Promise<void> {
  await sql`DELETE FROM topics WHERE id = ${id}`.execute(tx);
}

/** What each of these texts means in its subject, in order; null where nothing has that name. */
export async function findMeant(
  db: Db | Tx,
  texts: readonly { subjectId: number; text: string }[],
): Promise<(number | null)[]> {
  if (texts.length === 0) return [];
  const { rows } = await sql<{ id: number | null }>`
    SELECT (SELECT t.id FROM topics t WHERE t.subject_id = given.subject_id AND t.name_key = topic_key(given.text)
            ORDER BY t.parent_id NULLS FIRST, t.id LIMIT 1) AS id
    FROM unnest(${texts.map(({ subjectId }) => subjectId)}::int[], ${texts.map(({ text }) => text)}::text[])
      WITH ORDINALITY AS given (subject_id, text, place) ORDER BY place`.execute(db);
  return rows.map(({ id }) => id);
}

export type Likeness = { id: number; name: string; parentName: string | null };

/** For each text the topic of its subject that is written most like it, where one is. */
export async function findLike(
  db: Db | Tx,
  texts: readonly { subjectId: number; text: string }[],
): Promise<(Likeness | null)[]> {
  if (texts.length === 0) return [];
  const { rows } = await sql<{ id: number | null; name: string; parentName: string | null }>`
    SELECT likely.id, likely.name, likely."parentName"
    FROM unnest(${texts.map(({ subjectId }) => subjectId)}::int[], ${texts.map(({ text }) => text)}::text[])
      WITH ORDINALITY AS given (subject_id, text, place)
    LEFT JOIN LATERAL (
      SELECT t.id, t.name, above.name AS "parentName" FROM topics t LEFT JOIN topics above ON above.id = t.parent_id
      WHERE t.subject_id = given.subject_id AND similarity(t.name_key, topic_key(given.text)) >= 0.45
      ORDER BY similarity(t.name_key, topic_key(given.text)) DESC, t.id LIMIT 1
    ) AS likely ON true ORDER BY given.place`.execute(db);
  return rows.map(({ id, ...rest }) => (id === null ? null : { id, ...rest }));
}

export type Uses = {
  questions: number;
  lessons: number;
  draws: number;
  subtopics: number;
  syllabi: number;
  themes: number;
};

export async function countUses(tx: Tx, id: number): Promise<Uses> {
  const { rows } = await sql<Uses>`
    SELECT (SELECT count(*) FROM questions WHERE topic_id = ${id}) AS questions,
           (SELECT count(*) FROM lessons WHERE topic_id = ${id}) AS lessons,
           (SELECT count(*) FROM quiz_version_draws WHERE topic_id = ${id}) AS draws,
           (SELECT count(*) FROM topics WHERE parent_id = ${id}) AS subtopics,
           (SELECT count(*) FROM syllabus_topics WHERE topic_id = ${id}) AS syllabi,
           (SELECT count(*) FROM essay_themes WHERE topic_id = ${id}) AS themes`.execute(tx);
  return rows[0] ?? { questions: 0, lessons: 0, draws: 0, subtopics: 0, syllabi: 0, themes: 0 };
}
