import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';
import type { FileQuestion } from './files/question-file.ts';

export type KeylessEntry = {
  position: number;
  line: number;
  excerpt: string;
  number: number;
  /** As it was read, or with the key of an answer sheet that was applied before. */
  question: FileQuestion;
  warning: string | null;
};

/** The entries that wait for the key of an answer sheet, in the order of the file. */
export async function listKeylessEntries(db: Db | Tx, importId: number, limit: number): Promise<KeylessEntry[]> {
  const { rows } = await sql<KeylessEntry>`
    SELECT position, line, excerpt, coalesce(number, position) AS number, coalesce(unfinished, question) AS question, warning
    FROM question_import_entries
    WHERE import_id = ${importId} AND awaits_key AND coalesce(unfinished, question) IS NOT NULL
    ORDER BY position LIMIT ${limit}`.execute(db);
  return rows;
}

export async function countKeylessEntries(db: Db | Tx, importId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM question_import_entries WHERE import_id = ${importId} AND awaits_key`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The numbers of the questions that stay out because they were annulled, in the order of the file. */
export async function listAnnulledNumbers(db: Db | Tx, importId: number): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    SELECT coalesce(number, position) AS number FROM question_import_entries
    WHERE import_id = ${importId} AND annulled AND problem IS NOT NULL AND NOT left_out ORDER BY position`.execute(db);
  return rows.map(({ number }) => number);
}

export type KeyedEntry = {
  position: number;
  question: FileQuestion | null;
  unfinished: FileQuestion | null;
  fingerprint: string | null;
  problem: string | null;
  isAnnulled: boolean;
  isInBank: boolean;
};

/** Stores entries with their keys, updates the counts of the import and restarts the comparison. */
export async function saveKeyedEntries(tx: Tx, importId: number, entries: readonly KeyedEntry[]): Promise<void> {
  await sql`
    UPDATE question_import_entries e
    SET question = nullif(k.question, 'null'::jsonb), unfinished = nullif(k.unfinished, 'null'::jsonb),
        fingerprint = decode(k.fingerprint, 'hex'), problem = k.problem, annulled = k."isAnnulled",
        duplicate = CASE WHEN k."isInBank" THEN 'bank' END, like_question_id = NULL, likeness = NULL, verdict = NULL
    FROM jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) AS k (position int, question jsonb, unfinished jsonb,
      fingerprint text, problem text, "isAnnulled" boolean, "isInBank" boolean)
    WHERE e.import_id = ${importId} AND e.position = k.position`.execute(tx);
  await sql`
    UPDATE question_import_entries e SET duplicate = 'file'
    WHERE e.import_id = ${importId} AND e.awaits_key AND e.fingerprint IS NOT NULL AND e.duplicate IS NULL AND EXISTS (
      SELECT FROM question_import_entries o
      WHERE o.import_id = e.import_id AND o.position < e.position AND o.fingerprint = e.fingerprint)`.execute(tx);
  await sql`
    UPDATE question_imports SET compared_to = 0,
      problem_count = (SELECT count(*) FROM question_import_entries WHERE import_id = ${importId} AND problem IS NOT NULL),
      duplicate_count = (SELECT count(*) FROM question_import_entries WHERE import_id = ${importId} AND duplicate IS NOT NULL)
    WHERE id = ${importId}`.execute(tx);
}
