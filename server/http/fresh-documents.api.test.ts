import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { FirstScreen } from '#contract/first-screen.ts';
import { buildApp } from '#server/app.ts';
import type { Deps } from '#server/deps.ts';
import { notify } from '#server/features/platform/notifications/notifications.service.ts';
import { openDeps } from '#server/start.ts';
import { invalidateCaches } from '#server/testing/cache-invalidation.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { createLesson, createSubject } from '#server/testing/lessons.ts';
import { pretendIdle } from '#server/testing/pretend-idle.ts';
import { createTestQuiz } from '#server/testing/quizzes.ts';
import { createCourse } from '#server/testing/study.ts';
import { useTestApp } from '#server/testing/test-app.ts';

/*
 * A document is sent again only when each of its calls answers the same as before. Here another process changes one
 * thing, and the next document of this process shows it.
 */

const testApp = useTestApp({ RATE_LIMIT: 'off' });
pretendIdle(testApp);

/** Another process on the same database. */
let beside: { app: FastifyInstance; deps: Deps; close: () => Promise<void> };
let admin: Person;
let student: Person;
let subjectId: number;
let lesson: number;

beforeAll(async () => {
  const { deps, close } = await openDeps(testApp.deps.config, testApp.connection, testApp.deps.log, testApp.clock);
  beside = { app: await buildApp(deps), deps, close };
  await deps.jobs.start({ work: false });
  admin = await createPerson(deps.db, { role: 'admin', now: testApp.clock.now() });
  subjectId = (await createSubject(deps.db)).id;
});
afterAll(async () => {
  await beside.app.close();
  await beside.close();
});
beforeEach(async () => {
  student = await createPerson(beside.deps.db, { firstName: 'Lia', now: testApp.clock.now() });
  const content = '<h2>Parte</h2><p>Antes da mudança.</p>';
  lesson = (await createLesson(testApp.deps.db, { subjectId, title: 'Crase', content })).id;
});

async function write(as: Person, method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, payload?: object) {
  const answer = await beside.app.inject({ method, url, headers: { cookie: as.cookie }, ...(payload && { payload }) });
  expect(answer.statusCode, answer.body).toBeLessThan(300);
}

/** Resolves when every invalidation published so far has arrived. */
const newsIsIn = () => invalidateCaches(testApp.deps.db, 'nothing:new');

async function open(as = student, url = `/articles/${lesson}`) {
  const { body, headers } = await testApp.request({ url, as });
  const data = /id="first-screen">(.*?)<\/script>/s.exec(body)?.[1];
  const html = body.split('id="first-screen"')[0] ?? '';
  return { html, etag: headers.etag, screen: data ? (JSON.parse(data) as FirstScreen) : null };
}

type Page = Awaited<ReturnType<typeof open>>;
const TEXT = 'Antes da mudança';
/** On the screen, or in the data it is rendered from. */
const says = (words: string) => (page: Page) =>
  expect((page.html + JSON.stringify(page.screen)).includes(words), words).toBe(true);
const isClosed = (page: Page) => expect(page.html.includes(TEXT)).toBe(false);

const address = (rest = '') => `/api/articles/${lesson}${rest}`;
const edited = () => ({ title: 'Crase de novo', content: '<p>Depois.</p>', subjectId, version: 1 });
const note = () => ({
  quote: 'mudança',
  prefix: 'Antes da ',
  suffix: '.',
  position: 14,
  note: 'Perguntar isto.',
  creationKey: randomUUID(),
});
const notice = { kind: 'certificate', title: 'Pronto', text: 'Seu certificado.', path: '/', key: 'fresh' } as const;

const changes: [name: string, change: () => Promise<unknown>, told: (page: Page) => void][] = [
  ['another text', () => write(admin, 'PUT', address(), edited()), says('Depois.')],
  ['a lesson that is gone', () => write(admin, 'DELETE', address()), isClosed],
  [
    'how far it was read on another device',
    () => write(student, 'PUT', address('/reading'), { position: 0.5, activeSeconds: 1, reachedEnd: false }),
    says('"position":0.5'),
  ],
  ['a note of one’s own', () => write(student, 'POST', address('/annotations'), note()), says('Perguntar isto.')],
  [
    'a notification',
    () => beside.deps.db.transaction().execute((tx) => notify(beside.deps, tx, { ...notice, userId: student.id })),
    says('Notificações: 1 nova'),
  ],
  ['another name', () => write(student, 'PATCH', '/api/profile', { firstName: 'Noa', lastName: 'Silva' }), says('Noa')],
  [
    'another school',
    async () => {
      const headers = { cookie: admin.cookie };
      const { version } = (await beside.app.inject({ url: '/api/admin/settings', headers })).json();
      await write(admin, 'PATCH', '/api/admin/settings', { version, schoolName: 'Curso Sol' });
      await soon(async () => expect(testApp.deps.school.now.schoolName).toBe('Curso Sol'));
    },
    says('Curso Sol'),
  ],
  [
    'access that was ended',
    () => write(admin, 'POST', `/api/admin/users/${student.id}/end-access`, { reason: 'Pediu para sair.' }),
    isClosed,
  ],
  [
    'an account that was blocked',
    () => write(admin, 'PATCH', `/api/admin/users/${student.id}/status`, { status: 'blocked' }),
    (page) => expect(page.screen).toBeNull(),
  ],
];

/** On a busy machine a document may be sent before all its answers have arrived; the next one has them. */
const soon = (look: () => Promise<unknown>) => vi.waitFor(look, { timeout: 10_000, interval: 20 });

/** Opens the page until the cached bytes are sent. */
async function openTwice(): Promise<Page> {
  let page = await open();
  await soon(async () => {
    const before = page;
    page = await open();
    says(TEXT)(page);
    expect(page.etag).toBe(before.etag);
  });
  return page;
}

test.each(changes)('the next document shows %s', async (_, change, told) => {
  const before = await openTwice();
  await change();
  await newsIsIn();
  expect((await open()).etag).not.toBe(before.etag);
  await soon(async () => told(await open()));
});

test('the next document shows access whose last day has passed', async () => {
  const { db } = beside.deps;
  await db
    .updateTable('access_grants')
    .set({ rule: 'until', rule_until: '2026-11-16', rule_count: null })
    .where('user_id', '=', student.id)
    .execute();
  await openTwice();
  testApp.clock.set('2026-11-17T12:00:00.000Z');
  isClosed(await open());
  testApp.clock.set('2026-11-15T12:00:00.000Z');
});

test('another person gets their own document, without the notes of the first', async () => {
  await write(student, 'POST', address('/annotations'), note());
  await soon(async () => says('Perguntar isto.')(await open()));
  const other = await createPerson(beside.deps.db, { firstName: 'Rui', now: testApp.clock.now() });
  const { screen, html } = await open(other);
  expect(screen?.user?.id).toBe(other.id);
  expect((html + JSON.stringify(screen)).includes('Perguntar isto.')).toBe(false);
});

test('the next document shows a change made while the bus was disconnected', async () => {
  const before = await openTwice();
  const { db, bus } = testApp.deps;
  await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name = 'alvorada-bus' AND datname = current_database()`.execute(db);
  await vi.waitFor(() => expect(bus.connected).toBe(false), { interval: 5 });
  await write(admin, 'PUT', address(), edited());
  expect((await open()).etag).not.toBe(before.etag);
  await soon(async () => expect(bus.connected).toBe(true));
  await soon(async () => says('Depois.')(await open()));
});

test.each(['/', '/study', '/review', 'simulado', 'course'])(
  'the cached bytes are sent a moment later: %s',
  async (name) => {
    const { db } = testApp.deps;
    const now = testApp.clock.now();
    const { id } = await createTestQuiz(db, { questions: 2, now });
    const course = await createCourse(db, { lessons: [lesson], quizzes: [id] });
    const url = name === 'simulado' ? `/quizzes/${id}` : name === 'course' ? `/courses/${course}` : name;
    await soon(async () => {
      const { etag, screen } = await open(student, url);
      expect(screen?.answers.length).toBeGreaterThan(2);
      testApp.clock.advance(10);
      expect((await open(student, url)).etag).toBe(etag);
    });
  },
);
