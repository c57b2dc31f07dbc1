import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { ErrorCode } from '#contract/errors.ts';
import { SCAN_PAGES_MAX } from '#contract/limits.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { claimStored, storeUnclaimed } from '#server/files/file-records.ts';
import { AppError, asUnavailable } from '#server/http/errors.ts';
import { scanInWorker, shareFile, UnreadablePage } from '#server/pdf/scan/scan-in-worker.ts';
import type { ScannedPage } from '#server/pdf/scan/scanned-lines.ts';
import { compareLater } from './import-alike.service.ts';
import { countsOf, entriesOf, storeEntries } from './import-entries.service.ts';
import { insertPages } from './import-review.store.ts';
import * as store from './import-scans.store.ts';
import { rememberedColumns, replaceReading } from './import-tables.store.ts';
import { deletePreviews, insertImport, lockImport } from './imports.store.ts';
import { openScannedExam, readFileInWorker } from './question-files.service.ts';

const JOB = 'recognise-import-pages';
/** Pages of one run. Other exams take their turn behind it. */
const RUN_PAGES = 8;
/** Runs in a row that recognised no page: the process ended each time. */
const RUNS_MAX = 3;
const LONGEST_SECONDS = 1800;
const HEARTBEAT_SECONDS = 60;

type Upload = { ownerId: string; fileName: string; sha256: Buffer; now: Date };

/** Stores an exam whose pages are pictures. Nothing is recognised before its author says so. */
export async function offerScan(deps: Deps, upload: Upload, bytes: Buffer, pages: readonly number[]): Promise<number> {
  if (pages.length > SCAN_PAGES_MAX) {
    throw new AppError(
      'too_large',
      `Este PDF tem ${pages.length} páginas digitalizadas. Divida-o: são no máximo ${SCAN_PAGES_MAX} por vez.`,
    );
  }
  const fileKey = `scans/${upload.now.getUTCFullYear()}/${randomUUID()}.pdf`;
  const stored = await storeUnclaimed(deps, [{ key: fileKey, content: bytes }]).catch(
    asUnavailable('Não conseguimos guardar o arquivo agora. Tente de novo em instantes.'),
  );
  return transact(deps, async (tx) => {
    await deletePreviews(tx, upload.ownerId, upload.sha256);
    await claimStored(tx, stored.keys);
    const counts = { total: 0, problemCount: 0, duplicateCount: 0 };
    const importId = await insertImport(tx, { ...upload, ...counts, fileKind: 'pdf', remarks: [], layout: null });
    await store.insertScan(tx, { importId, fileKey, pages });
    return importId;
  }).catch(async (error: unknown) => {
    await stored.discard();
    throw error;
  });
}

export const readScan = (deps: Deps, importId: number) => store.findProgress(deps.db, importId);

/** Starts the recognition in the background, or again after it failed. Idempotent. */
export const startScan = (deps: Deps, importId: number): Promise<void> =>
  transact(deps, async (tx) => {
    if (await store.startRunning(tx, importId)) await deps.jobs.send(tx, JOB, { importId });
  });

export function defineScanWork(deps: Deps): void {
  deps.jobs.define<{ importId: number }>({
    name: JOB,
    longestSeconds: LONGEST_SECONDS,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    run: ({ importId }) => runScan(deps, importId),
  });
}

/** Recognises the next pages. A run that was cut off goes on behind the last page that was stored. */
async function runScan(deps: Deps, importId: number): Promise<void> {
  const scan = await store.beginRun(deps.db, importId);
  if (!scan) return;
  if (scan.runs > RUNS_MAX) {
    deps.log.error({ import: importId }, 'the recognition of an exam was given up');
    const where = scan.waiting[0] === undefined ? '' : ` na página ${scan.waiting[0]}`;
    return store.failScan(deps.db, importId, `O reconhecimento parou várias vezes${where}. Tente de novo mais tarde.`);
  }
  const file = await deps.files.read(scan.fileKey);
  if (!file) return store.failScan(deps.db, importId, 'O arquivo se perdeu. Envie a prova de novo.');
  const bytes = shareFile(await buffer(file.stream));
  for (const page of scan.waiting.slice(0, RUN_PAGES)) {
    const scanned = await scanPage(bytes, page, importId);
    // Discarded meanwhile.
    if (!(await transact(deps, (tx) => store.savePage(tx, importId, page, scanned)))) return;
  }
  if (scan.waiting.length > RUN_PAGES) await deps.jobs.send(deps.db, JOB, { importId });
  else await readScanned(deps, importId, scan, Buffer.from(bytes));
}

async function scanPage(bytes: Uint8Array, page: number, importId: number): Promise<ScannedPage | null> {
  try {
    return await scanInWorker(bytes, page, String(importId));
  } catch (error) {
    if (error instanceof UnreadablePage) return null;
    throw error;
  }
}

/** What no other run would read, either. */
const lasting: readonly ErrorCode[] = ['bad_request', 'unsupported_type', 'too_large'];

async function readScanned(deps: Deps, importId: number, scan: store.RunningScan, bytes: Buffer): Promise<void> {
  try {
    await storeReading(deps, importId, scan, bytes);
  } catch (error) {
    if (!(error instanceof AppError) || !lasting.includes(error.code)) throw error;
    await store.failScan(deps.db, importId, error.message);
  }
}

async function storeReading(deps: Deps, importId: number, scan: store.RunningScan, bytes: Buffer): Promise<void> {
  const pages = await store.listPages(deps.db, importId);
  const owner = { id: scan.ownerId };
  const scanned = new Map(pages.map(({ page, turn, lines }) => [page, { turn, lines: lines ?? [] }]));
  const { source, stored } = await openScannedExam(deps, owner, bytes, scanned);
  const rules = { remembered: await rememberedColumns(deps.db), chosen: null, stored };
  const file = await readFileInWorker(source, rules, owner.id);
  const entries = await entriesOf(deps, file);
  const lost = pages.filter(({ lines }) => lines === null || lines.length === 0).map(({ page }) => page);
  const remarks =
    lost.length > 0 ? [`Páginas em que não reconhecemos texto: ${lost.join(', ')}.`, ...file.remarks] : file.remarks;
  await transact(deps, async (tx) => {
    await lockImport(tx, importId);
    if (!(await store.endScan(tx, importId))) return;
    await replaceReading(tx, importId, { layout: null, remarks, total: entries.length, ...countsOf(entries) });
    if (file.pages) await insertPages(tx, importId, file.pages);
    await storeEntries(tx, importId, entries);
    await compareLater(deps, tx, importId);
  });
}
