import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Connection } from '#server/db/connect.ts';
import { listMigrations, migrate } from '#server/db/migrate.ts';
import { oneClient } from '#server/db/one-client.ts';
import { diskFiles } from '#server/files/files.ts';
import { type TestConnection, withEmptyDatabase } from '#server/testing/cluster.ts';
import { startServerProcess } from '#server/testing/server-process.ts';
import { readAll, readArchive, verifyArchive } from './archive.ts';
import { MANIFEST, type Manifest, type Summary } from './backup.ts';
import { restore } from './restore.ts';
import { fingerprint, tableName, useFixedFormats } from './tables.store.ts';
import { readStatements, replay } from './testing/replay-statements.ts';

/**
 * The example school as release 0.9.0 made it, in an archive that release 0.9.0 wrote: people in every state, payments,
 * attempts, certificates, files. It is never made again. Later releases get an archive each.
 */
const archive = join(import.meta.dirname, 'testing/school-0.9.0.tar');
const STUDENT = { username: 'rafaela', password: 'mb44qvse5nua' };

/**
 * Statements that the program of 0.9.0 executed on this school (`npm run test:upgrade -- --record FILE`), each with what
 * it does on the rows of the archive under the schema of 0.9.0.
 */
const statements = join(import.meta.dirname, 'testing/statements-0.9.0.json.gz');

let directory: string;
let manifest: Manifest;
let summary: Summary;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'alvorada-upgrade-'));
  summary = await verifyArchive<Summary>(archive);
  for await (const { name, content } of readArchive(archive)) {
    if (name !== MANIFEST) break;
    manifest = JSON.parse((await readAll(content)).toString('utf8')) as Manifest;
  }
});
afterAll(() => rm(directory, { recursive: true, force: true, maxRetries: 20 }));

const inDatabase = (work: (connection: TestConnection) => Promise<void>) =>
  withEmptyDatabase(inject('cluster'), `upgrade_${randomBytes(4).toString('hex')}`, (connection) =>
    work(connection as TestConnection),
  );

/** Statements of 0.9.0 that fail today, or find other rows than under their own schema. */
async function otherOutcomes(connection: Connection): Promise<string[]> {
  const client = await oneClient(connection, 'release-0.9.0');
  try {
    await useFixedFormats(client);
    const recorded = readStatements(statements);
    expect(recorded.length).toBeGreaterThan(500);
    const outcomes = await replay(client, recorded);
    return recorded.flatMap(({ text, outcome }, index) => {
      // What was not recorded is not compared.
      const isSame = Object.entries(outcome).every(
        ([name, value]) =>
          value === undefined || isDeepStrictEqual(value, outcomes[index]?.[name as keyof typeof outcome]),
      );
      return isSame
        ? []
        : [`${text}\n  0.9.0: ${JSON.stringify(outcome)}\n  today: ${JSON.stringify(outcomes[index])}`];
    });
  } finally {
    await client.end();
  }
}

/** Tables whose columns of 0.9.0 no longer hold the same rows. */
async function differing(connection: Connection): Promise<string[]> {
  const client = await oneClient(connection, 'compare');
  try {
    await useFixedFormats(client);
    const found: string[] = [];
    for (const table of manifest.tables) {
      const { rows, hash } = await fingerprint(client, table);
      const before = summary.tables[tableName(table)];
      if (rows !== before?.rows || hash !== before.hash) found.push(tableName(table));
    }
    return found;
  } finally {
    await client.end();
  }
}

/**
 * Takes out the rows that migrations since 0.9.0 add to its tables: search entries of kinds that 0.9.0 leaves out of its
 * results. Returns how many there were.
 */
async function removeAddedRows(connection: Connection): Promise<number> {
  const client = await oneClient(connection, 'added');
  try {
    const { rowCount } = await client.query(
      `DELETE FROM search_entries WHERE kind IN ('essayTheme', 'teacherEssayTheme')`,
    );
    return rowCount ?? 0;
  } finally {
    await client.end();
  }
}

test('a school of 0.9.0 has every row and file after the upgrade, the statements of 0.9.0 do the same, and its people get in as before', {
  timeout: 120_000,
}, async () => {
  await inDatabase(async (connection) => {
    const dataDir = join(directory, 'school');
    const files = diskFiles(join(dataDir, 'files'));
    const done = await restore({
      ...{ connection, files, path: archive, progress: () => undefined, now: () => new Date(), sendMail: true },
    });
    expect(done).toMatchObject({ people: summary.tables['public.users']?.rows, files: 18 });
    // Three open themes, each for students and for authors.
    expect(await removeAddedRows(connection)).toBe(6);
    expect(await differing(connection)).toEqual([]);
    expect(await otherOutcomes(connection)).toEqual([]);
    // The statements are taken back, so the rows are still those of the archive.
    expect(await differing(connection)).toEqual([]);

    const server = await startServerProcess(dataDir, {
      DATABASE_URL: connection.connectionString,
      SESSION_SECRET: 'the secret of the school, as it was',
    });
    try {
      const headers = { 'content-type': 'application/json' };
      const login = await fetch(`${server.url}/api/login`, { method: 'POST', headers, body: JSON.stringify(STUDENT) });
      expect(login.status).toBe(200);
      const cookie = login.headers.getSetCookie().map((line) => line.split(';')[0]);
      const read = async (path: string) =>
        (await fetch(server.url + path, { headers: { cookie: cookie.join('; ') } })).json();
      expect(await read('/api/certificates')).toMatchObject([{ courseTitle: 'Português sem decoreba' }]);
      expect(await read('/api/practices')).toHaveLength(6);
      expect((await read('/api/dashboard/student')) as { recentQuizAttempts: object[] }).toMatchObject({
        recentQuizAttempts: Array.from({ length: 5 }, () => expect.anything()),
      });
    } finally {
      server.kill('SIGTERM');
      await server.ended;
    }
  });
});

/** Sessions of the release before: transactions that write two of its tables each, in every order. */
function startOldSessions(connection: Connection, tables: string[]) {
  let isStopped = false;
  const faults: string[] = [];
  let written = 0;
  const session = async (offset: number) => {
    const client = await oneClient(connection, 'release-0.9.0');
    try {
      for (let step = 0; !isStopped; step += 1) {
        const pair = [tables[(step * 7 + offset) % tables.length], tables[(step * 13 + offset * 5) % tables.length]];
        await client.query('BEGIN');
        for (const table of pair) await client.query(`DELETE FROM public."${table}" WHERE false`);
        await client.query('COMMIT');
        written += 1;
      }
    } catch (error) {
      faults.push((error as Error).message);
    } finally {
      await client.end();
    }
  };
  const sessions = [1, 2, 3].map(session);
  return {
    faults,
    written: () => written,
    async stop() {
      isStopped = true;
      await Promise.all(sessions);
    },
  };
}

test('the migrations since 0.9.0 are applied while sessions of 0.9.0 write every table, and none of them fails', {
  timeout: 120_000,
}, async () => {
  await inDatabase(async (connection) => {
    const then = new Set(manifest.migrations.map(({ name }) => name));
    await migrate(connection, undefined, then);
    const names = manifest.tables.filter(({ schema }) => schema === 'public').map(({ name }) => name);
    const old = startOldSessions(connection, names);
    try {
      const newer = (await listMigrations()).map(({ name }) => name).filter((name) => !then.has(name));
      expect(newer.length).toBeGreaterThan(0);
      expect(await migrate(connection)).toEqual(newer);
    } finally {
      await old.stop();
    }
    expect(old.faults).toEqual([]);
    expect(old.written()).toBeGreaterThan(0);
  });
});

test('an older release refuses to upgrade a newer database, names the way back, and changes nothing', async () => {
  await inDatabase(async (connection) => {
    await migrate(connection);
    const client = await oneClient(connection, 'newer');
    await client.query("INSERT INTO migrations (name, checksum) VALUES ('9990_of_tomorrow.sql', 'x')");
    await client.end();
    const script = join(import.meta.dirname, '../../scripts/upgrade.ts');
    const { PATH, HOME } = process.env;
    const env = { PATH, HOME, DATABASE_URL: connection.connectionString, DATA_DIR: join(directory, 'down') };
    const { status, stderr } = spawnSync(process.execPath, [script], { env, encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stderr).toContain('1 migrations that it does not know, from 9990_of_tomorrow.sql on');
    expect(stderr).toContain('Start the old release as it is');
    expect(stderr).toContain('restore the backup that was made before the upgrade');
    expect(stderr).not.toContain('rows of');
  });
});
