import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';
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
  }>`
    SELECT id, file_name AS "fileName", state, created_at AS "createdAt", (summary->>'cards')::int AS cards, added
    FROM card_imports WHERE user_id = ${userId} ORDER BY id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

/** The preview of the same file. */
export const findPreview = (db: Db, userId: string, sha256: Buffer) =>
  db
    .selectFrom('card_imports')
    .select('id')
    .where('user_id', '=', userId)
    .where('state', '=', 'preview')
    .where('sha256', '=', sha256)
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

type Start = { choices: readonly DeckChoice[]; keepsSchedule: boolean; chosen: number };

/** True for the one caller that starts it. */
export async function beginImport(tx: Tx, id: number, { choices, keepsSchedule, chosen }: Start): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('card_imports')
    .set({ state: 'running', choices: JSON.stringify(choices), keeps_schedule: keepsSchedule, chosen })
    .where('id', '=', id)
    .where('state', '=', 'preview')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** True for the one caller that moves the state. */
export async function moveImport(db: Db | Tx, id: number, from: ImportState, to: ImportState): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('card_imports')
    .set({ state: to })
    .where('id', '=', id)
    .where('state', '=', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends an import and returns the key of its file, which the caller releases. */
export async function finishImport(tx: Tx, id: number): Promise<string | null> {
  const { rows } = await sql<{ key: string | null }>`
    WITH file AS (SELECT file_key FROM card_imports WHERE id = ${id} AND state = 'running' FOR UPDATE)
    UPDATE card_imports SET state = 'done', file_key = NULL FROM file WHERE id = ${id} AND state = 'running'
    RETURNING file.file_key AS key`.execute(tx);
  return rows[0]?.key ?? null;
}

type Progress = { processed: number; added: number; brokenPictures: number };

export async function saveProgress(tx: Tx, id: number, step: Progress): Promise<void> {
  await sql`
    UPDATE card_imports SET processed = processed + ${step.processed}, added = added + ${step.added},
      broken_pictures = broken_pictures + ${step.brokenPictures}
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
