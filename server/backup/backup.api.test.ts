import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { type Connection, connect } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrate.ts';
import { diskFiles } from '#server/files/files.ts';
import { withEmptyDatabase } from '#server/testing/cluster.ts';
import { createPerson } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { readAll } from './archive.ts';
import { backup } from './backup.ts';
import { findMailPause } from './paused-mail.store.ts';
import { restore as restoreAt } from './restore.ts';

const test = useTestApp({ RATE_LIMIT: 'off' }, {}, { hasSample: true });
let directory: string;
let archive: string;
let fileCount = 0;
const photo = randomBytes(300_000);
const quiet = () => undefined;

const makeBackup = (path: string, connection = test.connection, files = test.deps.files) =>
  backup({
    connection,
    files,
    out: createWriteStream(path),
    version: '1.0.0',
    now: test.clock.now,
    progress: quiet,
  });

const restore = (options: Omit<Parameters<typeof restoreAt>[0], 'now'>) =>
  restoreAt({ now: test.clock.now, ...options });

const restored = () => diskFiles(join(directory, 'restored'));

async function inEmptyDatabase(work: (connection: Connection) => Promise<void>): Promise<void> {
  await withEmptyDatabase(inject('cluster'), `restore_${randomBytes(4).toString('hex')}`, work);
}

async function query<R extends pg.QueryResultRow>(connection: Connection, sql: string): Promise<R[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query<R>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Every table with its rows in a fixed order, computed independently of backup and restore. */
async function contents(connection: Connection): Promise<Record<string, string>> {
  const tables = await query<{ name: string }>(
    connection,
    `SELECT table_schema || '.' || table_name AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema = 'public' AND table_name NOT IN ('migrations', 'backups', 'restored_copies')
     ORDER BY 1`,
  );
  const found: Record<string, string> = {};
  // Only jobs sent by this test: every minute the queue adds scheduled jobs.
  const jobs = { name: 'pgboss.job', rows: `(SELECT * FROM pgboss.job WHERE name = 'mail')` };
  for (const { name, rows = name } of [...tables, jobs] as { name: string; rows?: string }[]) {
    const [row] = await query<{ text: string }>(
      connection,
      `SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, E'\\n' ORDER BY t::text)), '') AS text FROM ${rows} t`,
    );
    found[name] = row?.text ?? '';
  }
  return found;
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'alvorada-backup-'));
  archive = join(directory, 'backup.tar');
  const { db, files, mail } = test.deps;
  const person = await createPerson(db, { payment: 'analyzing', firstName: 'Zoë\t\\N\n"', role: 'teacher' });
  await createPerson(db, { payment: 'rejected' });
  await files.put('proofs/2026/11/a.bin', photo);
  await files.put('empty.txt', new Uint8Array());
  await files.put('school-exports/whole.zip', photo);
  await mail.send(db, 'teacher_approved', 'restored', { userId: person.id });
  // The example school brings files of its essays.
  for await (const { key } of files.list()) if (!key.startsWith('school-exports/')) fileCount += 1;
  await makeBackup(archive);
});

afterAll(() => rm(directory, { recursive: true, force: true }));

async function mailPauseOf(connection: Connection): Promise<Date | undefined> {
  const { db } = connect(connection, { warn: quiet }, 1);
  const since = await findMailPause(db);
  await db.destroy();
  return since;
}

it('a restore brings every row, file and waiting job into an empty database, and pauses the e-mails of this copy', async () => {
  await inEmptyDatabase(async (connection) => {
    const lines: string[] = [];
    const files = restored();
    const done = await restore({ connection, files, path: archive, progress: (line) => lines.push(line) });
    expect(done.createdAt).toBe(test.clock.now().toISOString());
    expect(lines).toContain(`files: ${fileCount}`);
    expect(lines.some((line) => /^public\.users: \d+ rows$/.test(line))).toBe(true);

    expect(await mailPauseOf(connection)).toEqual(test.clock.now());
    const [before, after] = [await contents(test.connection), await contents(connection)];
    expect(after).toEqual(before);
    expect(after['public.users']).not.toMatch(/^0 /);
    expect(after['pgboss.job']).toMatch(/^1 /);
    const proof = await files.read('proofs/2026/11/a.bin');
    expect(proof && (await readAll(proof.stream)).equals(photo)).toBe(true);
    expect((await files.read('empty.txt'))?.size).toBe(0);
    // The archive of a whole school is made again where it is asked for.
    expect(await files.read('school-exports/whole.zip')).toBeNull();

    // Foreign keys and sequences are as before: the product can go on.
    const keys = `SELECT conname, pg_get_constraintdef(oid) AS text FROM pg_constraint WHERE contype = 'f' ORDER BY 1, 2`;
    expect(await query(connection, keys)).toEqual(await query(test.connection, keys));
    const { db } = connect(connection, { warn: quiet }, 1);
    await createPerson(db, { payment: 'pending' });
    await db.destroy();
  });
}, 60_000);

it('a restore after the school itself was lost pauses no e-mails', async () => {
  await inEmptyDatabase(async (connection) => {
    await restore({ connection, files: restored(), path: archive, progress: quiet, sendMail: true });
    expect(await mailPauseOf(connection)).toBeUndefined();
  });
}, 60_000);

it('the system page shows the backup', async () => {
  const rows = await query<{ bytes: number; row_count: number; file_count: number }>(
    test.connection,
    'SELECT bytes, row_count, file_count FROM backups',
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.file_count).toBe(fileCount);
  expect(rows[0]?.bytes).toBe((await readFile(archive)).length);
});

it('a backup contains one consistent snapshot, however much is written meanwhile', async () => {
  const path = join(directory, 'busy.tar');
  let writing = true;
  const writer = (async () => {
    let people = 0;
    for (; writing; people += 1) await createPerson(test.deps.db, { payment: 'pending' });
    return people;
  })();
  await makeBackup(path);
  writing = false;
  expect(await writer).toBeGreaterThan(0);
  await inEmptyDatabase(async (connection) => {
    await restore({ connection, files: restored(), path, progress: quiet });
    // A user without a session would show a torn snapshot: the factory writes both, one after the other.
    const [row] = await query<{ torn: number }>(
      connection,
      `SELECT count(*)::int AS torn FROM payments p WHERE NOT EXISTS (SELECT FROM sessions s WHERE s.user_id = p.user_id)`,
    );
    expect(row?.torn).toBe(0);
  });
}, 60_000);

it('a restore upgrades a backup of an older version to this one', async () => {
  const path = join(directory, 'old.tar');
  await inEmptyDatabase(async (old) => {
    const only = new Set(['0001_accounts.sql', '0002_payments.sql', '0701_backups.sql']);
    await migrate(old, undefined, only);
    // As that version wrote them: today's factories use columns that it did not have.
    await query(
      old,
      `WITH student AS (
         INSERT INTO users (id, username, username_key, email, email_key, first_name, last_name, search_key,
           password_hash, role, status, terms_version, terms_accepted_at, created_at)
         VALUES (gen_random_uuid(), 'ana', 'ana', 'ana@exemplo.com.br', 'ana@exemplo.com.br', 'Ana', 'Silva', 'ana silva',
           'no password', 'student', 'active', 'test', now(), now())
         RETURNING id)
       INSERT INTO payments (payment_code, amount, status, user_id, created_at, updated_at)
       SELECT '7Q4HFY28XKAZ694Q', 29700, 'approved', id, now(), now() FROM student`,
    );
    await makeBackup(path, old);
    await inEmptyDatabase(async (connection) => {
      await restore({ connection, files: restored(), path, progress: quiet });
      expect(await query(connection, 'SELECT name FROM migrations ORDER BY name')).toEqual(
        await query(test.connection, 'SELECT name FROM migrations ORDER BY name'),
      );
      expect(await query(connection, 'SELECT status FROM payments')).toEqual([{ status: 'approved' }]);
      // The upgrade locks no student out, and orders from before it take none of the counted seats.
      expect(
        await query(
          connection,
          `SELECT offers.name, access_periods.rule_count, ends_on > now() + interval '11 months' AS lasts, places_taken, student_id = payments.user_id AS own
           FROM access_periods JOIN payments ON payments.id = payment_id JOIN offers ON offers.id = payments.offer_id`,
        ),
      ).toEqual([{ name: 'Acesso completo', rule_count: 3, lasts: true, places_taken: 0, own: true }]);
    });
  });
});

it('a restore refuses a damaged, truncated, newer or invalid archive, and changes nothing', async () => {
  const bytes = await readFile(archive);
  const damaged = Buffer.from(bytes);
  // In the photo, the largest entry: far from any header.
  const middle = damaged.indexOf(photo.subarray(1000, 1032));
  damaged.writeUInt8((damaged.readUInt8(middle) + 1) % 256, middle);
  const newer = Buffer.from(bytes.toString('latin1').replace('0002_payments.sql', '0002_paymentz.sql'), 'latin1');
  const cases: [Buffer, RegExp][] = [
    [damaged, /damaged: files\/proofs\/2026\/11\/a\.bin/],
    [bytes.subarray(0, bytes.length - 200_000), /not whole|Unexpected end/],
    [newer, /damaged|newer than this one/],
    [Buffer.from('no archive at all'), /Invalid tar|not whole|Unexpected end/],
  ];
  await inEmptyDatabase(async (connection) => {
    for (const [content, reason] of cases) {
      const path = join(directory, 'bad.tar');
      await writeFile(path, content);
      await expect(restore({ connection, files: restored(), path, progress: quiet })).rejects.toThrow(reason);
    }
    expect(await query(connection, `SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace`)).toEqual([]);
  });
});

it('a restore never replaces an existing school', async () => {
  await expect(
    restore({ connection: test.connection, files: restored(), path: archive, progress: quiet }),
  ).rejects.toThrow('The database is not empty.');
});

it('a backup fails when the disk is full, and is not recorded', async () => {
  let room = 100_000;
  const full = new Writable({
    write(chunk: Buffer, _encoding, done) {
      room -= chunk.length;
      done(room < 0 ? Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }) : null);
    },
  });
  const counted = 'SELECT count(*)::int AS count FROM backups';
  const before = await query(test.connection, counted);
  const { connection, deps, clock } = test;
  await expect(
    backup({ connection, files: deps.files, out: full, version: '1', now: clock.now, progress: quiet }),
  ).rejects.toThrow('no space left on device');
  expect(await query(connection, counted)).toEqual(before);
});

it('a backup whose connection is lost fails with the reason and leaves no archive that looks complete', async () => {
  const path = join(directory, 'cut.tar');
  const out = createWriteStream(path);
  // The backup has to wait in the middle of its work.
  const holder = new pg.Client(test.connection);
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query('LOCK TABLE users IN ACCESS EXCLUSIVE MODE');
  const options = { connection: test.connection, files: test.deps.files, out, version: '1.0.0', now: test.clock.now };
  const failed = expect(backup({ ...options, progress: quiet })).rejects.toThrow(/terminat|not queryable/);
  await vi.waitFor(
    async () => {
      // On a separate connection: within a transaction pg_stat_activity keeps its first snapshot.
      const cut = await query(
        test.connection,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'alvorada-backup' AND wait_event_type = 'Lock' AND datname = current_database()",
      );
      expect(cut).toHaveLength(1);
    },
    { timeout: 15_000 },
  );
  await failed;
  await holder.end();
  expect(out.destroyed).toBe(true);
  await inEmptyDatabase(async (connection) => {
    await expect(restore({ connection, files: restored(), path, progress: quiet })).rejects.toThrow(/not whole|end/);
  });
});

it('a restore whose connection is lost fails with the reason and stores no row', async () => {
  await inEmptyDatabase(async (connection) => {
    // After all tables, before anything is committed.
    const put = async () => {
      await query(
        connection,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'alvorada-restore' AND datname = current_database()",
      );
    };
    const files = { ...restored(), put };
    await expect(restore({ connection, files, path: archive, progress: quiet })).rejects.toThrow(
      /terminat|not queryable/,
    );
    expect(await query(connection, 'SELECT id FROM users LIMIT 1')).toEqual([]);
  });
});

it("another program's table ends neither the backup nor the restore: both say that it is left out", async () => {
  const suffix = randomBytes(4).toString('hex');
  const [school, stranger] = [`school_${suffix}`, `stranger_${suffix}`];
  const path = join(directory, 'strangers.tar');
  const said: string[] = [];
  const progress = (line: string) => said.push(line);
  await inEmptyDatabase(async (connection) => {
    // As an outside database has it: the school's role owns its tables and is no superuser.
    await query(connection, `CREATE ROLE ${school}; CREATE ROLE ${stranger}`);
    const [{ name } = { name: '' }] = await query<{ name: string }>(connection, 'SELECT current_database() AS name');
    await query(connection, `GRANT ALL ON DATABASE "${name}" TO ${school}; GRANT ALL ON SCHEMA public TO ${school}`);
    try {
      const asSchool = { ...connection, options: `-c role=${school}` };
      await migrate(asSchool);
      await query(connection, `CREATE TABLE strange (id int); ALTER TABLE strange OWNER TO ${stranger}`);
      await query(asSchool, 'CREATE TABLE beside (id int GENERATED ALWAYS AS IDENTITY, name text)');
      await query(asSchool, "INSERT INTO beside (name) VALUES ('x')");
      const [files, out] = [diskFiles(join(directory, 'none')), createWriteStream(path)];
      await backup({ connection: asSchool, files, out, version: '1.0.0', now: test.clock.now, progress });
      await inEmptyDatabase(async (empty) => {
        await restore({ connection: empty, files: restored(), path, progress });
        expect(await query(empty, "SELECT to_regclass('beside') AS found")).toEqual([{ found: null }]);
      });
    } finally {
      await query(connection, `DROP OWNED BY ${school} CASCADE; DROP OWNED BY ${stranger} CASCADE`);
      await query(connection, `DROP ROLE ${school}; DROP ROLE ${stranger}`);
    }
  });
  expect(said.filter((line) => line.includes('left out'))).toEqual([
    'public.strange: left out, it belongs to another role',
    'public.beside: left out, it is no table of the product',
  ]);
});
