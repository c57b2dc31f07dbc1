import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';

const run = promisify(execFile);
const target = join(import.meta.dirname, '../server/db/tables.ts');

/** Migrates an empty database and writes the types of its tables; with --check, only compares. */
async function generate(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'alvorada-types-'));
  // As root the database runs under another account, which has to pass through.
  await chmod(dataDir, 0o711);
  const postgres = await startEmbedded({ dataDir, log: () => {}, settings: { fsync: 'off' } });
  try {
    await migrate(postgres.connection);
    const { host, user, database } = postgres.connection;
    const out = join(dataDir, 'tables.ts');
    const url = `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`;
    await run(
      'npx',
      ['kysely-codegen', '--dialect', 'postgres', '--url', url, '--out-file', out, '--include-pattern', 'public.*'],
      {
        cwd: join(import.meta.dirname, '..'),
      },
    );
    const types = await readFile(out, 'utf8');
    // server/db/connect.ts parses 8-byte integers to numbers.
    return types.replace(/^export type Int8 = .*$/m, 'export type Int8 = number;');
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const generated = await generate();
if (process.argv.includes('--check')) {
  if (generated !== (await readFile(target, 'utf8'))) {
    console.error('server/db/tables.ts does not agree with the migrations: run npm run db:types.');
    process.exit(1);
  }
} else {
  await writeFile(target, generated);
}
