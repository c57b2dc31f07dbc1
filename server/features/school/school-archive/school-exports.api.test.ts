import { randomBytes, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import yazl from 'yazl';
import type { SchoolExport } from '#contract/school/school-exports.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts';
import { findObstacle } from '#server/backup/school/import-school.store.ts';
import { importSchool } from '#server/backup/school/import-school.ts';
import { MANIFEST } from '#server/backup/school/manifest.ts';
import { listCarriedTables, measureRows } from '#server/backup/school/rows.store.ts';
import { type Connection, connect } from '#server/db/connect.ts';
import { oneClient } from '#server/db/one-client.ts';
import { addImage } from '#server/features/platform/media/media.service.ts';
import { diskFiles } from '#server/files/files.ts';
import { firstStart } from '#server/first-start.ts';
import { cloneDatabase, dropDatabase } from '#server/testing/cluster.ts';
import { countRows, createPerson, type Person } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { unzip } from '#server/testing/zip.ts';
import { expiredExports, makeExport } from './school-exports.service.ts';
import { readCellRows, readJsonRows, runOn } from './snapshot.store.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
let admin: Person;

/** Runs first: the school of this file has been started, its administrator has logged in, every scheduled job has run. */
it('a school that was only started counts as empty', async () => {
  const { config, jobs, db } = test.deps;
  const [login] = await firstStart(
    { ...test.deps, config: { ...config, sampleContent: false } },
    { isNewEmbedded: true },
  );
  const payload = { username: login?.username, password: login?.password };
  expect((await test.request({ method: 'POST', url: '/api/login', payload })).statusCode).toBe(200);
  const client = await oneClient(test.connection, 'test');
  try {
    const { rows } = await client.query<{ name: string }>('SELECT name FROM pgboss.schedule');
    for (const { name } of rows) await jobs.send(db, name, {});
    await jobs.drain();
    // The last reason of all: nothing else speaks against it.
    expect(await findObstacle(client)).toEqual({ why: 'server' });
  } finally {
    await client.end();
  }
});

const url = '/api/admin/school-export';
const ask = async () => {
  const answer = await test.request({ method: 'POST', url, as: admin });
  expect(answer.statusCode).toBe(200);
  return answer.json().latest as SchoolExport;
};
const latest = async () => (await test.request({ method: 'GET', url, as: admin })).json().latest as SchoolExport | null;
const download = (id: number, as = admin) => test.request({ method: 'GET', url: `${url}/${id}/file`, as });
const actions = async () =>
  (
    await test.deps.db
      .selectFrom('audit_events')
      .select(['action', 'actor_id'])
      .where('action', 'like', 'school.%')
      .orderBy('id')
      .execute()
  ).map(({ action, actor_id }) => [action, actor_id]);

it('an export makes the archive in the background, serves it, records it, and removes it after a day', async () => {
  admin = await createPerson(test.deps.db, { role: 'admin' });
  const asked = await ask();
  expect(asked).toMatchObject({ state: 'waiting', percent: 0, file: null });
  expect((await ask()).id).toBe(asked.id);
  expect((await download(asked.id)).statusCode).toBe(404);

  await test.deps.jobs.drain();
  const done = await latest();
  expect(done).toMatchObject({ id: asked.id, state: 'done', percent: 100 });
  const zip = await download(asked.id);
  expect(zip.statusCode).toBe(200);
  expect(zip.headers['content-disposition']).toBe('attachment; filename="escola-2026-11-15.zip"');
  expect(zip.headers['cache-control']).toBe('private, no-store');
  expect(zip.rawPayload.length).toBe(done?.file?.bytes);
  const files = unzip(zip.rawPayload);
  expect(JSON.parse(String(files[MANIFEST])).tables.length).toBeGreaterThan(150);
  expect(String(files['dados/pessoas/users.json'])).toContain(admin.id);
  expect(await actions()).toEqual([
    ['school.export_asked', admin.id],
    ['school.exported', null],
    ['school.export_downloaded', admin.id],
  ]);
  // No file waits for the sweep: the archive belongs to its row.
  expect(await countRows(test.deps.db, 'unclaimed_files')).toBe(0);

  const removeExpired = () => expiredExports(test.deps).schoolExports?.(100);
  expect(await removeExpired()).toBe(0);
  test.clock.advance(DAY_MS);
  expect(await latest()).toBeNull();
  const again = await createPerson(test.deps.db, { role: 'admin', now: test.clock.now() });
  expect((await download(asked.id, again)).statusCode).toBe(404);
  expect(await removeExpired()).toBe(1);
  expect(await countRows(test.deps.db, 'school_exports')).toBe(0);
  expect(await countRows(test.deps.db, 'unclaimed_files')).toBe(1);
  admin = again;
});

it('an export and its download ask for a fresh proof first', async () => {
  test.clock.advance(HOUR_MS);
  for (const request of [{ method: 'POST', url } as const, { method: 'GET', url: `${url}/1/file` } as const]) {
    const answer = await test.request({ ...request, as: admin });
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'fresh_proof_required']);
  }
  admin = await createPerson(test.deps.db, { role: 'admin', now: test.clock.now() });
});

it('a failed export is reported, leaves no file behind, and another one can be started', async () => {
  const { files } = test.deps;
  const full = [
    vi.spyOn(files, 'put').mockRejectedValue(new Error('The disk is full.')),
    vi.spyOn(files.pieces, 'begin').mockRejectedValue(new Error('The disk is full.')),
  ];
  const { id } = await ask();
  await test.deps.jobs.drain();
  expect(await latest()).toMatchObject({ id, state: 'failed', file: null });
  for (const spy of full) spy.mockRestore();

  const next = await ask();
  expect(next.id).not.toBe(id);
  await test.deps.jobs.drain();
  expect(await latest()).toMatchObject({ id: next.id, state: 'done' });
});

it('an export whose process stopped is given up an hour after its last sign', async () => {
  const { id } = await ask();
  await test.deps.db.updateTable('school_exports').set({ state: 'running' }).where('id', '=', id).execute();
  test.clock.advance(HOUR_MS - 1);
  expect(await latest()).toMatchObject({ id, state: 'running' });
  test.clock.advance(2);
  expect(await latest()).toMatchObject({ id, state: 'failed' });
  admin = await createPerson(test.deps.db, { role: 'admin', now: test.clock.now() });
  const next = await ask();
  expect(next.id).not.toBe(id);
  // The job of the first one finds it over, and makes nothing.
  await test.deps.jobs.drain();
  expect(await latest()).toMatchObject({ id: next.id, state: 'done' });
  const states = await test.deps.db.selectFrom('school_exports').select(['id', 'state']).where('id', '=', id).execute();
  expect(states).toEqual([{ id, state: 'failed' }]);
});

describe('while the files are copied', () => {
  let id: number;
  /** The file of the school in three parts, a minute after each other; `look` is called when a part was taken. */
  const makeSlowly = async (look: () => Promise<void>) => {
    ({ id } = await ask());
    const { files } = test.deps;
    let parts = 0;
    async function* slow() {
      for (; parts < 3; parts += 1) {
        test.clock.advance(MINUTE_MS);
        yield Buffer.alloc(1024);
        await look();
      }
    }
    // Its parts are taken one by one; a plain stream would read ahead.
    const stream = Object.assign(Readable.from([]), { [Symbol.asyncIterator]: slow });
    const spy = vi.spyOn(files, 'read').mockResolvedValue({ stream, size: 3072 });
    try {
      await makeExport(test.deps, id);
    } finally {
      spy.mockRestore();
      admin = await createPerson(test.deps.db, { role: 'admin', now: test.clock.now() });
    }
    return parts;
  };
  const row = () =>
    test.deps.db.selectFrom('school_exports').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

  beforeAll(async () => {
    const image = sharp({ create: { width: 8, height: 6, channels: 3, background: '#336699' } });
    await addImage(test.deps, admin, await image.png().toBuffer(), 'a.png');
  });

  it('gives a sign every minute, and holds no lock of the snapshot', async () => {
    const signs: number[] = [];
    const locks: unknown[] = [];
    await makeSlowly(async () => {
      signs.push(test.clock.now().getTime() - (await row()).seen_at.getTime());
      const held = sql`SELECT FROM pg_locks WHERE relation = 'users'::regclass AND mode = 'AccessShareLock'
                       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
      locks.push(...(await held.execute(test.deps.db)).rows);
    });
    expect(signs).toEqual([0, 0, 0]);
    expect(locks).toEqual([]);
    expect(await row()).toMatchObject({ state: 'done' });
  });

  it('stops when it was given up, and leaves no archive', async () => {
    const before = await countRows(test.deps.db, 'audit_events');
    const parts = await makeSlowly(async () => {
      await test.deps.db.updateTable('school_exports').set({ state: 'failed' }).where('id', '=', id).execute();
    });
    expect(parts).toBe(1);
    expect(await row()).toMatchObject({ state: 'failed', file_key: null });
    // Asked for, and not made.
    expect(await countRows(test.deps.db, 'audit_events')).toBe(before + 1);
  });
});

it('an export fetches few rows at a time where they are wide', async () => {
  const bytes = 300_000;
  const pages = await test.deps.db.transaction().execute(async (tx) => {
    await sql`INSERT INTO subjects (name, name_key, created_at)
              SELECT repeat('x', ${bytes}), 'wide ' || n, now() FROM generate_series(1, 7) n`.execute(tx);
    const table = (await listCarriedTables(runOn(tx))).find(({ name }) => name === 'subjects');
    if (!table) throw new Error('There is no such table.');
    const measured = { ...table, ...(await measureRows(runOn(tx), table)) };
    expect(measured).toMatchObject({ rows: 7 });
    const lengths: number[] = [];
    for await (const rows of readJsonRows(tx, measured)) lengths.push(rows.length);
    for await (const rows of readCellRows(tx, measured)) lengths.push(rows.length);
    await sql`DELETE FROM subjects WHERE name_key LIKE 'wide %'`.execute(tx);
    return lengths;
  });
  // Three of them are less than a megabyte.
  expect(pages).toEqual([3, 3, 1, 3, 3, 1]);
});

/** Archives that a stranger made: a school that was only started, and a zip with this manifest and these entries. */
let started: Connection;
let directory: string;
const startedName = `hostile_${randomBytes(4).toString('hex')}`;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'alvorada-hostile-'));
  started = await cloneDatabase(inject('cluster'), startedName);
  const { db } = connect(started, { warn: () => undefined }, 1);
  await createPerson(db, { role: 'admin', username: 'primeira' });
  await db.destroy();
});
afterAll(async () => {
  await dropDatabase(inject('cluster'), startedName);
  await rm(directory, { recursive: true, force: true });
});

async function importMade(tables: object[], entries: Record<string, string>, sendMail = false): Promise<void> {
  const migrations = await test.deps.db.selectFrom('migrations').select(['name', 'checksum']).execute();
  const manifest = {
    ...{ product: 'alvorada', format: 1, version: '1.0.0', createdAt: '', school: 'Escola', migrations, tables },
    ...{ sequences: {}, files: 0, missingFiles: [] },
  };
  const zip = new yazl.ZipFile();
  for (const [name, text] of Object.entries({ ...entries, [MANIFEST]: JSON.stringify(manifest) })) {
    zip.addBuffer(Buffer.from(text), name);
  }
  zip.end();
  const path = join(directory, 'made.zip');
  await pipeline(zip.outputStream, createWriteStream(path));
  await importSchool({
    ...{ connection: started, files: diskFiles(join(directory, 'files')), path, now: test.clock.now },
    ...{ passwordHash: 'x', progress: () => undefined, sendMail },
  });
}

async function onStarted<R extends object>(text: string): Promise<R[]> {
  const client = await oneClient(started, 'test');
  try {
    return (await client.query<R>(text)).rows;
  } finally {
    await client.end();
  }
}

const subjects = { schema: 'public', name: 'subjects', entry: 'a.json', columns: ['id', 'name'], rows: 1, hash: '7' };
const jobs = { schema: 'pgboss', name: 'job', entry: 'a.json', columns: ['id', 'name', 'data'], rows: 1, hash: '7' };
const job = (name: string, data: object | null = { kind: 'welcome' }) =>
  `[${JSON.stringify({ id: randomUUID(), name, data })}\n]\n`;

it.each([
  ['rows of a table that is left out', [{ ...subjects, name: 'sessions' }], {}, 'not imported: sessions'],
  [
    'a column that is left out',
    [{ ...subjects, name: 'users', columns: ['id', 'password_hash'] }],
    {},
    'not imported: users',
  ],
  ['fewer rows than it says', [subjects], { 'a.json': '[]\n' }, '0 of 1 rows'],
  ['no rows of a table that it names', [subjects], {}, 'no rows of subjects'],
  ['jobs that are left out', [jobs], { 'a.json': job('mail') }, 'not imported: mail'],
  ['jobs of an unknown kind', [jobs], { 'a.json': job('anything') }, 'not imported: anything'],
  ['jobs that it does not count', [{ ...jobs, rows: 0, hash: '0' }], { 'a.json': job('mail') }, 'rows of job that'],
  ['jobs without data', [{ ...jobs, rows: 0, hash: '0' }], { 'a.json': job('rank-quiz', null) }, 'rows of job that'],
  [
    'a file that no row names',
    [],
    { 'arquivos/media/x.webp': 'x' },
    'No row of the archive names the file media/x.webp',
  ],
])('an import refuses an archive with %s, and the school stays as it was', async (_, tables, entries, message) => {
  await expect(importMade(tables, entries as Record<string, string>)).rejects.toThrow(message);
  const { db } = connect(started, { warn: () => undefined }, 1);
  try {
    expect(await db.selectFrom('users').select('username').execute()).toEqual([{ username: 'primeira' }]);
    expect(await diskFiles(join(directory, 'files')).read('media/x.webp')).toBeNull();
  } finally {
    await db.destroy();
  }
});

it.each([
  ['subjects', `INSERT INTO subjects (name, name_key, created_at) VALUES ('Direito', 'direito', now())`],
  [
    'page_versions',
    `INSERT INTO page_versions (page, number, content, published_at) VALUES ('landing', 1, '{}', now())`,
  ],
])('an import refuses a school that has rows of %s, and they stay', async (table, insert) => {
  await onStarted(insert);
  await expect(importMade([], {})).rejects.toThrow(`not empty: ${table} has rows`);
  expect(await onStarted(`DELETE FROM ${table} RETURNING 1`)).toHaveLength(1);
});

/** round-trip.api.test.ts has the other case. */
it('an import is no copy where the school moves: its e-mails leave', async () => {
  await importMade([], {}, true);
  expect(await onStarted('SELECT FROM restored_copies')).toEqual([]);
  expect(await onStarted('SELECT FROM users')).toEqual([]);
});
