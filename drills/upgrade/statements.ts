import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { useFixedFormats } from '#server/backup/tables.store.ts';
import {
  isReplayed,
  type Outcome,
  type RecordedStatement,
  replay,
  type Statement,
} from '#server/backup/testing/replay-statements.ts';
import { openClient, startOutsidePostgres } from '../parts.ts';
import { runScript } from './release.ts';

/** What holds in both runs. The time of the database is another one in every run. */
function commonOf({ text }: Statement, first: Outcome, second: Outcome): Outcome {
  if ('error' in first || 'error' in second) return first;
  const hasTime = /\bnow\(\)|\bcurrent_|clock_timestamp|random/i.test(text);
  const count = !hasTime && first.count === second.count ? first.count : undefined;
  const hash = count !== undefined && first.hash === second.hash ? first.hash : undefined;
  return { columns: first.columns, count, hash };
}

/** The export of a person reads every table that exists, also those that a newer release has made. */
const isAboutNewerTables = (outcome: Outcome) => 'error' in outcome && outcome.error.startsWith('42');

/**
 * Writes the statements that a release has executed, with what each of them does on the school of its archive under its
 * own schema.
 */
export async function writeStatements(
  from: string,
  to: string,
  { older, archive, directory }: { older: string; archive: string; directory: string },
): Promise<string> {
  const lines = (await readFile(from, 'utf8')).trim().split('\n');
  const all = lines.map((line) => JSON.parse(line) as Statement).filter(isReplayed);
  const statements = [...new Map(all.map((one) => [one.text, one])).values()];
  const database = await startOutsidePostgres(join(directory, 'recorded'));
  try {
    const dataDir = join(directory, 'recorded-school');
    runScript(older, 'scripts/restore.ts', [archive, '--send-mail'], { DATABASE_URL: database.url, DATA_DIR: dataDir });
    const client = await openClient(database.connection);
    try {
      await useFixedFormats(client);
      const [first, second] = [await replay(client, statements), await replay(client, statements)];
      const recorded = statements.map((statement, index): RecordedStatement => {
        const [one, other] = [first[index], second[index]];
        if (!one || !other) throw new Error(`No outcome of ${statement.text}`);
        return { ...statement, outcome: commonOf(statement, one, other) };
      });
      const own = recorded.filter(({ outcome }) => !isAboutNewerTables(outcome));
      await writeFile(to, gzipSync(JSON.stringify(own), { level: 9 }));
      const errors = own.filter(({ outcome }) => 'error' in outcome).length;
      return `${own.length} statements of the older release in ${to}, ${errors} of which fail by its own rules`;
    } finally {
      await client.end();
    }
  } finally {
    await database.stop();
  }
}
