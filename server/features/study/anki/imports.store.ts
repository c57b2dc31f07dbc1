import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';
import { isUnpaused, type Pausing } from '#server/db/unpaused.ts';
import type { DeckSummary, Review } from './reading/deck-card.ts';

export type ImportState = 'preview' | 'running' | 'done' | 'undoing' | 'undone';
export type DeckChoice = { name: string; topicId: number | null; isSkipped: boolean };

type NewImport = {
  userId: string;
  fileName: string;
  fileKey: string;
  sha256: Buffer;
  summary: DeckSummary;
  known: number;
  now: Date;
};

export async function insertImport(tx: Tx, made: NewImport): Promise<number> {
  const { id } = await tx
    .insertInto('card_imports')
    .values({
      user_id: made.userId,
      file_name: made.fileName,
      file_key: made.fileKey,
      sha256: made.sha256,
      summary: JSON.stringify(made.summary),
      known: made.known,
      created_at: made.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const row = (db: Db | Tx) =>
  db
    .selectFrom('card_imports')
    .select([
      'id',
      'user_id as userId',
      'file_name as fileName',
      'file_key as fileKey',
      sql<ImportState>`state`.as('state'),
      sql<DeckSummary>`summary`.as('summary'),
      'known',
      sql<DeckChoice[]>`choices`.as('choices'),
      'keeps_schedule as keepsSchedule',
      'chosen',
      'processed',
      'added',
      'broken_pictures as brokenPictures',
      'stayed',
      'created_at as createdAt',
      'started_at as startedAt',
      'active_at as activeAt',
      'resends',
      'is_broken_off as isBrokenOff',
    ]);

export const findImport = (db: Db | Tx, id: number) => row(db).where('id', '=', id).executeTakeFirst();
export type ImportRow = NonNullable<Awaited<ReturnType<typeof findImport>>>;

export const lockImport = (tx: Tx, id: number) => row(tx).where('id', '=', id).forUpdate().executeTakeFirst();

export async function listImports(db: Db, userId: string, limit: number) {
  const { rows } = await sql<{
    id: number;
    fileName: string;
    state: ImportState;
    createdAt: Date;
    cards: number;
    added: number;
    isBrokenOff: boolean;
  }>`
    SELECT id, file_name AS "fileName", state, created_at AS "createdAt", (summary->>'cards')::int AS cards, added,
      is_broken_off AS "isBrokenOff"
    FROM card_imports WHERE user_id = ${userId} ORDER BY id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

/** The preview of the same file that was made after a moment. */
export const findPreview = (db: Db, userId: string, sha256: Buffer, after: Date) =>
  db
    .selectFrom('card_imports')
    .select('id')
    .where('user_id', '=', userId)
    .where('state', '=', 'preview')
    .where('sha256', '=', sha256)
    .where('created_at', '>', after)
    .executeTakeFirst();

/** Deletes previews of a student. A trigger releases their files. */
export async function deletePreviews(tx: Tx, userId: string, id?: number): Promise<number> {
  let query = tx.deleteFrom('card_imports').where('user_id', '=', userId).where('state', '=', 'preview');
  if (id !== undefined) query = query.where('id', '=', id);
  const { numDeletedRows } = await query.executeTakeFirst();
  return Number(numDeletedRows);
}

export async function deleteOldPreviews(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM card_imports WHERE id IN (
      SELECT id FROM card_imports WHERE state = 'preview' AND created_at < ${before} ORDER BY created_at LIMIT ${limit})
      AND state = 'preview'`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

export async function isImporting(tx: Tx, userId: string): Promise<boolean> {
  const found = await tx
    .selectFrom('card_imports')
    .select('id')
    .where('user_id', '=', userId)
    .where('state', 'in', ['running', 'undoing'])
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

type Start = {
  choices: readonly DeckChoice[];
  keepsSchedule: boolean;
  chosen: number;
  freePictures: number;
  now: Date;
};

/** True for the one caller that starts it. */
export async function beginImport(tx: Tx, id: number, start: Start): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('card_imports')
    .set({
      state: 'running',
      choices: JSON.stringify(start.choices),
      keeps_schedule: start.keepsSchedule,
      chosen: start.chosen,
      free_pictures: start.freePictures,
      started_at: start.now,
      active_at: start.now,
    })
    .where('id', '=', id)
    .where('state', '=', 'preview')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Records the begin of a run. Returns how many pictures the student could have when the first run began. */
export async function recordRun(db: Db, id: number, run: { freePictures: number; now: Date }): Promise<number> {
  const { rows } = await sql<{ free: number }>`
    UPDATE card_imports SET active_at = ${run.now}, free_pictures = coalesce(free_pictures, ${run.freePictures})
    WHERE id = ${id} AND state = 'running' RETURNING free_pictures AS free`.execute(db);
  return rows[0]?.free ?? run.freePictures;
}

/** Counts a run that ended at the time limit of the reader; how many there were. */
export async function countSlowRun(db: Db, id: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    UPDATE card_imports SET slow_runs = slow_runs + 1 WHERE id = ${id} RETURNING slow_runs AS count`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Imports and undos whose job has neither been sent nor made progress since `before`. */
export async function listIdleImports(
  db: Db,
  before: Date,
  { pausing, limit }: { pausing: Pausing; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM card_imports
    WHERE state IN ('running', 'undoing') AND (active_at IS NULL OR active_at < ${before})
      AND ${isUnpaused(pausing, sql`id`)}
    ORDER BY id LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

export async function recordResend(tx: Tx, id: number, now: Date): Promise<void> {
  await sql`UPDATE card_imports SET active_at = ${now}, resends = resends + 1 WHERE id = ${id}`.execute(tx);
}

/** True for the one caller that moves the state. */
export async function moveImport(
  tx: Tx,
  id: number,
  { from, to, now }: { from: ImportState; to: ImportState; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('card_imports')
    .set({ state: to, active_at: now, resends: 0 })
    .where('id', '=', id)
    .where('state', '=', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends an import and returns the key of its file, which the caller releases. */
export async function finishImport(tx: Tx, id: number, isBrokenOff: boolean): Promise<string | null> {
  const { rows } = await sql<{ key: string | null }>`
    WITH file AS (SELECT file_key FROM card_imports WHERE id = ${id} AND state = 'running' FOR UPDATE)
    UPDATE card_imports SET state = 'done', file_key = NULL, is_broken_off = ${isBrokenOff} FROM file WHERE id = ${id} AND state = 'running'
    RETURNING file.file_key AS key`.execute(tx);
  return rows[0]?.key ?? null;
}

type Progress = { processed: number; added: number; brokenPictures: number; now: Date };

export async function saveProgress(tx: Tx, id: number, step: Progress): Promise<void> {
  await sql`
    UPDATE card_imports SET processed = processed + ${step.processed}, added = added + ${step.added},
      broken_pictures = broken_pictures + ${step.brokenPictures}, active_at = ${step.now}
    WHERE id = ${id}`.execute(tx);
}

export async function finishUndo(tx: Tx, id: number, stayed: number): Promise<void> {
  await tx
    .updateTable('card_imports')
    .set({ state: 'undone', stayed })
    .where('id', '=', id)
    .where('state', '=', 'undoing')
    .execute();
}

export async function insertPastReviews(
  tx: Tx,
  userId: string,
  cards: readonly { cardId: number; reviews: readonly Review[] }[],
): Promise<void> {
  if (cards.length === 0) return;
  await sql`
    INSERT INTO card_past_reviews (card_id, user_id, reviews)
    SELECT "cardId", ${userId}, reviews
    FROM jsonb_to_recordset(${JSON.stringify(cards)}::jsonb) AS given ("cardId" integer, reviews jsonb)`.execute(tx);
}

/** Topics of the school that are called like the last level of these decks, where only one is. */
export async function findTopicsNamed(db: Db, names: readonly string[]) {
  const { rows } = await sql<{ text: string; id: number; name: string; subject: string }>`
    SELECT text, min(topics.id) AS id, min(topics.name) AS name, min(subjects.name) AS subject
    FROM unnest(${names}::text[]) AS given (text)
    JOIN topics ON topics.name_key = topic_key(text) JOIN subjects ON subjects.id = topics.subject_id
    WHERE text <> '' GROUP BY text HAVING count(*) = 1`.execute(db);
  return new Map(rows.map(({ text, ...topic }) => [text, topic]));
}
