import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';

export type RequestRow = {
  id: number;
  userId: string;
  text: string;
  askedAt: Date;
  state: 'open' | 'granted' | 'refused' | 'withdrawn';
  answer: string;
  decidedAt: Date | null;
  fileKey: string | null;
  fileType: string | null;
};

const columns = sql`id, user_id AS "userId", body AS text, asked_at AS "askedAt", state, answer,
  decided_at AS "decidedAt", file_key AS "fileKey", file_type AS "fileType"`;

/** The latest request of a person, whatever became of it. */
export async function findLatestRequest(db: Db | Tx, userId: string): Promise<RequestRow | undefined> {
  const found = await sql<RequestRow>`
    SELECT ${columns} FROM exam_time_requests WHERE user_id = ${userId} ORDER BY id DESC LIMIT 1`.execute(db);
  return found.rows[0];
}

export async function findRequest(db: Db | Tx, id: number): Promise<RequestRow | undefined> {
  return (await sql<RequestRow>`SELECT ${columns} FROM exam_time_requests WHERE id = ${id}`.execute(db)).rows[0];
}

export async function lockOpenRequest(tx: Tx, userId: string): Promise<RequestRow | undefined> {
  const found = await sql<RequestRow>`
    SELECT ${columns} FROM exam_time_requests WHERE user_id = ${userId} AND state = 'open' FOR UPDATE`.execute(tx);
  return found.rows[0];
}

type NewRequest = { userId: string; text: string; file: { key: string; type: string } | null; now: Date };

export async function insertRequest(tx: Tx, { userId, text, file, now }: NewRequest): Promise<void> {
  await tx
    .insertInto('exam_time_requests')
    .values({
      user_id: userId,
      body: text,
      file_key: file?.key ?? null,
      file_type: file?.type ?? null,
      asked_at: now,
    })
    .execute();
}

/** A new file takes the place of the old one; without one the old one stays. */
export async function replaceRequest(
  tx: Tx,
  id: number,
  { text, file, now }: Omit<NewRequest, 'userId'>,
): Promise<void> {
  await tx
    .updateTable('exam_time_requests')
    .set({ body: text, asked_at: now, ...(file ? { file_key: file.key, file_type: file.type } : {}) })
    .where('id', '=', id)
    .execute();
}

type Decision = { state: 'granted' | 'refused' | 'withdrawn'; answer: string; decidedBy: string; now: Date };

/** Compare-and-set from open; false: it was decided before. */
export async function decideRequest(tx: Tx, id: number, decision: Decision): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('exam_time_requests')
    .set({
      state: decision.state,
      answer: decision.answer,
      decided_by: decision.decidedBy,
      decided_at: decision.now,
    })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The document has served: its key is given back for the sweep. */
export async function takeDocument(tx: Tx, id: number): Promise<void> {
  await tx.updateTable('exam_time_requests').set({ file_key: null, file_type: null }).where('id', '=', id).execute();
}

/** Clears what the decided requests of a person say and carry. Returns the keys of their documents. */
export async function clearDecided(tx: Tx, userId: string): Promise<string[]> {
  const { rows } = await sql<{ key: string | null }>`
    WITH decided AS (
      SELECT id, file_key FROM exam_time_requests
      WHERE user_id = ${userId} AND state <> 'open' AND (body <> '' OR file_key IS NOT NULL) FOR UPDATE
    )
    UPDATE exam_time_requests r SET body = '', file_key = NULL, file_type = NULL
    FROM decided WHERE r.id = decided.id RETURNING decided.file_key AS key`.execute(tx);
  return rows.flatMap(({ key }) => (key === null ? [] : [key]));
}

export async function listOpenRequests(db: Db, limit: number) {
  const { rows } = await sql<{
    id: number;
    userId: string;
    name: string;
    text: string;
    askedAt: Date;
    hasDocument: boolean;
  }>`
    SELECT r.id, r.user_id AS "userId", btrim(u.first_name || ' ' || u.last_name) AS name, r.body AS text,
           r.asked_at AS "askedAt", r.file_key IS NOT NULL AS "hasDocument"
    FROM exam_time_requests r JOIN users u ON u.id = r.user_id
    WHERE r.state = 'open' ORDER BY r.id LIMIT ${limit}`.execute(db);
  return rows;
}

/** A query that can be batched with other reads. */
export const openRequestCount = () => sql<{ count: number }>`
  SELECT count(*)::integer AS count FROM exam_time_requests WHERE state = 'open'`;

export const countOpenRequests = async (db: Db): Promise<number> =>
  (await openRequestCount().execute(db)).rows[0]?.count ?? 0;

/** The newest published exams with a clock, mock exams before essays. */
export async function listTimedExams(db: Db, limit: number) {
  const { rows } = await sql<{ title: string; minutes: number }>`
    (SELECT v.title, v.time_limit AS minutes FROM quizzes z JOIN quiz_versions v ON v.id = z.published_version_id
     WHERE v.time_limit IS NOT NULL ORDER BY z.published_at DESC, z.id DESC LIMIT ${limit})
    UNION ALL
    (SELECT v.title, (v.content ->> 'minutes')::int FROM essay_themes t
     JOIN essay_theme_versions v ON v.id = t.published_version_id
     WHERE t.is_open AND v.content ->> 'minutes' IS NOT NULL ORDER BY t.id DESC LIMIT 1)`.execute(db);
  return rows;
}

export async function findName(db: Db | Tx, userId: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    SELECT btrim(first_name || ' ' || last_name) AS name FROM users WHERE id = ${userId}`.execute(db);
  return rows[0]?.name ?? '';
}
