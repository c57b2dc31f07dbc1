import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';
import type { StoredPage, StoredPiece } from './exam/stored-pages.ts';
import type { FileQuestion } from './files/question-file.ts';

/** `pages` is the JSON of a list of `StoredPage`. */
export async function insertPages(tx: Tx, importId: number, pages: string): Promise<void> {
  await sql`
    INSERT INTO question_import_pages (import_id, page, content)
    SELECT ${importId}, (p ->> 'page')::int, p FROM jsonb_array_elements(${pages}::text::jsonb) AS p`.execute(tx);
}

export async function findPages(db: Db | Tx, importId: number, pages: readonly number[]): Promise<StoredPage[]> {
  const { rows } = await sql<{ content: StoredPage }>`
    SELECT content FROM question_import_pages
    WHERE import_id = ${importId} AND page = ANY (${[...new Set(pages)]}::int[]) ORDER BY page`.execute(db);
  return rows.map(({ content }) => content);
}

export async function countPages(db: Db | Tx, importId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM question_import_pages WHERE import_id = ${importId}`.execute(db);
  return rows[0]?.count ?? 0;
}

export type ReviewedEntry = {
  position: number;
  line: number;
  number: number | null;
  excerpt: string;
  /** The ready question, or the incomplete one of an entry with a problem. */
  question: FileQuestion | null;
  problem: string | null;
  warning: string | null;
  awaitsKey: boolean;
  isLeftOut: boolean;
  isAnnulled: boolean;
  pieces: StoredPiece[] | null;
};

/** The entries between two positions, in the order of the file. */
export async function listReviewed(
  db: Db | Tx,
  importId: number,
  { from, to }: { from: number; to: number },
): Promise<ReviewedEntry[]> {
  const { rows } = await sql<ReviewedEntry>`
    SELECT position, line, number, excerpt, coalesce(question, unfinished) AS question, problem, warning,
           awaits_key AS "awaitsKey", left_out AS "isLeftOut",
           annulled AS "isAnnulled", pieces
    FROM question_import_entries
    WHERE import_id = ${importId} AND position BETWEEN ${from} AND ${to} ORDER BY position`.execute(db);
  return rows;
}

export type ReviewedState = {
  position: number;
  excerpt: string;
  question: FileQuestion | null;
  unfinished: FileQuestion | null;
  fingerprint: string | null;
  problem: string | null;
  duplicate: 'file' | 'bank' | null;
  warning: string | null;
  awaitsKey: boolean;
  isLeftOut: boolean;
  pieces: StoredPiece[] | null;
};

/** Stores the decisions of the author about entries and updates the counts of the import. */
export async function saveReviewed(tx: Tx, importId: number, entries: readonly ReviewedState[]): Promise<void> {
  await sql`
    UPDATE question_import_entries e
    SET question = nullif(r.question, 'null'::jsonb), unfinished = nullif(r.unfinished, 'null'::jsonb),
        fingerprint = decode(r.fingerprint, 'hex'), excerpt = r.excerpt, problem = r.problem, duplicate = r.duplicate,
        warning = r.warning, awaits_key = r."awaitsKey", left_out = r."isLeftOut",
        pieces = nullif(r.pieces, 'null'::jsonb), like_question_id = NULL, likeness = NULL, verdict = NULL
    FROM jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) AS r (position int, excerpt text, question jsonb,
      unfinished jsonb, fingerprint text, problem text, duplicate text, warning text, "awaitsKey" boolean,
      "isLeftOut" boolean, pieces jsonb)
    WHERE e.import_id = ${importId} AND e.position = r.position`.execute(tx);
  await recount(tx, importId, Math.min(...entries.map(({ position }) => position)));
}

/** Adds an entry behind the last one. */
export async function appendEntry(
  tx: Tx,
  importId: number,
  entry: Pick<ReviewedState, 'excerpt' | 'unfinished' | 'problem' | 'warning' | 'awaitsKey' | 'pieces'> & {
    line: number;
    number: number | null;
  },
): Promise<void> {
  await sql`
    INSERT INTO question_import_entries
      (import_id, position, line, number, excerpt, unfinished, problem, warning, awaits_key, pieces)
    SELECT ${importId}, max(position) + 1, ${entry.line}, ${entry.number}, ${entry.excerpt},
           ${JSON.stringify(entry.unfinished)}::jsonb, ${entry.problem}, ${entry.warning}, ${entry.awaitsKey},
           ${JSON.stringify(entry.pieces)}::jsonb
    FROM question_import_entries WHERE import_id = ${importId}`.execute(tx);
  await sql`UPDATE question_imports SET total = total + 1 WHERE id = ${importId}`.execute(tx);
  await recount(tx, importId, 1);
}

/** The comparison begins again at the first changed entry. */
async function recount(tx: Tx, importId: number, from: number): Promise<void> {
  await sql`
    UPDATE question_imports SET compared_to = least(compared_to, ${from - 1}),
      problem_count = (SELECT count(*) FROM question_import_entries WHERE import_id = ${importId} AND problem IS NOT NULL),
      duplicate_count = (SELECT count(*) FROM question_import_entries WHERE import_id = ${importId} AND duplicate IS NOT NULL)
    WHERE id = ${importId}`.execute(tx);
}
