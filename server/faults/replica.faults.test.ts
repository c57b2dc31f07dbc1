import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { endpoints } from '#contract/index.ts';
import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { migrate } from '#server/db/migrate.ts';
import type { Replica } from '#server/db/replica.ts';
import type { Deps } from '#server/deps.ts';
import { createLog } from '#server/http/logging.ts';
import {
  asAdmin,
  type PlainPostgres,
  startPlainPostgres,
  startReplicaOf,
} from '#server/parts/testing/plain-postgres.ts';
import { openDeps } from '#server/start.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { createSubject } from '#server/testing/lessons.ts';
import { createTestQuiz } from '#server/testing/quizzes.ts';
import { createCourse } from '#server/testing/study.ts';

/** A real replica with a delay of ten seconds, and two servers that both read from it. */
let primary: PlainPostgres;
let replica: PlainPostgres;
let dataDir: string;
const lines: string[] = [];
const servers: { app: FastifyInstance; deps: Deps; copy: Replica; close(): Promise<void> }[] = [];
let teacher: Person;
let student: Person;
let subjectId: number;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'alvorada-replica-'));
  primary = await startPlainPostgres();
  await migrate({ connectionString: primary.url });
  replica = await startReplicaOf(primary, '0');
  for (let server = 0; server < 2; server += 1) servers.push(await openServer());
  const { db } = here().deps;
  teacher = await createPerson(db, { role: 'admin', now: new Date() });
  student = await createPerson(db, { now: new Date() });
  subjectId = (await createSubject(db)).id;
  await createCourse(db, { instructorId: teacher.id });
  await createTestQuiz(db, { authorId: teacher.id });
  for (const one of servers) await caughtUp(one);
  await setDelay('10s');
});

afterAll(async () => {
  for (const { close } of servers) await close();
  await replica?.stop();
  await primary?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function openServer() {
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    DATABASE_URL: primary.url,
    DATABASE_REPLICA_URL: replica.url,
    METRICS_TOKEN: 'um-segredo-para-as-medidas',
    RATE_LIMIT: 'off',
  });
  const log = createLog(config, { write: (line: string) => void lines.push(line) });
  const opened = await openDeps(config, { connectionString: primary.url }, log);
  const app = await buildApp(opened.deps);
  await opened.deps.jobs.start({ work: false });
  await app.ready();
  const { deps } = opened;
  if (!deps.replica) throw new Error('DATABASE_REPLICA_URL was not read.');
  const close = () => app.close().then(opened.close);
  return { app, deps, copy: deps.replica, close };
}

function server(index: number) {
  const found = servers[index];
  if (!found) throw new Error('It was not started.');
  return found;
}
const here = () => server(0);
const elsewhere = () => server(1);

/** A browser: it sends back the cookies that it received. */
function browser({ cookie }: Person) {
  const jar = new Map(cookie.split('; ').map((pair) => pair.split('=', 2) as [string, string]));
  return async (at: FastifyInstance, method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) => {
    const answer = await at.inject({
      method,
      url,
      headers: { cookie: [...jar].map((pair) => pair.join('=')).join('; ') },
      ...(payload ? { payload } : {}),
    });
    for (const { name, value } of answer.cookies) jar.set(name, value);
    return answer;
  };
}

const publish = (browse: ReturnType<typeof browser>, title: string) =>
  browse(here().app, 'POST', '/api/articles', { title, content: `<p>${title}</p>`, subjectId, published: true });

const found = async (browse: ReturnType<typeof browser>, app: FastifyInstance, word: string) => {
  const answer = await browse(app, 'GET', `/api/search?q=${word}`);
  expect(answer.statusCode).toBe(200);
  return answer.json<unknown[]>().length;
};

const countsOf = ({ copy }: { copy: Replica }) => ({ ...copy.counts });
const setDelay = (delay: string) =>
  asAdmin(replica, async (admin) => {
    await admin.query(`ALTER SYSTEM SET recovery_min_apply_delay = '${delay}'`);
    await admin.query('SELECT pg_reload_conf()');
  });

/** The replica has everything up to this moment, plus a margin. */
const caughtUp = ({ copy }: { copy: Replica }, moment = copy.primaryNow() + 1000) =>
  vi.waitFor(
    async () => {
      await copy.look();
      expect(copy.choose(moment)).toBe('replica');
    },
    { timeout: 20_000, interval: 100 },
  );

test('with a replica ten seconds behind, readers get an older state and writers their own writes, at every server', async () => {
  const writer = browser(teacher);
  const reader = browser(student);
  const created = await publish(writer, 'Mandado de segurança');
  expect(created.statusCode).toBe(201);
  expect(await found(reader, here().app, 'mandado')).toBe(0);
  expect(await found(reader, elsewhere().app, 'mandado')).toBe(0);
  expect(elsewhere().copy.counts.replica).toBeGreaterThan(0);
  expect(await found(writer, here().app, 'mandado')).toBe(1);
  // The other server knows of the write only from the browser's cookie.
  expect(await found(writer, elsewhere().app, 'mandado')).toBe(1);
  expect(elsewhere().copy.counts.own_write).toBe(1);
  // The same person on another device, whose browser has no cookie of the write.
  expect(await found(browser(teacher), here().app, 'mandado')).toBe(1);
  for (const { copy } of servers) expect(copy.counts).toMatchObject({ away: 0, behind: 0, failed: 0 });
});

test('deleted content is not found in an older state', async () => {
  const writer = browser(teacher);
  const { id } = (await publish(writer, 'Habeas corpus')).json<{ id: number }>();
  await setDelay('0');
  await caughtUp(elsewhere());
  expect(await found(browser(student), elsewhere().app, 'habeas')).toBe(1);
  await setDelay('10s');
  expect((await writer(here().app, 'DELETE', `/api/articles/${id}`)).statusCode).toBe(200);
  const before = countsOf(elsewhere());
  expect(await found(browser(student), elsewhere().app, 'habeas')).toBe(0);
  expect(elsewhere().copy.counts.replica).toBe(before.replica + 1);
});

test('every call that may lag can be answered by the replica', async () => {
  await setDelay('0');
  const browse = browser(teacher);
  const options = ['a', 'b'].map((optionText) => ({ optionText, comment: '', isCorrect: optionText === 'a' }));
  const question = { questionText: 'Qual?', comment: '', options, creationKey: randomUUID() };
  const { id: questionId } = (await browse(here().app, 'POST', '/api/teacher/questions', question)).json<{
    id: number;
  }>();
  const calls = Object.entries(endpoints).filter(([, { mayLag }]) => mayLag);
  // The server that took the write may date it seconds too late on a busy machine, never too early.
  await caughtUp(elsewhere(), Math.max(here().copy.primaryNow(), elsewhere().copy.primaryNow()) + 4000);
  const before = { ...elsewhere().copy.counts };
  for (const [name, { path, method }] of calls) {
    expect(method).toBe('GET');
    const url = path.replace(/:\w+/, name === 'getQuestionAnswers' ? String(questionId) : '1');
    const query = { search: '?q=mandado', exportQuestions: '?format=csv', exportPayments: '?list=open' }[name] ?? '';
    const answer = await browse(elsewhere().app, 'GET', `${url}${query}`);
    // No mock exam has a window here, and without one there is no ranking: the primary says so.
    expect(answer.statusCode, `${name}: ${answer.body}`).toBe(name === 'getRanking' ? 404 : 200);
  }
  const { replica: read, refused, failed } = elsewhere().copy.counts;
  expect({ read, refused, failed }).toEqual({
    read: before.replica + calls.length - 1,
    refused: before.refused + 1,
    failed: before.failed,
  });
});

test('the primary answers and the operator is warned when the replica stalls or is gone', async () => {
  const reader = browser(student);
  await asAdmin(replica, (admin) => admin.query('SELECT pg_wal_replay_pause()'));
  expect((await publish(browser(teacher), 'Mandado de injunção')).statusCode).toBe(201);
  expect(await found(reader, elsewhere().app, 'injunção')).toBe(0);

  await replica.stop();
  // With or without a poll since then.
  expect(await found(reader, elsewhere().app, 'injunção')).toBe(1);
  await elsewhere().copy.look();
  expect(elsewhere().copy.state.state).toBe('away');
  expect(await found(reader, elsewhere().app, 'injunção')).toBe(1);

  expect(lines.join('')).toContain('the primary answers what the replica would');
  const headers = { authorization: 'Bearer um-segredo-para-as-medidas' };
  const metrics = (await elsewhere().app.inject({ url: '/metrics', headers })).body;
  expect(metrics).toContain('\nalvorada_replica_unused 1\n');
  expect(metrics).toMatch(/alvorada_lagging_reads_total\{reason="away"\} [1-9]/);
  expect(metrics).toMatch(/alvorada_lagging_reads_total\{reason="own_write"\} [1-9]/);
  const system = await browser(teacher)(elsewhere().app, 'GET', '/api/admin/system');
  expect(system.json()).toMatchObject({ replica: { state: 'away' } });
});

test('a server that follows none, or another database, is not read from', async () => {
  const { openReplica } = await import('#server/db/replica.ts');
  const told: string[] = [];
  const log = { warn: (about: { err?: Error }) => void told.push(about.err?.message ?? ''), info: () => undefined };
  const { db } = here().deps;
  const itself = await openReplica({ connection: { connectionString: primary.url }, primary: db, log, size: 2 });
  expect(itself.choose(0)).toBe('away');
  expect(told).toEqual(['DATABASE_REPLICA_URL leads to a server that follows none.']);
  await itself.stop();
});
