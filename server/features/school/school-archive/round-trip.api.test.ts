import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import pg from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { openPromise } from 'yauzl';
import { findMailPause } from '#server/backup/paused-mail.store.ts';
import {
  carriedJobs,
  fileColumns,
  isCarried,
  jobColumns,
  leftOutColumns,
  leftOutJobs,
  leftOutTables,
} from '#server/backup/school/carried.ts';
import { importSchool } from '#server/backup/school/import-school.ts';
import { type Connection, connect } from '#server/db/connect.ts';
import { addImage } from '#server/features/platform/media/media.service.ts';
import { embeddedFiles, readMoodle } from '#server/features/questions/question-bank/files/moodle-read.ts';
import { diskFiles } from '#server/files/files.ts';
import { cloneDatabase, dropDatabase } from '#server/testing/cluster.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { exportSchool } from './export-school.service.ts';
import { columnWords } from './readme.ts';
import { tableWords } from './table-words.ts';

const test = useTestApp({ RATE_LIMIT: 'off' }, {}, { hasSample: true });
const quiet = () => undefined;
let directory: string;
let archive: string;
let teacher: Person;
let address: string;
let before: Record<string, string>;
let written = 0;
/** The school that was made of the archive: it had been started, and had its first administrator. */
let imported: Connection;
let firstAdmin: Person;
const importedName = `imported_${randomBytes(4).toString('hex')}`;

const importInto = (connection: Connection, path = archive, files = diskFiles(join(directory, 'imported'))) =>
  importSchool({
    ...{ connection, files, path, now: test.clock.now, progress: quiet },
    passwordHash: '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  });

async function query<R extends pg.QueryResultRow>(connection: Connection, text: string): Promise<R[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query<R>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Every carried table with its carried columns in a fixed order, computed independently of export and import. */
async function contents(connection: Connection): Promise<Record<string, string>> {
  const columns = await query<{ table: string; column: string }>(
    connection,
    `SELECT table_name AS table, column_name AS column FROM information_schema.columns JOIN information_schema.tables
       USING (table_schema, table_name)
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY table_name, ordinal_position`,
  );
  const found: Record<string, string> = {};
  for (const [table, rows] of Map.groupBy(columns, ({ table }) => table)) {
    const names = rows.filter(({ column }) => isCarried(table, column)).map(({ column }) => `"${column}"`);
    if (!isCarried(table)) continue;
    const [row] = await query<{ text: string }>(
      connection,
      `SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, E'\\n' ORDER BY t::text)), '') AS text
       FROM (SELECT ${names.join(', ')} FROM "${table}") t`,
    );
    found[table] = row?.text ?? '';
  }
  const [jobs] = await query<{ text: string }>(
    connection,
    `SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, E'\\n' ORDER BY t::text)), '') AS text
     FROM (SELECT ${jobColumns.join(', ')} FROM pgboss.job WHERE name = 'rank-quiz') t`,
  );
  return { ...found, 'pgboss.job': jobs?.text ?? '' };
}

/** The entries of a zip by name. */
async function entriesOf(path: string): Promise<Map<string, Buffer>> {
  const zip = await openPromise(path, { lazyEntries: true });
  const found = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    found.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  }
  return found;
}

const picture = () =>
  sharp({ create: { width: 8, height: 6, channels: 3, background: '#336699' } })
    .png()
    .toBuffer();

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'alvorada-leave-'));
  archive = join(directory, 'escola.zip');
  const { db, files } = test.deps;
  teacher = await createPerson(db, { role: 'teacher', firstName: '=HYPERLINK("x")\t\\N\n"' });
  await createPerson(db, { payment: 'analyzing' });
  ({
    made: { url: address },
  } = await addImage(test.deps, teacher, await picture(), 'a.png'));
  const html = `<p>Mapa <img src="${address}" alt="mapa"></p>`;
  await db
    .updateTable('lessons')
    .set({ content: html })
    .where('id', '=', ({ selectFrom }) => selectFrom('lessons').select(({ fn }) => fn.min('id').as('id')))
    .execute();
  const lesson = await db.selectFrom('lessons').select('id').orderBy('id').executeTakeFirstOrThrow();
  const recording = { lesson_id: lesson.id, title: 'Aula gravada', kind: 'video', mime_type: 'video/mp4', bytes: 1 };
  await files.put('recordings/round-trip/original', Buffer.from('v'));
  const { id: recordingId } = await db
    .insertInto('recordings')
    .values({ ...recording, file_key: 'recordings/round-trip/original', state: 'plain', created_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow();
  const cues = JSON.stringify([{ start: 0, end: 1500, text: 'Bom dia' }]);
  await db
    .insertInto('recording_captions')
    .values({ recording_id: recordingId, cues, body: 'Bom dia', saved_by: teacher.id, updated_at: new Date() })
    .execute();
  await sql`UPDATE question_versions SET format = 'html', statement = ${html}
            WHERE id = (SELECT min(current_version_id) FROM questions)`.execute(db);
  await sql`UPDATE question_lists SET share_token = ${'t'.repeat(43)} WHERE id = (SELECT min(id) FROM question_lists)`.execute(
    db,
  );
  for (const name of ['rank-quiz', ...Object.keys(leftOutJobs)]) await test.deps.jobs.send(db, name, { quizId: 1 });
  await files.put('nobody/knows.bin', randomBytes(10));
  before = await contents(test.connection);
  // Between two fetches of the export: a person, and an order that names them.
  await exportSchool(test.deps, createWriteStream(archive), async () => {
    if (written === 3) return;
    written += 1;
    await createPerson(test.deps.db, { payment: 'analyzing', username: `tarde${written}` });
  });
});

beforeAll(async () => {
  imported = await cloneDatabase(inject('cluster'), importedName);
  const { db } = connect(imported, { warn: quiet }, 1);
  firstAdmin = await createPerson(db, { role: 'admin' });
  await expect(importInto(imported)).rejects.toThrow('A server runs on this school.');
  await db.destroy();
  await expect(importInto(imported, archive, test.deps.files)).rejects.toThrow('Import into an empty file store.');
  await importInto(imported);
});

afterAll(async () => {
  await dropDatabase(inject('cluster'), importedName);
  await rm(directory, { recursive: true, force: true });
});

it('an import makes an equal school of the archive, although people wrote during the export', async () => {
  expect(written).toBe(3);
  const after = await contents(imported);
  expect(after).toEqual(before);
  expect(after.users).not.toMatch(/^0 /);
  expect(await query(imported, 'SELECT name FROM pgboss.job')).toEqual([{ name: 'rank-quiz' }]);
  // The administrator of the empty school is replaced by those of the archive.
  expect(await query(imported, `SELECT FROM users WHERE id = '${firstAdmin.id}'`)).toHaveLength(0);
});

it('an import brings the files that rows name, and no others', async () => {
  const files = diskFiles(join(directory, 'imported'));
  const [{ key = '' } = {}] = await query<{ key: string }>(test.connection, 'SELECT file_key AS key FROM media');
  const [there, here] = [await test.deps.files.read(key), await files.read(key)];
  expect(here && there && (await buffer(here.stream)).equals(await buffer(there.stream))).toBe(true);
  expect(await files.read('nobody/knows.bin')).toBeNull();
});

it('an imported school is a copy, whose e-mails are paused', async () => {
  const { db } = connect(imported, { warn: quiet }, 1);
  expect(await findMailPause(db)).toEqual(test.clock.now());
  await db.destroy();
});

it('the archive declares every job without a schedule as carried or as left out', async () => {
  const jobs = await query<{ name: string }>(
    test.connection,
    `SELECT name FROM pgboss.queue WHERE name NOT LIKE '\\_\\_pgboss%' AND name NOT IN (SELECT name FROM pgboss.schedule)`,
  );
  expect(jobs.map(({ name }) => name).sort()).toEqual([...carriedJobs, ...Object.keys(leftOutJobs)].sort());
});

it('an imported school has no passwords, and every table that is left out is empty', async () => {
  const [{ hashes, removed, people } = {}] = await query<{ hashes: number; removed: number; people: number }>(
    imported,
    `SELECT count(DISTINCT password_hash)::int AS hashes, count(password_removed_at)::int AS removed,
            count(*)::int AS people FROM users`,
  );
  expect([hashes, removed]).toEqual([1, people]);
  for (const table of Object.keys(leftOutTables)) {
    if (table === 'migrations' || table === 'restored_copies') continue;
    expect(await query(imported, `SELECT FROM ${table} LIMIT 1`), table).toHaveLength(0);
  }
});

it('an import leaves foreign keys, triggers and sequences as they were, so that the product goes on', async () => {
  const rules = `SELECT conname AS name, pg_get_constraintdef(oid) AS text FROM pg_constraint WHERE contype = 'f'
                 UNION ALL SELECT tgname, tgenabled::text FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1, 2`;
  expect(await query(imported, rules)).toEqual(await query(test.connection, rules));
  const { db } = connect(imported, { warn: quiet }, 1);
  await createPerson(db, { payment: 'pending' });
  await db.destroy();
});

it('an import into a school that has people is refused, and changes nothing there', async () => {
  const people = await query(imported, 'SELECT FROM users');
  await expect(importInto(imported)).rejects.toThrow('has people besides its first administrator');
  expect(await query(imported, 'SELECT FROM users')).toHaveLength(people.length);
});

it('the archive carries no password, session or token', async () => {
  const secrets = await query<{ secret: string }>(
    test.connection,
    `SELECT password_hash AS secret FROM users WHERE password_hash LIKE '$argon%' UNION SELECT encode(token_hash, 'hex') FROM sessions
     UNION SELECT share_token FROM question_lists WHERE share_token IS NOT NULL UNION SELECT id::text FROM study_feeds`,
  );
  expect(secrets.length).toBeGreaterThan(3);
  const all = Buffer.concat([...(await entriesOf(archive)).values()]).toString('latin1');
  for (const { secret } of secrets) expect(all.includes(secret)).toBe(false);
});

it('names only tables and columns that exist, and carries no column that looks like a secret or an unknown file', async () => {
  const columns = await query<{ table: string; column: string; type: string }>(
    test.connection,
    `SELECT table_name AS table, column_name AS column, data_type AS type FROM information_schema.columns
     JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY table_name, column_name`,
  );
  const names = new Set(columns.flatMap(({ table, column }) => [table, `${table}.${column}`]));
  const listed = [...Object.keys(leftOutTables), ...Object.keys(leftOutColumns), ...fileColumns];
  expect(listed.filter((name) => !names.has(name))).toEqual([]);
  const carried = columns.filter(({ table, column }) => isCarried(table, column));
  // A new one is either left out in carried.ts, with its reason, or no secret and added here.
  expect(carried.filter(({ column }) => /token|secret|password|hash$|auth$|nonce|sealed$|code$/.test(column))).toEqual([
    { table: 'certificates', column: 'code', type: 'text' },
    { table: 'charges', column: 'pix_code', type: 'text' },
    { table: 'coupons', column: 'code', type: 'text' },
    { table: 'payments', column: 'payment_code', type: 'text' },
    { table: 'question_comments', column: 'is_sealed', type: 'boolean' },
  ]);
  const bytes = carried.filter(({ type }) => type === 'bytea').map(({ column }) => column);
  expect([...new Set(bytes)].sort()).toEqual([
    'event_key',
    'file_sha256',
    'fingerprint',
    'header_key',
    'picture_sha256',
    'sender',
    'sha256',
  ]);
  // A new column with a key is a file of the archive, or added here.
  const keys = carried.filter(
    ({ table, column }) => /_key$/.test(column) && !fileColumns.includes(`${table}.${column}`),
  );
  expect([...new Set(keys.map(({ column }) => column))].sort()).toEqual([
    'after_key',
    'answer_key',
    'awaits_key',
    'body_key',
    'creation_key',
    'email_key',
    'event_key',
    'header_key',
    'name_key',
    'names_key',
    'norm_key',
    'pix_key',
    'resend_key',
    'search_key',
    'sent_key',
    'sort_key',
    'source_key',
    'text_key',
    'title_key',
    'typed_key',
    'username_key',
  ]);
  // Rows travel one a line: the type `json` keeps line breaks, `jsonb` does not.
  expect(carried.filter(({ type }) => type === 'json')).toEqual([]);
});

it('an archive is readable without the product: lesson pages, Moodle questions, tables as CSV and JSON', async () => {
  const entries = await entriesOf(archive);
  const names = [...entries.keys()];
  const lesson = names.filter((name) => /^aulas\/.*\.html$/.test(name)).map((name) => String(entries.get(name)));
  const [{ count = 0 } = {}] = await query<{ count: number }>(
    test.connection,
    'SELECT count(*)::int AS count FROM lessons WHERE deleted_at IS NULL',
  );
  expect(lesson).toHaveLength(count);
  const shown = /src="\.\.\/\.\.\/(arquivos\/media\/[^"]+)"/.exec(lesson.find((page) => page.includes('Mapa')) ?? '');
  expect(names).toContain(shown?.[1]);
  const captions = names.filter((name) => /^aulas\/.*\.vtt$/.test(name)).map((name) => String(entries.get(name)));
  expect(captions).toEqual([expect.stringContaining('00:00:00.000 --> 00:00:01.500\nBom dia')]);
  expect(lesson.find((page) => page.includes('<video'))).toContain('<track default kind="captions"');

  const [{ questions = 0 } = {}] = await query<{ questions: number }>(
    test.connection,
    'SELECT count(*)::int AS questions FROM questions WHERE current_version_id IS NOT NULL',
  );
  const files = names.filter((name) => /^questoes\/.*\.xml$/.test(name)).map((name) => String(entries.get(name)));
  const read = files.flatMap((file) => {
    const stored = embeddedFiles(file).map(({ address: at }) => [at, '/api/media/1'] as const);
    return readMoodle(file, Object.fromEntries(stored)).entries;
  });
  expect(files.flatMap((file) => embeddedFiles(file)).map(({ name }) => name)).toEqual([
    expect.stringMatching(/^figura-\d+\.webp$/),
  ]);
  expect(read.map(({ problem }) => problem)).toEqual(Array.from({ length: questions }, () => null));

  const people = String(entries.get('dados/pessoas/users.csv'));
  expect(people).toContain(`"'=HYPERLINK(""x"")`);
  const users = JSON.parse(String(entries.get('dados/pessoas/users.json'))) as { first_name: string }[];
  expect(users.some((user) => user.first_name === '=HYPERLINK("x")\t\\N\n"')).toBe(true);
  expect(people).not.toContain('tarde1');
  expect(JSON.parse(String(entries.get('dados/simulados/regradings.json')))).toEqual([]);
});

it('LEIA-ME.txt describes every file and column', async () => {
  const entries = await entriesOf(archive);
  const text = String(entries.get('LEIA-ME.txt'));
  const tables = [...entries.keys()].flatMap((name) => /^dados\/(.+)\.csv$/.exec(name)?.[1] ?? []);
  expect(tables.length).toBeGreaterThan(150);
  for (const table of tables) {
    expect(text).toContain(`dados/${table}.csv e .json: `);
    expect(tableWords[table.split('/').at(-1) ?? ''], table).toBeDefined();
  }
  const columns = [...text.matchAll(/^ {4}(\w+) \[.+\]: (.+)$/gm)];
  expect(columns.length).toBeGreaterThan(1000);
  expect(text).not.toContain('(sem descrição)');
  expect(columnWords({ name: 'nothing_yet', references: null })).toBeUndefined();
});
