import { expect, test, vi } from 'vitest';
import { OFFLINE_LEASE_DAYS } from '#contract/limits.ts';
import { DAY_MS } from '#contract/time.ts';
import type { Build } from './scope.ts';
import { fakeCaches, fakeNetwork, fakePage, fakeWorld, ORIGIN } from './testing/fake-world.ts';
import { startWorker } from './worker.ts';

const build: Build = { version: 'A', files: ['/assets/index-A.js'] };

const person = (id: string, role = 'student') => ({ id, role });
const documentOf = (user: object | null, text: string, entry = '/assets/index-A.js') =>
  `<script type="module" src="${entry}"></script><div id="root">${text}</div>` +
  `<script type="application/json" id="first-screen">${JSON.stringify({ user, answers: [], files: [] })}</script>`;
const shell = '<script type="module" src="/assets/index-A.js"></script><div id="root"></div>';

function phone() {
  const network = fakeNetwork({ '/assets/index-A.js': '//', '/app-shell': shell });
  const room = { left: Number.POSITIVE_INFINITY };
  const { caches, all } = fakeCaches(room);
  const clock = { now: Date.parse('2026-11-15T12:00:00Z') };
  const start = (scope: Parameters<typeof startWorker>[0], of: Build) => startWorker(scope, of, () => clock.now);
  const world = fakeWorld(start, build, { network, caches, pages: [fakePage('one')] });
  const says = (path: string, answer: string | (() => Response)) =>
    network.answers.set(path, typeof answer === 'string' ? () => new Response(answer) : answer);
  const open = (path: string) => world.ask(path, { navigates: true });
  const textOf = async (answer: Promise<Response | undefined>) => (await answer)?.text();
  const kept = () =>
    [...all].flatMap(([name, entries]) => (name.startsWith('alvorada-kept:') ? [...entries.keys()] : []));
  return { network, room, all, clock, world, says, open, textOf, kept };
}

const refused = (status: number) => () => new Response(JSON.stringify({ code: 'x' }), { status });

test('a second visit opens the cached document of the first, marked as cached, and a reload fetches it', async () => {
  const { says, open, textOf, world, network } = phone();
  says('/articles/7', documentOf(person('ana'), 'first'));
  expect(await textOf(open('/articles/7'))).toContain('first');
  says('/articles/7', documentOf(person('ana'), 'second'));
  network.asked.length = 0;
  const again = await textOf(open('/articles/7'));
  expect(again).toContain('first');
  expect(again).toContain('data-kept="2026-11-15T12:00:00.000Z"');
  expect(network.asked).toEqual([]);
  // What the page asks for behind it is kept for the next time.
  const fresh = await textOf(world.ask('/articles/7', { headers: { accept: 'text/html' } }));
  expect(fresh).toContain('second');
  expect(await textOf(open('/articles/7'))).toContain('second');
  says('/articles/7', documentOf(person('ana'), 'third'));
  expect(await textOf(world.ask('/articles/7', { navigates: true, cache: 'no-cache' }))).toContain('third');
});

test('the document of a page that loaded before its worker is cached for the next visit', async () => {
  const { says, open, textOf, world, network } = phone();
  says('/articles/7', documentOf(person('ana'), 'first'));
  const ready = { kind: 'ready', entry: '/assets/index-A.js', passed: `${ORIGIN}/articles/7` };
  await world.say(ready);
  network.asked.length = 0;
  expect(await textOf(open('/articles/7'))).toContain('first');
  expect(network.asked).toEqual([]);
  // Asked for once: what is kept already is renewed by the pages themselves.
  await world.say(ready);
  expect(network.asked).not.toContain('/articles/7');
});

test('an uncacheable document is not fetched again, and a document after a logout is not cached', async () => {
  const { says, world, network, kept } = phone();
  says('/quizzes/3', documentOf(person('ana'), 'quiz'));
  await world.say({ kind: 'ready', entry: '/assets/index-A.js', passed: `${ORIGIN}/quizzes/3` });
  expect(network.asked).not.toContain('/quizzes/3');
  let arrive: (answer: Response) => void = () => {};
  const late = new Promise<Response>((resolve) => {
    arrive = resolve;
  });
  network.answers.set('/study', () => late as unknown as Response);
  const meeting = world.say({ kind: 'ready', entry: '/assets/index-A.js', passed: `${ORIGIN}/study` });
  await vi.waitUntil(() => network.asked.includes('/study'));
  await world.say({ kind: 'forget' });
  arrive(new Response(documentOf(person('ana'), 'late')));
  await meeting;
  expect(kept()).toEqual([]);
});

test('without a network the worker answers with cached documents or the shell, and with cached responses', async () => {
  const { says, open, textOf, world, network } = phone();
  await world.say({ kind: 'ready', entry: '/assets/index-A.js' });
  says('/', documentOf(person('ana'), 'home'));
  says('/api/articles/7', '{"title":"Crase"}');
  await open('/');
  await world.ask('/api/articles/7');
  network.isThere = false;
  expect(await textOf(open('/'))).toContain('home');
  expect(await textOf(open('/quizzes/3'))).toBe(shell);
  expect(await textOf(world.ask('/api/articles/7'))).toBe('{"title":"Crase"}');
  await expect(world.ask('/api/articles/8')).rejects.toThrow('Failed to fetch');
});

test('another person finds no data of the previous one', async () => {
  const { says, open, textOf, world, network, kept } = phone();
  says('/', documentOf(person('ana'), "Ana's plan"));
  says('/api/study-plan', '"plan of Ana"');
  await open('/');
  await world.ask('/api/study-plan');
  expect(kept().length).toBeGreaterThan(0);
  // Bia's session is in the cookie by now, and a fresh document says so.
  says('/', documentOf(person('bia'), "Bia's plan"));
  await world.ask('/', { navigates: true, cache: 'reload' });
  network.isThere = false;
  expect(await textOf(open('/'))).toContain("Bia's plan");
  await expect(world.ask('/api/study-plan')).rejects.toThrow('Failed to fetch');
});

test.each([
  ['logging out', ({ world }: ReturnType<typeof phone>) => world.say({ kind: 'forget' })],
  [
    'a session that was ended elsewhere',
    async ({ says, world }: ReturnType<typeof phone>) => {
      says('/api/auth/user', refused(401));
      await world.ask('/api/auth/user');
    },
  ],
  [
    'a document without a signed-in user',
    async ({ says, open }: ReturnType<typeof phone>) => {
      says('/study', documentOf(null, 'login'));
      await open('/study');
    },
  ],
  [
    'the landing page, which no logged-in user gets',
    async ({ says, world }: ReturnType<typeof phone>) => {
      says('/', '<h1>Alvorada</h1>');
      await world.ask('/', { headers: { accept: 'text/html' } });
    },
  ],
  [
    'a lease that is over',
    async ({ clock, open }: ReturnType<typeof phone>) => {
      clock.now += OFFLINE_LEASE_DAYS * DAY_MS + 1;
      await open('/study');
    },
  ],
  [
    'a clock that was set back',
    async ({ clock, open }: ReturnType<typeof phone>) => {
      clock.now -= 2 * DAY_MS;
      await open('/study');
    },
  ],
])('%s empties everything', async (_why, happens) => {
  const device = phone();
  device.says('/', documentOf(person('ana'), 'home'));
  device.says('/api/articles/7', '{}');
  await device.open('/');
  await device.world.ask('/api/articles/7');
  expect(device.kept().length).toBeGreaterThan(0);
  await happens(device);
  expect(device.kept()).toEqual([]);
});

test('being online renews the lease', async () => {
  const { says, open, world, clock, kept } = phone();
  says('/', documentOf(person('ana'), 'home'));
  says('/api/auth/user', JSON.stringify(person('ana')));
  await open('/');
  clock.now += 10 * DAY_MS;
  await world.ask('/api/auth/user');
  clock.now += 10 * DAY_MS;
  await open('/');
  expect(kept().length).toBeGreaterThan(0);
});

test('a response that was loading during a logout is not cached', async () => {
  const { says, world, network, kept } = phone();
  let arrive: (answer: Response) => void = () => {};
  const late = new Promise<Response>((resolve) => {
    arrive = resolve;
  });
  says('/', documentOf(person('ana'), 'home'));
  await world.ask('/', { navigates: true });
  network.answers.set('/study', () => late as unknown as Response);
  const asked = world.ask('/study', { navigates: true });
  await world.say({ kind: 'forget' });
  arrive(new Response(documentOf(person('ana'), 'late')));
  await asked;
  expect(kept()).toEqual([]);
});

test('a refusal deletes the copy; errors and data of other roles are never cached', async () => {
  const { says, world, open, network, kept } = phone();
  says('/', documentOf(person('ana'), 'home'));
  await open('/');
  says('/api/articles/7', '{}');
  await world.ask('/api/articles/7');
  says('/api/articles/7', refused(403));
  await world.ask('/api/articles/7');
  network.isThere = false;
  await expect(world.ask('/api/articles/7')).rejects.toThrow();
  network.isThere = true;
  says('/api/courses/1', refused(500));
  await world.ask('/api/courses/1');
  expect(kept().some((url) => url.includes('/api/courses/1'))).toBe(false);
  says('/', documentOf(person('rui', 'teacher'), 'area'));
  await world.ask('/', { navigates: true, cache: 'reload' });
  expect(kept()).toEqual([]);
});

test('a cached document of another build is not used, because its files may be deleted', async () => {
  const { says, open, textOf } = phone();
  says('/study', documentOf(person('ana'), 'of B', '/assets/index-B.js'));
  await open('/study');
  says('/study', documentOf(person('ana'), 'of B again', '/assets/index-B.js'));
  expect(await textOf(open('/study'))).toContain('of B again');
});

test('full or evicted storage changes nothing online', async () => {
  const { says, open, textOf, room, all, world } = phone();
  says('/', documentOf(person('ana'), 'home'));
  await open('/');
  room.left = 0;
  says('/study', documentOf(person('ana'), 'study'));
  expect(await textOf(open('/study'))).toContain('study');
  says('/api/articles/7', '{"title":"Crase"}');
  expect(await textOf(world.ask('/api/articles/7'))).toBe('{"title":"Crase"}');
  all.clear();
  expect(await textOf(open('/'))).toContain('home');
});

test.each([
  ['an attempt', '/api/quizzes/1/attempts/open'],
  ['a result with its key', '/api/quiz-attempts/1'],
  ['a practice with its answers', '/api/practices/3'],
  ['the error notebook', '/api/mistakes'],
  ['a payment', '/api/payments/current'],
  ['a recording', '/api/recordings/1/stream'],
  ['the office', '/api/admin/users'],
])('%s is not handled by the service worker', async (_what, path) => {
  const { world } = phone();
  expect(await world.ask(path)).toBeUndefined();
});

test("the office's pages and files are left to the browser", async () => {
  const { open } = phone();
  for (const path of ['/admin/users', '/api/google/callback', '/og.png', '/embed/1']) {
    expect(await open(path), path).toBeUndefined();
  }
  expect(new URL(ORIGIN).origin).toBe(ORIGIN);
});
