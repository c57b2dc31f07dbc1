import { createWriteStream, rmSync, type WriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { backup } from '#server/backup/backup.ts';
import { readConfig } from '#server/config.ts';
import { openFiles } from '#server/files/open-files.ts';
import { version } from '#server/version.ts';
import { openDatabase } from './database.ts';

/**
 * bin/alvorada backup            into DATA_DIR/backups, named by the time
 * bin/alvorada backup file.tar   into that file
 * bin/alvorada backup -          to the standard output, for a pipe that encrypts or uploads it
 * Works while the server runs. Whatever goes wrong, no file is left that looks like a backup.
 */
const config = readConfig();
const now = () => new Date();
const [target] = process.argv.slice(2);
const say = (line: string) => process.stderr.write(`${line}\n`);

async function toFile(write: (out: WriteStream) => Promise<void>): Promise<void> {
  const stamp = now()
    .toISOString()
    .replace(/[:.]/g, '')
    .replace(/\d{3}Z$/, 'Z');
  const path = resolve(target ?? join(config.dataDir, 'backups', `alvorada-${stamp}.tar`));
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const partial = `${path}.part`;
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.once(signal, () => {
      rmSync(partial, { force: true });
      say(`The backup was ended by ${signal}; nothing was kept.`);
      process.exit(1);
    });
  }
  try {
    await write(createWriteStream(partial, { mode: 0o600, flush: true }));
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
  say(`Backup: ${path}, ${(await stat(path)).size} bytes.`);
}

const database = await openDatabase(config);
try {
  const write = async (out: WriteStream) => {
    const files = openFiles(config);
    const made = await backup({ connection: database.connection, files, out, version, now, progress: say });
    say(`${made.people} people; ${made.rows} rows of ${made.tables} tables and ${made.files} files.`);
  };
  if (target === '-') await write(createWriteStream('', { fd: 1 }));
  else await toFile(write);
} catch (error) {
  say(`The backup failed: ${(error as Error).message}`);
  process.exitCode = 1;
} finally {
  await database.close();
}
