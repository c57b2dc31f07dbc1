import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { ScreenRenderer } from '#contract/first-screen.ts';
import { builtFiles } from '#server/site/page-renderer.ts';
import { createPerson } from '#server/testing/factories.ts';
import { pretendIdle } from '#server/testing/pretend-idle.ts';
import { createCourse, enrollStudent } from '#server/testing/study.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { openRenderer } from './documents.ts';
import { perMinute } from './rate-limit.ts';

const testApp = useTestApp();
pretendIdle(testApp);
let dist: string;

/** Replaces the build: renders the answer of one call, and behaves as its address says. */
const drawing = `
let send;
let drawings = 0;
export const minuteNow = () => Math.floor(Date.now() / 60_000);
export const sendBy = (by) => { send = by; };
export async function renderScreen({ path, search, user, patienceMs }) {
  if (path === '/breaks') throw new Error('broken screen');
  if (path === '/auth') return null;
  if (path === '/writes') await send('/api/logout', { method: 'POST' });
  const answer = await send('/api/dashboard/student', {});
  drawings += 1;
  const isCounted = path === '/counted' || path === '/without-query' || path === '/visitor';
  const html = path === '/half' ? 'header<!--$!-->waits' : isCounted ? 'drawing ' + drawings : path + '?' + search;
  const readsSearch = path !== '/without-query';
  return { html, title: user?.firstName, user, parts: [], isLasting: true, readsSearch, answers: [[['dashboard', 'student'], answer.ok ? await answer.json() : answer.status]] };
}`;

const shell = {
  html: '<title></title></head><div id="root"></div>',
  school: '{}',
  headers: { 'x-kept': 'yes' },
  userId: 'somebody',
};

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'alvorada-drawing-'));
  for (const folder of ['pages', 'drawing']) await mkdir(join(dist, folder));
  for (const name of ['parts', 'styles']) await writeFile(join(dist, `pages/${name}.json`), '{}');
  await writeFile(join(dist, 'drawing/draw.mjs'), drawing);
});
afterAll(() => rm(dist, { recursive: true }));

/** Serves documents only, rendered from the answers of the real app; the plain shell where none could be rendered. */
async function documents({ userId = 'somebody' as string | null } = {}) {
  const front = Fastify();
  const draw = await openRenderer(testApp.app, dist, testApp.deps.log);
  const own = { ...shell, userId };
  front.get('/*', async (request, reply) => ((await draw(request, reply, own)) ? reply : reply.send('plain')));
  return front;
}

const dataOf = (html: string) => JSON.parse(/id="first-screen">(.*?)<\/script>/.exec(html)?.[1] ?? 'null');

test('a document contains the answers for this person, and for no other', async () => {
  const front = await documents();
  const [ana, bia] = [await createPerson(testApp.deps.db), await createPerson(testApp.deps.db)];
  const [anas, bias] = await Promise.all(
    [ana, bia].map(({ cookie }) => front.inject({ url: '/study?busca=crase', headers: { cookie } })),
  );
  for (const [person, page] of [
    [ana, anas],
    [bia, bias],
  ] as const) {
    const asked = async (url: string) => (await testApp.request({ url, as: person })).json();
    expect(dataOf(page?.body ?? '')).toEqual({
      user: await asked('/api/auth/user'),
      answers: [[['dashboard', 'student'], await asked('/api/dashboard/student')]],
      files: [],
    });
  }
  expect(anas?.body).toContain('<div id="root">/study?busca=crase</div>');
  expect(anas?.headers).toMatchObject({ 'x-kept': 'yes' });
  await front.close();
});

test('a document is compressed as the browser accepts, and answered with 304 when unchanged', async () => {
  const front = await documents();
  const { cookie } = await createPerson(testApp.deps.db);
  const page = await front.inject({ url: '/', headers: { cookie, 'accept-encoding': 'br' } });
  expect(page.headers['content-encoding']).toBe('br');
  expect(dataOf(brotliDecompressSync(page.rawPayload).toString())).not.toBeNull();
  const etag = String(page.headers.etag);
  const again = await front.inject({ url: '/', headers: { cookie, 'if-none-match': etag } });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  await front.close();
});

test('a document is rendered again only when an answer differs: the calls are made every time', async () => {
  // A new minute causes a new rendering.
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const front = await documents();
  const { db } = testApp.deps;
  const person = await createPerson(db);
  const asking = vi.spyOn(testApp.app, 'routing');
  const open = async (headers = {}) => {
    asking.mockClear();
    const { body } = await front.inject({ url: '/counted', headers: { cookie: person.cookie, ...headers } });
    return { drawing: /drawing \d+/.exec(body)?.[0], asked: asking.mock.calls.map(([{ url }]) => url) };
  };
  const [first, second] = [await open(), await open()];
  expect(second.drawing).toBe(first.drawing);
  expect(second.asked).toEqual(['/api/auth/user', '/api/dashboard/student']);
  // Another device gets another rendering: its keys have other names.
  expect((await open({ 'user-agent': 'Macintosh' })).drawing).not.toBe(first.drawing);
  expect((await open()).drawing).toBe(first.drawing);
  await enrollStudent(db, person.id, await createCourse(db));
  const changed = await open();
  expect(changed.drawing).not.toBe(first.drawing);
  // Each call was made once, although its answer was first compared and then rendered.
  expect(changed.asked).toEqual(['/api/auth/user', '/api/dashboard/student']);
  vi.advanceTimersByTime(60_000);
  expect((await open()).drawing).not.toBe(changed.drawing);
  asking.mockRestore();
  await front.close();
});

test('a screen that reads no query is rendered once for every query', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const front = await documents();
  const { cookie } = await createPerson(testApp.deps.db);
  const drawingAt = async (url: string) =>
    /drawing \d+/.exec((await front.inject({ url, headers: { cookie } })).body)?.[0];
  const first = await drawingAt('/without-query?a=1');
  expect(first).toBeDefined();
  expect([await drawingAt('/without-query?a=2'), await drawingAt('/without-query')]).toEqual([first, first]);
  // A screen that reads its query is cached per query.
  const counted = [await drawingAt('/counted?a=1'), await drawingAt('/counted?a=2'), await drawingAt('/counted?a=1')];
  expect(counted[1]).not.toBe(counted[0]);
  expect(counted[2]).toBe(counted[0]);
  await front.close();
});

test('a network whose visitors have used up their documents gets the plain shell, and others are still rendered', async () => {
  const front = await documents({ userId: null });
  const open = async (remoteAddress: string, n: number) =>
    (await front.inject({ url: `/visitor?n=${n}`, remoteAddress })).body === 'plain' ? 'plain' : 'rendered';
  const outcomes: string[] = [];
  // The addresses of one IPv6 network count as one visitor.
  for (let n = 0; n <= perMinute['visitor-document']; n += 1) outcomes.push(await open(`2001:db8:9:9::${n + 1}`, n));
  expect(outcomes.filter((outcome) => outcome === 'rendered')).toHaveLength(perMinute['visitor-document']);
  expect(outcomes.at(-1)).toBe('plain');
  expect(await open('2001:db8:9:a::1', 1)).toBe('rendered');
  testApp.clock.advance(60_000);
  expect(await open('2001:db8:9:9::1', 1000)).toBe('rendered');
  await front.close();
});

test('a person who has used up their documents gets the plain shell, and the next person is rendered', async () => {
  const { cookie } = await createPerson(testApp.deps.db);
  const front = await documents({ userId: 'busy' });
  for (let n = 0; n < perMinute.document; n += 1) testApp.app.chargeRate('document', 'busy');
  expect((await front.inject({ url: '/counted?n=1', headers: { cookie } })).body).toBe('plain');
  await front.close();
  const next = await documents({ userId: 'next' });
  expect((await next.inject({ url: '/counted?n=1', headers: { cookie } })).body).toContain('drawing');
  await next.close();
});

test.each([
  ['whose session has ended', '/', null],
  ['whose screen the server does not render', '/auth', ''],
  ['whose screen breaks', '/breaks', 'broken screen'],
  ['whose screen would write', '/writes', 'by reading alone'],
])('a person %s gets the plain shell', async (_, url, logged) => {
  const front = await documents();
  const { cookie } = await createPerson(testApp.deps.db);
  const page = await front.inject({ url, headers: logged === null ? { cookie: 'sid=gone' } : { cookie } });
  expect(page.body).toBe('plain');
  if (logged) expect(testApp.logged()).toContain(logged);
  await front.close();
});

test('a screen with a failing section is sent as far as it goes, and the error is logged', async () => {
  const front = await documents();
  const { cookie } = await createPerson(testApp.deps.db);
  const page = await front.inject({ url: '/half', headers: { cookie } });
  expect(page.body).toContain('<div id="root">header');
  expect(testApp.logged()).toContain('a part of a first screen could not be drawn');
  await front.close();
});

test('without a server build every document is the plain shell', async () => {
  const draw = await openRenderer(testApp.app, join(dist, 'nowhere'), testApp.deps.log);
  expect(await draw({} as never, {} as never, shell)).toBe(false);
});

test('under high load the browser renders', async () => {
  const busy = { ...testApp.app.pressure(), inFlight: 10_000 };
  const front = Fastify();
  const draw = await openRenderer({ ...testApp.app, pressure: () => busy } as never, dist, testApp.deps.log);
  front.get('/*', async (request, reply) => ((await draw(request, reply, shell)) ? reply : reply.send('plain')));
  const { cookie } = await createPerson(testApp.deps.db);
  expect((await front.inject({ url: '/', headers: { cookie } })).body).toBe('plain');
  await front.close();
});

test('the first screen of a process is as complete as the next: loading its chunks is awaited', async () => {
  // The real build, at a path that was never imported.
  const fresh = await mkdtemp(join(tmpdir(), 'alvorada-drawing-'));
  await cp(join(builtFiles, 'drawing'), fresh, { recursive: true });
  const { renderScreen, sendBy } = (await import(pathToFileURL(join(fresh, 'draw.mjs')).href)) as ScreenRenderer;
  const { cookie } = await createPerson(testApp.deps.db);
  sendBy(async (url) => {
    const {
      statusCode: status,
      statusMessage: statusText,
      body,
    } = await testApp.app.inject({ url, headers: { cookie } });
    const headers = { get: () => null };
    return {
      ok: status === 200,
      status,
      statusText,
      headers,
      json: async () => JSON.parse(body),
      text: async () => body,
    };
  });
  const user = (await testApp.app.inject({ url: '/api/auth/user', headers: { cookie } })).json();
  const about = {
    path: '/',
    search: '',
    host: 'localhost',
    protocol: 'http',
    isApple: false,
    user,
    school: '{}',
  } as const;
  // The long patience keeps a busy machine from stopping it, too.
  const draw = (patienceMs = 60_000) => renderScreen({ ...about, patienceMs });
  const [first, second] = [await draw(), await draw()];
  // A late answer is not awaited, and a screen rendered without it is not reused for the next one.
  const late = await draw(-1);
  const visit = (path: string, search: string) =>
    renderScreen({ ...about, path, search, user: null, patienceMs: 60_000 });
  const [login, register, invented] = [
    await visit('/auth', 'de=a'),
    await visit('/register', 'cupom=SOL'),
    await visit('/qualquer', ''),
  ];
  await rm(fresh, { recursive: true });
  expect([first?.isLasting, late?.isLasting]).toEqual([true, false]);
  expect(late?.answers).toEqual([]);
  // Visitors may get these from the cache: known paths whose content does not depend on the query.
  expect([login?.readsSearch, login?.isLasting]).toEqual([false, true]);
  expect([register?.readsSearch, register?.isLasting]).toEqual([true, false]);
  expect(invented?.isLasting).toBe(false);
  const askedFor = (screen: typeof first) => screen?.answers.map(([key]) => key);
  expect(askedFor(first)?.length).toBeGreaterThan(3);
  expect([askedFor(first), first?.parts]).toEqual([askedFor(second), second?.parts]);
});
