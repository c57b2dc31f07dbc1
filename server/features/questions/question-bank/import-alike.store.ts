import { sql } from 'kysely';
import type { PairVerdict } from '#contract/questions/question-pairs.ts';
import type { Db, Tx } from '#server/db/handle.ts';

/** `fingerprint`: that of the compared entry. The entry at this position may have been replaced since. */
export type FoundAlike = { position: number; fingerprint: string; questionId: number; likeness: number };

/**
 * Saves the results of comparing the entries from `after` to `upTo`. Compare-and-set: does nothing when the position
 * has moved since.
 */
export async function saveAlike(
  tx: Tx,
  importId: number,
  found: readonly FoundAlike[],
  { after, upTo }: { after: number; upTo: number },
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('question_imports')
    .set({ compared_to: upTo })
    .where('id', '=', importId)
    .where('state', '=', 'preview')
    .where('compared_to', '=', after)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await sql`
    UPDATE question_import_entries e SET like_question_id = f."questionId", likeness = f.likeness
    FROM jsonb_to_recordset(${JSON.stringify(found)}::jsonb) AS f (position int, fingerprint text, "questionId" int, likeness real)
    WHERE e.import_id = ${importId} AND e.position = f.position AND e.fingerprint = decode(f.fingerprint, 'hex')`.execute(
    tx,
  );
}

export async function findComparedTo(db: Db | Tx, importId: number): Promise<number | null> {
  const row = await db
    .selectFrom('question_imports')
    .select('compared_to as comparedTo')
    .where('id', '=', importId)
    .where('state', '=', 'preview')
    .executeTakeFirst();
  return row?.comparedTo ?? null;
}

/** Counts the near-duplicates without a verdict of the author. */
export async function countAlike(db: Db | Tx, importId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM question_import_entries
    WHERE import_id = ${importId} AND problem IS NULL AND duplicate IS NULL
      AND like_question_id IS NOT NULL AND verdict IS NULL`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Saves a verdict. 'same' excludes the entry from the import as a duplicate; any other includes it again. */
export async function saveEntryVerdict(
  tx: Tx,
  importId: number,
  position: number,
  verdict: PairVerdict,
): Promise<boolean> {
  const { rows } = await sql<{ change: number }>`
    UPDATE question_import_entries e
    SET verdict = ${verdict}, duplicate = ${verdict === 'same' ? 'bank' : null}
    FROM question_import_entries before
    WHERE e.import_id = ${importId} AND e.position = ${position} AND e.problem IS NULL AND e.like_question_id IS NOT NULL
      AND (e.duplicate IS NULL OR e.verdict = 'same')
      AND before.import_id = e.import_id AND before.position = e.position
    RETURNING (e.duplicate IS NOT NULL)::int - (before.duplicate IS NOT NULL)::int AS change`.execute(tx);
  const [changed] = rows;
  if (!changed) return false;
  await sql`
    UPDATE question_imports SET duplicate_count = duplicate_count + ${changed.change} WHERE id = ${importId}`.execute(
    tx,
  );
  return true;
}

/** Whether entries remain that were not compared. */
export async function hasUncomparedEntries(db: Db | Tx, importId: number, position: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM question_import_entries
    WHERE import_id = ${importId} AND position > ${position} AND problem IS NULL AND duplicate IS NULL LIMIT 1`.execute(
    db,
  );
  return rows.length > 0;
}
