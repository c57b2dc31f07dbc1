import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';
import type { FileQuestion } from './files/question-file.ts';

export async function findEntry(db: Db | Tx, importId: number, position: number) {
  const { rows } = await sql<{
    line: number;
    excerpt: string;
    problem: string | null;
    fingerprint: string | null;
    unfinished: FileQuestion | null;
  }>`
    SELECT line, excerpt, problem, encode(fingerprint, 'hex') AS fingerprint, unfinished
    FROM question_import_entries WHERE import_id = ${importId} AND position = ${position}`.execute(db);
  return rows[0];
}

/** Whether another entry of the file is the same question. */
export async function isRepeatedInFile(
  tx: Tx,
  importId: number,
  position: number,
  fingerprint: string,
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM question_import_entries
    WHERE import_id = ${importId} AND position <> ${position} AND fingerprint = decode(${fingerprint}, 'hex')
    LIMIT 1`.execute(tx);
  return rows.length > 0;
}

type Correction = {
  question: FileQuestion;
  fingerprint: string;
  excerpt: string;
  duplicate: 'file' | 'bank' | null;
};

/** Saves a corrected entry without its problem. The comparison resumes before it. */
export async function saveCorrection(tx: Tx, importId: number, position: number, made: Correction): Promise<void> {
  await sql`
    UPDATE question_import_entries
    SET question = ${JSON.stringify(made.question)}::jsonb, fingerprint = decode(${made.fingerprint}, 'hex'),
        excerpt = ${made.excerpt}, duplicate = ${made.duplicate}, problem = NULL, unfinished = NULL, awaits_key = false
    WHERE import_id = ${importId} AND position = ${position}`.execute(tx);
  await sql`
    UPDATE question_imports
    SET problem_count = problem_count - 1, duplicate_count = duplicate_count + ${made.duplicate === null ? 0 : 1},
        compared_to = least(compared_to, ${position - 1})
    WHERE id = ${importId}`.execute(tx);
}
