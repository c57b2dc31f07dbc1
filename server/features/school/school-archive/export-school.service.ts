import type { Writable } from 'node:stream';
import { fileColumns } from '#server/backup/school/carried.ts';
import { FILES, FORMAT, MANIFEST, type Manifest } from '#server/backup/school/manifest.ts';
import {
  type CarriedTable,
  type Fingerprint,
  listCarriedTables,
  listFileKeys,
  measureRows,
} from '#server/backup/school/rows.store.ts';
import { neutralised, quotedCell } from '#server/csv/csv-cells.ts';
import type { Tx } from '#server/db/handle.ts';
import { readSnapshot } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import type { Files } from '#server/files/files.ts';
import { version } from '#server/version.ts';
import { folderOf } from './archive-folders.ts';
import { writeLessonPages } from './lesson-pages.ts';
import { type Progress, type Step, unitsOf } from './progress.ts';
import { writeQuestionFiles } from './question-files.ts';
import { readme } from './readme.ts';
import {
  listAppliedMigrations,
  listSequences,
  prepareSnapshot,
  readCellRows,
  readJsonRows,
  runOn,
} from './snapshot.store.ts';
import { type ZipWriter, zipWriter } from './zip-writer.ts';

type Needs = Pick<Deps, 'db' | 'files' | 'clock'> & { school: { now: { schoolName: string } } };

/** From this many rows on, the size of an entry may pass what a plain zip can state. */
const HUGE_ROWS = 1_000_000;

export type Exported = { rows: number; tables: number; files: number; people: number };

type Printed = CarriedTable & Fingerprint & { path: string; widest: number };

/**
 * Writes the whole school into one zip: every row of one snapshot as JSON and CSV, lessons as pages, questions as
 * Moodle files, and the files that the rows name. Files are stored before their row and removed after it, so a row of the
 * snapshot finds its file unless it was deleted meanwhile; the manifest lists those. The snapshot ends before the files
 * are copied, because its locks would hold up an upgrade for hours.
 */
export async function exportSchool(deps: Needs, out: Writable, progress: Progress): Promise<Exported> {
  const at = deps.clock.now();
  const zip = zipWriter(out, at);
  try {
    const counted = counter(await measureFiles(deps), progress);
    const { keys, people, rows, ...described } = await readSnapshot(deps, async (tx) => {
      await prepareSnapshot(tx);
      return writeSnapshot(deps, tx, zip, at, counted);
    });
    const missingFiles = await writeFiles(deps.files, zip, keys, counted.step);
    const manifest: Manifest = { ...described, files: keys.length - missingFiles.length, missingFiles };
    await zip.addText(MANIFEST, `${JSON.stringify(manifest, null, 1)}\n`);
    await zip.finish();
    return { rows, tables: manifest.tables.length, files: manifest.files, people };
  } catch (error) {
    await zip.abandon(error);
    throw error;
  }
}

/** Units of all files, as the store has them now: people who wait see how much is left. */
async function measureFiles({ db, files }: Needs): Promise<number> {
  const keys = new Set(await listFileKeys(runOn(db), fileColumns));
  let bytes = 0;
  for await (const { key, size } of files.list()) if (keys.has(key)) bytes += size;
  return unitsOf(bytes);
}

type Counter = { expect: (units: number) => void; step: Step };

function counter(files: number, progress: Progress): Counter {
  let total = files;
  let done = 0;
  return {
    expect(units) {
      total += units;
    },
    step(units) {
      done += units;
      // A file that was added after the files were measured is not in the total.
      return progress(Math.min(done, total), total);
    },
  };
}

type Snapshot = Omit<Manifest, 'files' | 'missingFiles'> & { keys: string[]; rows: number; people: number };

async function writeSnapshot(
  deps: Needs,
  tx: Tx,
  zip: ZipWriter,
  at: Date,
  { expect, step }: Counter,
): Promise<Snapshot> {
  const run = runOn(tx);
  const migrations = await listAppliedMigrations(tx);
  const tables: Printed[] = [];
  for (const table of await listCarriedTables(run)) {
    const path = `${folderOf(table)}/${table.name}`;
    tables.push({ ...table, path, ...(await measureRows(run, table)), hash: '0' });
  }
  const keys = await listFileKeys(run, fileColumns);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  expect(rows * 2);

  const school = deps.school.now.schoolName;
  await zip.addText('LEIA-ME.txt', readme({ school, at, tables, files: keys.length }));
  // The hash is added up from the rows, as they are fetched.
  for (const table of tables) {
    const options = { mayBeHuge: table.rows > HUGE_ROWS };
    await zip.add(`${table.path}.json`, asJson(table, readJsonRows(tx, table), step), options);
    await zip.add(`${table.path}.csv`, asCsv(table, readCellRows(tx, table), step), options);
  }
  await writeLessonPages(tx, zip, step);
  await writeQuestionFiles(tx, deps.files, zip, step);
  const people = tables.find(({ schema, name }) => schema === 'public' && name === 'users')?.rows ?? 0;
  return {
    ...{ product: 'alvorada' as const, format: FORMAT, version, createdAt: at.toISOString(), school, migrations },
    tables: tables.map(({ schema, name, path, columns, rows: count, hash }) => ({
      ...{ schema, name, entry: `${path}.json`, rows: count, hash },
      columns: columns.map((column) => column.name),
    })),
    sequences: await listSequences(tx),
    ...{ keys, rows, people },
  };
}

/** Returns the keys whose file the store does not have. */
async function writeFiles(files: Files, zip: ZipWriter, keys: readonly string[], step: Step): Promise<string[]> {
  async function* counted(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      yield chunk;
      await step(unitsOf(chunk.byteLength));
    }
  }
  const missing: string[] = [];
  for (const key of keys) {
    const file = await files.read(key);
    if (file) await zip.add(`${FILES}${key}`, counted(file.stream), { compress: false, size: file.size });
    else missing.push(key);
    await step(0);
  }
  return missing;
}

/** One array, one row a line: a program reads it as a whole, the import line by line. Adds up the hash of the table. */
async function* asJson(
  table: Printed,
  pages: AsyncIterable<{ line: string; hash: string }[]>,
  step: Step,
): AsyncGenerator<Buffer> {
  let isFirst = true;
  let hash = 0n;
  for await (const rows of pages) {
    yield Buffer.from(rows.map(({ line }, at) => `${isFirst && at === 0 ? '[' : ','}${line}\n`).join(''));
    isFirst = false;
    for (const row of rows) hash += BigInt(row.hash);
    await step(rows.length);
  }
  table.hash = String(hash);
  yield Buffer.from(isFirst ? '[]\n' : ']\n');
}

/** A negative number begins like a formula, and is none. */
const csvCell = (cell: string) => (/^-\d+(?:\.\d+)?$/.test(cell) ? cell : quotedCell(neutralised(cell)));

/** As every other CSV of the product: for Excel in Portuguese, and no cell is run as a formula. */
async function* asCsv(
  table: CarriedTable,
  pages: AsyncIterable<{ line: string }[]>,
  step: Step,
): AsyncGenerator<Buffer> {
  yield Buffer.from(`\uFEFF${table.columns.map(({ name }) => name).join(';')}\r\n`);
  for await (const fetched of pages) {
    const rows = fetched.map(({ line }) =>
      (JSON.parse(line) as (string | null)[]).map((cell) => csvCell(cell ?? '')).join(';'),
    );
    yield Buffer.from(`${rows.join('\r\n')}\r\n`);
    await step(fetched.length);
  }
}
