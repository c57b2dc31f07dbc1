import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { fakeFfmpeg } from '#server/testing/fake-ffmpeg.ts';
import { createLesson, createSubject } from '#server/testing/lessons.ts';
import { startServerProcess } from '#server/testing/server-process.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { PREPARE_JOB } from './prepare-job.ts';

const ffmpeg = fakeFfmpeg();
const test = useTestApp({ RATE_LIMIT: 'off', FFMPEG: ffmpeg.path });
afterAll(() => ffmpeg.remove());

let teacher: Person;
let lessonId: number;
let mp4: Buffer;

beforeAll(async () => {
  mp4 = await readFile(new URL('../../../../testing/recordings/tiny.mp4', import.meta.url));
  teacher = await createPerson(test.deps.db, { role: 'teacher', now: test.clock.now() });
  const { id: subjectId } = await createSubject(test.deps.db);
  lessonId = (await createLesson(test.deps.db, { subjectId, authorId: teacher.id })).id;
});

async function add(): Promise<number> {
  const begun = await test.request({
    method: 'POST',
    url: `/api/articles/${lessonId}/recording-uploads`,
    as: teacher,
    headers: { 'upload-length': String(mp4.length), 'upload-metadata': `filename ${btoa('a.mp4')}` },
  });
  const headers = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };
  const url = String(begun.headers.location);
  expect((await test.request({ method: 'PATCH', url, as: teacher, headers, payload: mp4 })).statusCode).toBe(204);
  const { id } = await test.deps.db
    .selectFrom('recordings')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return id;
}

const rowOf = (id: number) =>
  test.deps.db
    .selectFrom('recordings')
    .select(['state', 'attempts', 'file_key as fileKey', 'poster_key as posterKey'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const sizesOf = async (id: number) =>
  (
    await test.deps.db.selectFrom('recording_renditions').select('file_key').where('recording_id', '=', id).execute()
  ).map(({ file_key }) => file_key);
/** Every file of a recording, whatever it is called. */
const storedFiles = async () => {
  const found = await readdir(test.deps.config.dataDir, { recursive: true, withFileTypes: true });
  return found.filter((one) => one.isFile() && one.parentPath.includes('/recordings')).map(({ name }) => name);
};
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** The queue's minute without a sign of life, and its pause before the next try, are over. */
async function letTimePass(): Promise<void> {
  const { db } = test.deps;
  await sql`UPDATE pgboss.job SET heartbeat_on = now() - interval '61 seconds'
    WHERE name = ${PREPARE_JOB} AND state = 'active'`.execute(db);
  await sql`UPDATE pgboss.queue SET monitor_on = NULL WHERE name = ${PREPARE_JOB}`.execute(db);
  const boss = new PgBoss({ ...test.connection, supervise: false, schedule: false, migrate: false });
  await boss.start();
  await boss.supervise(PREPARE_JOB);
  await boss.stop();
  await sql`UPDATE pgboss.job SET start_after = now() WHERE name = ${PREPARE_JOB} AND state = 'retry'`.execute(db);
}

it('a server killed in the middle: ffmpeg ends with it, another begins again, and one result is left', async () => {
  const temporary = await mkdtemp(join(tmpdir(), 'alvorada-killed-'));
  onTestFinished(() => rm(temporary, { recursive: true }));
  const url = 'connectionString' in test.connection ? test.connection.connectionString : '';
  const start = async () => {
    const settings = { DATABASE_URL: url, FFMPEG: ffmpeg.path, TMPDIR: temporary };
    const server = await startServerProcess(test.deps.config.dataDir, settings);
    // Where this test fails half-way, the next one has the queue to itself.
    onTestFinished(() => server.kill('SIGKILL'));
    return server;
  };

  await ffmpeg.act('waits');
  const id = await add();
  const before = await storedFiles();
  const first = await start();
  const run = await vi.waitUntil(async () => (await ffmpeg.begun())[0], 20_000);
  expect(await rowOf(id)).toMatchObject({ state: 'working', attempts: 1 });
  first.kill('SIGKILL');
  await first.ended;
  await vi.waitFor(() => expect(isAlive(run.pid)).toBe(false), 20_000);
  expect(await readdir(temporary)).toHaveLength(1);
  expect(await storedFiles()).toEqual(before);

  await ffmpeg.act('works');
  await letTimePass();
  const second = await start();
  await vi.waitFor(async () => expect((await rowOf(id)).state).toBe('ready'), 20_000);
  // The directory goes after the result is written down.
  await vi.waitFor(async () => expect(await readdir(temporary)).toEqual([]), 20_000);
  second.kill('SIGTERM');
  await second.ended;

  const { attempts, fileKey, posterKey } = await rowOf(id);
  expect(attempts).toBe(2);
  const sizes = await sizesOf(id);
  expect(sizes).toHaveLength(1);
  expect((await storedFiles()).sort()).toEqual([fileKey, posterKey ?? '', ...sizes].map((key) => basename(key)).sort());
  expect((await ffmpeg.begun()).map(({ out }) => out)).toEqual(['poster.jpg', 'poster.jpg', '480.mp4']);
}, 90_000);

it('an ffmpeg that is killed each time is begun three times, reported as failed, and leaves nothing', async () => {
  await ffmpeg.act('dies');
  const id = await add();
  const [already, before] = [(await ffmpeg.begun()).length, await storedFiles()];
  const states: string[] = [];
  for (let round = 1; round <= 5; round += 1) {
    await test.deps.jobs.drain();
    states.push((await rowOf(id)).state);
    await letTimePass();
  }
  expect(states).toEqual(['working', 'working', 'working', 'failed', 'failed']);
  expect((await ffmpeg.begun()).slice(already)).toHaveLength(3);
  const { attempts, fileKey, posterKey } = await rowOf(id);
  expect([attempts, posterKey, await sizesOf(id)]).toEqual([3, null, []]);
  expect(await storedFiles()).toEqual(before);
  const own = basename(fileKey, extname(fileKey));
  expect((await readdir(tmpdir())).filter((name) => name.includes(own))).toEqual([]);
});
