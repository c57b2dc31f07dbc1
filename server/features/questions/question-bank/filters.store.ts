import { sql } from 'kysely';
import type { SavedFilter } from '#contract/questions/question-filters.ts';
import type { Db, Tx } from '#server/db/handle.ts';

type Rest = Omit<SavedFilter, 'subjectId' | 'topicId'>;
export type FilterRow = { id: number; name: string; subjectId: number | null; topicId: number | null; filter: Rest };

const columns = sql`id, name, subject_id AS "subjectId", topic_id AS "topicId", filter`;

export async function listFilters(db: Db, ownerId: string, limit: number): Promise<FilterRow[]> {
  const { rows } = await sql<FilterRow>`
    SELECT ${columns} FROM question_filters WHERE owner_id = ${ownerId} ORDER BY id LIMIT ${limit}`.execute(db);
  return rows;
}

type NewFilter = Omit<FilterRow, 'id'> & { ownerId: string; now: Date };

/** Saves a filter; an existing one with the same name is overwritten. Undefined when the owner has `most` filters. */
export async function saveFilter(tx: Tx, filter: NewFilter, most: number): Promise<FilterRow | undefined> {
  // Serialises concurrent saves of one author, so that the limit cannot be exceeded.
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${filter.ownerId}, 1271))`.execute(tx);
  const { rows } = await sql<FilterRow>`
    INSERT INTO question_filters (owner_id, name, subject_id, topic_id, filter, created_at)
    SELECT ${filter.ownerId}, ${filter.name}, ${filter.subjectId}::int, ${filter.topicId}::int,
           ${JSON.stringify(filter.filter)}::jsonb, ${filter.now}::timestamptz
    WHERE (SELECT count(*) FROM question_filters WHERE owner_id = ${filter.ownerId} AND name <> ${filter.name}) < ${most}
    ON CONFLICT (owner_id, name) DO UPDATE
    SET subject_id = excluded.subject_id, topic_id = excluded.topic_id, filter = excluded.filter
    RETURNING ${columns}`.execute(tx);
  return rows[0];
}

export async function deleteFilter(db: Db, ownerId: string, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('question_filters')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function setTopicOfFilters(tx: Tx, from: number, into: number): Promise<void> {
  await tx.updateTable('question_filters').set({ topic_id: into }).where('topic_id', '=', from).execute();
}

export async function setSubjectOfFilters(tx: Tx, from: number, into: number): Promise<void> {
  await tx.updateTable('question_filters').set({ subject_id: into }).where('subject_id', '=', from).execute();
}

/** Topics moved to another subject: updates the subject of the saved filters that name them. */
export async function followTopics(tx: Tx, topicIds: readonly number[]): Promise<void> {
  await sql`
    UPDATE question_filters f SET subject_id = t.subject_id FROM topics t
    WHERE t.id = f.topic_id AND t.id = ANY(${topicIds}::int[])`.execute(tx);
}
