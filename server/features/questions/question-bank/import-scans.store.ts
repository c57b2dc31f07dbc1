import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';
import type { ScannedPage } from '#server/pdf/scan/scanned-lines.ts';

export type ScanState = 'offered' | 'running' | 'failed';

export async function insertScan(
  tx: Tx,
  scan: { importId: number; fileKey: string; pages: readonly number[] },
): Promise<void> {
  await tx
    .insertInto('question_import_scans')
    .values({ import_id: scan.importId, file_key: scan.fileKey, pages: [...scan.pages], state: 'offered' })
    .execute();
}

type ScanProgress = { state: ScanState; problem: string | null; pages: number; recognised: number };

export async function findProgress(db: Db, importId: number): Promise<ScanProgress | null> {
  const { rows } = await sql<ScanProgress>`
    SELECT state, problem, cardinality(pages) AS pages,
           (SELECT count(*) FROM question_import_scan_pages p WHERE p.import_id = s.import_id)::int AS recognised
    FROM question_import_scans s WHERE import_id = ${importId}`.execute(db);
  return rows[0] ?? null;
}

/** True for the one call that starts it. */
export async function startRunning(tx: Tx, importId: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('question_import_scans')
    .set({ state: 'running', problem: null, runs: 0 })
    .where('import_id', '=', importId)
    .where('state', 'in', ['offered', 'failed'])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export type RunningScan = {
  ownerId: string;
  fileName: string;
  fileKey: string;
  runs: number;
  /** Pages that are still to be recognised. */
  waiting: number[];
};

/** Counts a run that begins. Null where nothing is to be done any more. */
export async function beginRun(db: Db, importId: number): Promise<RunningScan | null> {
  const { rows } = await sql<RunningScan>`
    UPDATE question_import_scans s SET runs = s.runs + 1
    FROM question_imports i
    WHERE s.import_id = ${importId} AND s.state = 'running' AND i.id = s.import_id
    RETURNING i.owner_id AS "ownerId", i.file_name AS "fileName", s.file_key AS "fileKey", s.runs,
      ARRAY(SELECT page FROM unnest(s.pages) AS page WHERE NOT EXISTS (
        SELECT FROM question_import_scan_pages p WHERE p.import_id = s.import_id AND p.page = page.page)
        ORDER BY page) AS waiting`.execute(db);
  return rows[0] ?? null;
}

/** Stores a page, and forgets the runs before it: they made progress. False where the import is gone. */
export async function savePage(tx: Tx, importId: number, page: number, scanned: ScannedPage | null): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('question_import_scans')
    .set({ runs: 0 })
    .where('import_id', '=', importId)
    .where('state', '=', 'running')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await tx
    .insertInto('question_import_scan_pages')
    .values({
      import_id: importId,
      page,
      turn: scanned?.turn ?? 0,
      lines: scanned === null ? null : JSON.stringify(scanned.lines),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return true;
}

type StoredScan = { page: number; turn: number; lines: ScannedPage['lines'] | null };

export async function listPages(db: Db, importId: number): Promise<StoredScan[]> {
  const { rows } = await sql<StoredScan>`
    SELECT page, turn, lines FROM question_import_scan_pages WHERE import_id = ${importId} ORDER BY page LIMIT 1000`.execute(
    db,
  );
  return rows;
}

export async function failScan(db: Db, importId: number, problem: string): Promise<void> {
  await db
    .updateTable('question_import_scans')
    .set({ state: 'failed', problem })
    .where('import_id', '=', importId)
    .where('state', '=', 'running')
    .execute();
}

/** Deletes a scan whose text was read; a trigger releases its file. True for the one call that ends it. */
export async function endScan(tx: Tx, importId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('question_import_scans')
    .where('import_id', '=', importId)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
