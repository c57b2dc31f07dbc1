import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { FirstScreen } from '#contract/first-screen.ts';
import { issueCertificates } from '#server/features/content/certificates/certificates.service.ts';
import { notify } from '#server/features/platform/notifications/notifications.service.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { pretendIdle } from '#server/testing/pretend-idle.ts';
import { countQueries } from '#server/testing/queries.ts';
import { createTestQuiz } from '#server/testing/quizzes.ts';
import { createCourse, createLesson, createSubject, enrollStudent } from '#server/testing/study.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const testApp = useTestApp({ RATE_LIMIT: 'off' });
pretendIdle(testApp);

/** Every path that a signed-in person can open, read from the routes themselves. */
const web = (file: string) => readFileSync(join(import.meta.dirname, '../../web', file), 'utf8');
const routes = web('user-routes.tsx') + web('school-routes.tsx') + web('office-routes.tsx');
const paths = [...routes.matchAll(/path: '(\/[^']*)'/g)].map(([, path = '']) => path.replace(/:\w+/g, '1'));
paths.push('/acessibilidade', '/help', '/help/student');

/** The limit for every document. The most opened screens have lower ones in document-statements.api.test.ts. */
const MOST_STATEMENTS = 25;

/** Renders the document for a person whose data must not be in the next one. */
const openFirst = (path: string, person: Person) => testApp.request({ url: path, as: person });

/** Opens the document, which only reads, and then makes each of its calls as the same person. */
async function open(path: string, person?: Person) {
  const asked = new Set<string>();
  const methods = new Set<string | undefined>();
  const { routing } = testApp.app;
  const asking = vi.spyOn(testApp.app, 'routing').mockImplementation((request, response) => {
    asked.add(request.url ?? '');
    methods.add(request.method);
    routing(request, response);
  });
  let document = {} as Awaited<ReturnType<typeof testApp.request>>;
  const statements = await countQueries(async () => {
    document = await testApp.request({ url: path, as: person });
  });
  asking.mockRestore();
  const writes = [...methods].filter((method) => method !== 'GET');
  expect.soft(writes, `writes of ${path}`).toEqual([]);
  const answered: unknown[] = [];
  for (const url of asked) {
    const answer = await testApp.request({ url, as: person });
    if (answer.statusCode === 200) answered.push(answer.json());
  }
  const data = /id="first-screen">(.*?)<\/script>/s.exec(document.body)?.[1];
  const calls = [...asked].filter((url) => url.startsWith('/api/')).sort();
  return { document, statements, answered, calls, screen: data ? (JSON.parse(data) as FirstScreen) : null };
}

/** Every string in the data; the texts that a screen counts or joins are made of these. */
const textsIn = (data: unknown): string[] =>
  typeof data === 'string' ? [data] : data && typeof data === 'object' ? Object.values(data).flatMap(textsIn) : [];

test.each(['student', 'teacher', 'admin'] as const)(
  'the document of a %s contains the answers of its calls, which only read, and nothing of another person',
  async (role) => {
    const { db } = testApp.deps;
    const other = await createPerson(db, {
      role,
      firstName: 'Outra',
      lastName: 'Pessoa',
      email: `outra-${role}@exemplo.com.br`,
    });
    const person = await createPerson(db, { role, firstName: 'Própria' });
    const subject = await createSubject(db, `Português ${role}`);
    await createLesson(db, `Crase ${role}`, subject);
    await createTestQuiz(db, { questions: 2, now: testApp.clock.now() });
    const course = await createCourse(db);
    if (role === 'student') for (const { id } of [person, other]) await enrollStudent(db, id, course);
    const mail = other.email;
    for (const path of paths) {
      // Rendered for another person before: none of their data may remain.
      await openFirst(path, other);
      const { document, statements, answered, screen } = await open(path, person);
      expect.soft(document.statusCode, path).toBe(200);
      expect.soft(statements, `statements of ${path}`).toBeLessThanOrEqual(MOST_STATEMENTS);
      expect.soft(screen?.user?.id, path).toBe(person.id);
      expect.soft(document.headers['cache-control'], path).toContain('private');
      const told = new Set(answered.flatMap(textsIn));
      const untold = textsIn(screen?.answers.map(([, data]) => data)).filter((text) => text && !told.has(text));
      expect.soft(untold, path).toEqual([]);
      // The lists of the office show all people; no other screen does.
      if (role !== 'admin') expect.soft(document.body, path).not.toContain(mail);
    }
    expect(testApp.logged()).not.toContain('could not be drawn');
  },
  // Renders every screen twice: slow on a busy machine.
  90_000,
);

test('what a document of a student fetches at once is what it would have found round by round', async () => {
  const { db } = testApp.deps;
  const [first, second, person] = [await createPerson(db), await createPerson(db), await createPerson(db)];
  const lesson = await createLesson(db, 'Crase', await createSubject(db, 'Português'));
  const course = await createCourse(db, { lessons: [lesson] });
  for (const { id } of [first, second, person]) await enrollStudent(db, id, course);
  await createTestQuiz(db, { questions: 2, now: testApp.clock.now() });
  // A busy machine must not send a document before it is complete.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  const often = ['/', '/study', '/practice', '/review', `/articles/${lesson}`, `/courses/${course}`];
  for (const path of new Set([...often, ...paths])) {
    // The first render loads the chunks. From the third render on an address is rendered from what the last two needed,
    // each for another person: the second document of the same person comes from the cache.
    await openFirst(`${path}?x=1`, first);
    for (const before of [first, second]) await openFirst(path, before);
    const warm = await open(path, person);
    const cold = await open(`${path}?unknown`, person);
    expect.soft(warm.calls, path).toEqual(cold.calls);
    expect.soft(warm.screen?.answers, path).toEqual(cold.screen?.answers);
    if (often.includes(path)) expect.soft(warm.screen?.answers.length, path).toBeGreaterThan(2);
  }
  clock.mockRestore();
  // Renders every screen five times: slow on a busy machine.
}, 90_000);

/** The paths that a visitor without a session can open; a certificate has its own test. */
const forVisitors = [...web('router.tsx').matchAll(/path: '(\/[^']*)'/g)].flatMap(([, path = '']) =>
  path.includes(':code') ? [] : path.replace(/:\w+/g, 'student'),
);
const inFragment = ['/confirm-email', '/invitation', '/not-me', '/reset-password'];
const byBrowser = [...inFragment, '/payment', '/payment-status'];

test('the document of a visitor contains the screen, no user, and no personal data', async () => {
  const person = await createPerson(testApp.deps.db, { firstName: 'Própria' });
  const drawable = forVisitors.filter((path) => !byBrowser.includes(path));
  expect(drawable).toContain('/auth');
  for (const path of [...drawable, '/study', '/auth?next=1']) {
    await openFirst(path, person);
    const { document, screen } = await open(path);
    expect.soft(document.statusCode, path).toBe(200);
    expect.soft(screen?.user, path).toBeNull();
    // `/help` redirects to the page of a role.
    if (path !== '/help') expect.soft(document.body, path).toContain('<h1');
    expect.soft(document.body, path).not.toContain('Própria');
    expect.soft(document.headers['cache-control'], path).toContain('private');
  }
  expect((await open('/auth')).document.body).toMatch(/autocomplete="username/i);
  expect(testApp.logged()).not.toContain('could not be drawn');
});

test('a browser whose session has ended gets the plain shell: its first call gives the reason', async () => {
  const person = await createPerson(testApp.deps.db);
  await testApp.deps.db.deleteFrom('sessions').where('user_id', '=', person.id).execute();
  expect((await open('/auth', person)).screen).toBeNull();
});

test.each(inFragment)('the browser renders %s: its content is in the fragment', async (path) => {
  const person = await createPerson(testApp.deps.db);
  expect((await open(path, person)).screen).toBeNull();
});

test('a course with very many items is rendered partially, and its answer is complete', async () => {
  const { db } = testApp.deps;
  const person = await createPerson(db);
  const lessons = await Promise.all(
    Array.from({ length: 400 }, (_, index) => createLesson(db, `Aula longa ${index + 1}`)),
  );
  const course = await createCourse(db, { lessons });
  await enrollStudent(db, person.id, course);
  const { document, screen } = await open(`/courses/${course}`, person);
  const html = document.body.split('id="first-screen"')[0] ?? '';
  expect(html).toContain('Aula longa 1<');
  expect(html).not.toContain('Aula longa 400<');
  expect(textsIn(screen?.answers)).toContain('Aula longa 400');
});

test('the document of a certificate shows it to everyone with its code, with its preview', async () => {
  const { db } = testApp.deps;
  const person = await createPerson(db, { firstName: 'Formada' });
  const course = await createCourse(db);
  await enrollStudent(db, person.id, course);
  const finished = { user_id: person.id, course_id: course, completed_at: testApp.clock.now() };
  await db.insertInto('course_completions').values(finished).execute();
  await db
    .transaction()
    .execute((tx) => issueCertificates(testApp.deps, tx, [{ userId: person.id, courseId: course }]));
  const { code } = await db.selectFrom('certificates').select('code').executeTakeFirstOrThrow();
  for (const who of [undefined, person]) {
    const { document, screen } = await open(`/certificates/${code}`, who);
    expect(screen?.user?.id).toBe(who?.id);
    expect(document.body.split('id="first-screen"')[0]).toContain('Formada Silva');
    expect(document.body).toContain('<meta property="og:title"');
  }
  const unknown = await open('/certificates/ZZZZZZZZZZZZ');
  expect(unknown.document.statusCode).toBe(200);
  expect(unknown.document.body).not.toContain('og:title');
});

test("a document has the bell's number, and names keys as on the requesting device", async () => {
  const person = await createPerson(testApp.deps.db);
  const notice = { kind: 'certificate', title: 'Pronto', text: 'Seu certificado.', path: '/', key: 'drawn' } as const;
  await testApp.deps.db.transaction().execute((tx) => notify(testApp.deps, tx, { ...notice, userId: person.id }));
  const asked = async (agent: string) =>
    (await testApp.request({ url: '/annotations', as: person, headers: { 'user-agent': agent } })).body;
  const [mac, windows] = [
    await asked('Mozilla/5.0 (Macintosh; Intel Mac OS X)'),
    await asked('Mozilla/5.0 (Windows NT)'),
  ];
  for (const body of [mac, windows]) expect(body).toContain('aria-label="Notificações: 1 nova"');
  expect([mac.includes('⌘ K'), mac.includes('Ctrl K')]).toEqual([true, false]);
  expect([windows.includes('⌘ K'), windows.includes('Ctrl K')]).toEqual([false, true]);
});
