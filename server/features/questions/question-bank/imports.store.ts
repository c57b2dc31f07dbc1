import { sql } from 'kysely';
import type { PairVerdict } from '#contract/questions/question-pairs.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import type { StoredPiece } from './exam/stored-pages.ts';
import type { FileKind, FileQuestion } from './files/question-file.ts';
import type { TableLayout } from './files/table-layout.ts';
import { listAnnulledNumbers } from './import-keys.store.ts';

const importColumns = [
  'id',
  'file_name as fileName',
  'file_kind as fileKind',
  'remarks',
  sql<TableLayout | null>`layout`.as('layout'),
  'state',
  'total',
  'processed',
  'imported',
  'annulled_numbers as annulledNumbers',
  'problem_count as problemCount',
  'duplicate_count as duplicateCount',
  'owner_id as ownerId',
  'compared_to as comparedTo',
  'created_at as createdAt',
] as const;

type NewImport = {
  ownerId: string;
  fileName: string;
  fileKind: FileKind;
  layout: TableLayout | null;
  sha256: Buffer;
  remarks: string[];
  total: number;
  problemCount: number;
  duplicateCount: number;
  now: Date;
};

export async function insertImport(tx: Tx, row: NewImport): Promise<number> {
  const { id } = await tx
    .insertInto('question_imports')
    .values({
      owner_id: row.ownerId,
      file_name: row.fileName,
      file_kind: row.fileKind,
      sha256: row.sha256,
      remarks: row.remarks,
      layout: row.layout && JSON.stringify(row.layout),
      state: 'preview',
      total: row.total,
      problem_count: row.problemCount,
      duplicate_count: row.duplicateCount,
      compared_to: 0,
      created_at: row.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export type EntryRow = {
  position: number;
  line: number;
  excerpt: string;
  question: FileQuestion | null;
  fingerprint: string | null;
  problem: string | null;
  duplicate: 'file' | 'bank' | null;
  /** What could be read of an entry with a problem. */
  unfinished: FileQuestion | null;
  number: number | null;
  awaitsKey: boolean;
  warning: string | null;
  /** The pieces of lines that a question of an exam was read from. */
  pieces: StoredPiece[] | null;
};

/** A stored entry, with the result of the comparison. */
export type FoundEntry = EntryRow & {
  likeQuestionId: number | null;
  likeness: number | null;
  verdict: PairVerdict | null;
  isLeftOut: boolean;
  isAnnulled: boolean;
};

export async function insertEntries(tx: Tx, importId: number, entries: readonly EntryRow[]): Promise<void> {
  await sql`
    INSERT INTO question_import_entries
      (import_id, position, line, excerpt, question, fingerprint, problem, duplicate, unfinished, number,
       awaits_key, warning, pieces)
    SELECT ${importId}, e.position, e.line, e.excerpt, nullif(e.question, 'null'::jsonb), decode(e.fingerprint, 'hex'),
           e.problem, e.duplicate, nullif(e.unfinished, 'null'::jsonb), e.number, e."awaitsKey", e.warning,
           nullif(e.pieces, 'null'::jsonb)
    FROM jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) AS e (position int, line int, excerpt text,
      question jsonb, fingerprint text, problem text, duplicate text, unfinished jsonb,
      number int, "awaitsKey" boolean, warning text, pieces jsonb)`.execute(tx);
}

/** Deletes earlier previews of the same file: an author has at most one. */
export async function deletePreviews(tx: Tx, ownerId: string, sha256: Buffer): Promise<void> {
  await tx
    .deleteFrom('question_imports')
    .where('owner_id', '=', ownerId)
    .where('sha256', '=', sha256)
    .where('state', '=', 'preview')
    .execute();
}

export async function findImport(db: Db | Tx, id: number) {
  return db.selectFrom('question_imports').select(importColumns).where('id', '=', id).executeTakeFirst();
}

/** The names of subjects in the ready entries. */
export async function listSubjectNames(db: Db | Tx, importId: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT DISTINCT question ->> 'subject' AS name FROM question_import_entries
    WHERE import_id = ${importId} AND problem IS NULL AND duplicate IS NULL AND question ->> 'subject' <> ''
    ORDER BY name LIMIT 1000`.execute(db);
  return rows.map(({ name }) => name);
}

export type TopicText = { subject: string; topic: string; questionCount: number };

/** The topic texts of the ready entries of an import, in the order of the file. */
export async function listTopicTexts(db: Db | Tx, importId: number): Promise<TopicText[]> {
  const { rows } = await sql<TopicText>`
    SELECT question ->> 'subject' AS subject, question ->> 'topic' AS topic, count(*) AS "questionCount"
    FROM question_import_entries
    WHERE import_id = ${importId} AND problem IS NULL AND duplicate IS NULL
      AND question ->> 'subject' <> '' AND question ->> 'topic' <> ''
    GROUP BY 1, 2 ORDER BY min(position) LIMIT 10000`.execute(db);
  return rows;
}

export type TopicChoice = { subject: string; topic: string; topicId: number };

export async function findTopicChoices(db: Db | Tx, importId: number): Promise<TopicChoice[]> {
  const { rows } = await sql<{ choices: TopicChoice[] }>`
    SELECT topic_choices AS choices FROM question_imports WHERE id = ${importId}`.execute(db);
  return rows[0]?.choices ?? [];
}

/** False when the import has begun. */
export async function saveTopicChoices(tx: Tx, importId: number, choices: readonly TopicChoice[]): Promise<boolean> {
  const { rows } = await sql`
    UPDATE question_imports SET topic_choices = ${JSON.stringify(choices)}::jsonb
    WHERE id = ${importId} AND state = 'preview' RETURNING id`.execute(tx);
  return rows.length > 0;
}

/** Locks the import: concurrent choices from two windows run one after the other. */
export async function lockImport(tx: Tx, importId: number): Promise<void> {
  await sql`SELECT FROM question_imports WHERE id = ${importId} FOR UPDATE`.execute(tx);
}

type EntryFilter = 'all' | 'ready' | 'problems' | 'keyless' | 'annulled' | 'duplicates' | 'alike';
const conditions = {
  all: sql<boolean>`true`,
  ready: sql<boolean>`problem IS NULL AND duplicate IS NULL`,
  problems: sql<boolean>`problem IS NOT NULL AND (NOT annulled OR left_out)`,
  annulled: sql<boolean>`problem IS NOT NULL AND annulled AND NOT left_out`,
  keyless: sql<boolean>`problem IS NOT NULL AND awaits_key AND NOT annulled
    AND NOT jsonb_path_exists(unfinished, '$.options[*] ? (@.isCorrect == true)')`,
  duplicates: sql<boolean>`duplicate IS NOT NULL`,
  alike: sql<boolean>`problem IS NULL AND like_question_id IS NOT NULL AND (duplicate IS NULL OR verdict = 'same')`,
};

export async function listEntryRows(
  db: Db | Tx,
  importId: number,
  only: EntryFilter,
  page: { limit: number; after: number },
): Promise<FoundEntry[]> {
  const { rows } = await sql<FoundEntry>`
    SELECT position, line, excerpt, question, encode(fingerprint, 'hex') AS fingerprint, problem, duplicate, unfinished,
           number, awaits_key AS "awaitsKey", warning, like_question_id AS "likeQuestionId", likeness, verdict,
           left_out AS "isLeftOut", annulled AS "isAnnulled", pieces
    FROM question_import_entries
    WHERE import_id = ${importId} AND position > ${page.after} AND ${conditions[only]}
    ORDER BY position LIMIT ${page.limit}`.execute(db);
  return rows;
}

export async function countEntries(db: Db, importId: number, only: EntryFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM question_import_entries
    WHERE import_id = ${importId} AND ${conditions[only]}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** True for the one call that begins the import. */
export async function beginImport(tx: Tx, id: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('question_imports')
    .set({ state: 'importing' })
    .where('id', '=', id)
    .where('state', '=', 'preview')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function countRunning(tx: Tx, ownerId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('question_imports')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('owner_id', '=', ownerId)
    .where('state', '=', 'importing')
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function saveProgress(db: Db, id: number, processed: number): Promise<void> {
  await db
    .updateTable('question_imports')
    .set({ processed })
    .where('id', '=', id)
    .where('state', '=', 'importing')
    .execute();
}

export async function finishImport(tx: Tx, id: number, imported: number, now: Date): Promise<void> {
  const annulled = await listAnnulledNumbers(tx, id);
  await tx
    .updateTable('question_imports')
    .set((set) => ({
      ...{ state: 'done', imported, processed: set.ref('total'), finished_at: now },
      annulled_numbers: annulled,
    }))
    .where('id', '=', id)
    .execute();
  await tx.deleteFrom('question_import_entries').where('import_id', '=', id).execute();
  await tx.deleteFrom('question_import_tables').where('import_id', '=', id).execute();
  await tx.deleteFrom('question_import_pages').where('import_id', '=', id).execute();
}

export async function deletePreview(db: Db, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('question_imports')
    .where('id', '=', id)
    .where('state', '=', 'preview')
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteOldImports(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('question_imports').where('created_at', '<', before).where('state', '!=', 'importing').execute();
}

/** Serialises imports, so that a second import of the same file finds the questions of the first. */
export async function lockImports(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('question-imports'))`.execute(tx);
}
