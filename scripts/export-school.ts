import { createWriteStream, rmSync } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { readConfig } from '#server/config.ts';
import { migrate } from '#server/db/migrate.ts';
import { exportSchool } from '#server/features/school/school-archive/export-school.service.ts';
import { createLog } from '#server/http/logging.ts';
import { openDeps } from '#server/start.ts';
import { openDatabase } from './database.ts';

/**
 * bin/alvorada export-school            into DATA_DIR/exports, named by the time
 * bin/alvorada export-school file.zip   into that file
 * The whole school in open formats, without passwords, secrets and sessions. Works while the server runs. Whatever goes
 * wrong, no file is left that looks like an archive.
 */
const config = readConfig();
const [target] = process.argv.slice(2);
const say = (line: string) => process.stderr.write(`${line}\n`);
const stamp = new Date()
  .toISOString()
  .replace(/[:.]/g, '')
  .replace(/\d{3}Z$/, 'Z');
const path = resolve(target ?? join(config.dataDir, 'exports', `escola-${stamp}.zip`));
const partial = `${path}.part`;

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.once(signal, () => {
    rmSync(partial, { force: true });
    say(`The export was ended by ${signal}; nothing was kept.`);
    process.exit(1);
  });
}

const database = await openDatabase(config);
try {
  await migrate(database.connection);
  const { deps, close } = await openDeps(config, database.connection, createLog({ ...config, logLevel: 'warn' }));
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    let tenth = 0;
    const made = await exportSchool(deps, createWriteStream(partial, { mode: 0o600, flush: true }), (done, total) => {
      const now = Math.floor((done * 10) / Math.max(total, 1));
      if (now > tenth) say(`${now * 10} %`);
      tenth = now;
    });
    await rename(partial, path);
    say(`${made.people} people; ${made.rows} rows of ${made.tables} tables and ${made.files} files.`);
    say(`School: ${path}, ${(await stat(path)).size} bytes.`);
  } finally {
    await close();
  }
} catch (error) {
  await rm(partial, { force: true });
  say(`The export failed: ${(error as Error).message}`);
  process.exitCode = 1;
} finally {
  await database.close();
}
