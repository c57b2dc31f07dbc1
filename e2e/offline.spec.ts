import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { Db } from '#server/db/handle.ts';
import { createCourse, createLesson, createSubject } from '#server/testing/study.ts';
import { expect, phone, test } from './fixtures.ts';
import { keptFiles, keptNames, keptOnceThere, untilReady } from './worker-caches.ts';

/** What the browser says of a network that is gone, and of a build that another one took the place of. */
const offline = /Failed to load resource|ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/;
test.use({ ...phone, serviceWorkers: 'allow', expectedFaults: [offline] });

async function study(db: Db, courseTitle: string) {
  const subjectId = await createSubject(db, `Matéria de ${courseTitle}`);
  const lessons = [await createLesson(db, 'Dolo e culpa', subjectId), await createLesson(db, 'Crimes', subjectId)];
  const courseId = await createCourse(db, { title: courseTitle, lessons });
  return { courseId, lessons };
}

async function logout(page: Page) {
  await page.getByRole('navigation', { name: 'Barra de baixo' }).getByRole('link', { name: 'Eu' }).click();
  await page.getByRole('button', { name: 'Sair deste aparelho' }).click();
  await expect(page.getByRole('button', { name: 'Entrar', exact: true })).toBeVisible();
}

test('a course is taken along, read and ticked without a network, and what was done is sent once', async ({
  page,
  context,
  db,
  createPerson,
  signIn,
}) => {
  const { courseId, lessons } = await study(db, 'Penal');
  const student = await createPerson();
  await signIn(student);
  await page.goto(`/courses/${courseId}`);
  await untilReady(page);
  // It was there before its worker: the next visit opens from the worker's copy all the same.
  const hasCopy = () => page.evaluate(async () => Boolean(await caches.match(`/kept-document${location.pathname}`)));
  await expect.poll(hasCopy).toBe(true);
  await page.getByRole('button', { name: 'Baixar para estudar offline' }).click();
  await expect(page.getByText('Remover do aparelho')).toBeVisible();

  await context.setOffline(true);
  // An address that was never opened: the app itself is there, and its data was taken along.
  await page.goto(`/articles/${lessons[1]}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Crimes' })).toBeVisible();
  await page.getByRole('button', { name: 'Marcar como concluída' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Sem internet' })).toContainText('o progresso das aulas');
  await page.goto('/offline');
  await expect(page.getByRole('link', { name: 'Dolo e culpa' })).toBeVisible();
  // What is not here says so.
  await page.goto('/quizzes/1');
  await expect(page.getByRole('link', { name: 'Ver o que está neste aparelho' }).first()).toBeVisible();

  await context.setOffline(false);
  await page.goto('/');
  const done = () =>
    db
      .selectFrom('lesson_progress')
      .select(['lesson_id as lessonId', 'completed_at as at'])
      .where('user_id', '=', student.id)
      .where('completed_at', 'is not', null)
      .execute();
  await expect.poll(async () => (await done()).map(({ lessonId }) => lessonId)).toEqual([lessons[1]]);
});

test('two accounts on one phone: logging out empties it, and the second person finds nothing of the first', async ({
  page,
  context,
  db,
  createPerson,
  signIn,
}) => {
  const { courseId } = await study(db, 'Constitucional');
  const [ana, bia] = [await createPerson({ firstName: 'Ana' }), await createPerson({ firstName: 'Bia' })];
  await signIn(ana);
  await page.goto(`/courses/${courseId}`);
  await untilReady(page);
  await page.getByRole('button', { name: 'Baixar para estudar offline' }).click();
  await expect(page.getByText('Remover do aparelho')).toBeVisible();
  expect((await keptNames(page)).every((name) => name.includes(ana.id))).toBe(true);
  await logout(page);
  await expect.poll(() => keptOnceThere(page)).toEqual([]);

  await signIn(bia);
  await page.goto('/');
  await expect(page.getByText('Bia').first()).toBeVisible();
  await untilReady(page);
  expect((await keptNames(page)).some((name) => name.includes(ana.id))).toBe(false);
  // Her session ends on another device. The stored copy opens first; the ended session is detected afterwards.
  await context.clearCookies();
  await page.goto('/');
  await expect.poll(() => keptOnceThere(page), { timeout: 15_000 }).toEqual([]);
  // The page reloads by itself and shows the landing page.
  await expect(page.getByRole('link', { name: 'Entrar', exact: true }).first()).toBeVisible();
  await page.goto('/study');
  await expect(page.getByRole('button', { name: 'Entrar', exact: true })).toBeVisible();
  await expect(page.getByText('Bia')).toHaveCount(0);
});

test('a video is taken along by choice, plays and seeks offline, and leaves the device with the course', async ({
  page,
  context,
  db,
  createPerson,
  signIn,
}) => {
  const { courseId, lessons } = await study(db, 'Tributário');
  const [lessonId = 0] = lessons;
  const teacher = await createPerson({ role: 'teacher' });
  await db.updateTable('lessons').set({ author_id: teacher.id }).where('id', '=', lessonId).execute();
  await signIn(teacher);
  const bytes = await readFile(new URL('../server/testing/recordings/tiny.mp4', import.meta.url));
  const begun = await page.request.post(`/api/articles/${lessonId}/recording-uploads`, {
    headers: { 'upload-length': String(bytes.length), 'upload-metadata': `filename ${btoa('dolo.mp4')}` },
  });
  const headers = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };
  await page.request.patch(begun.headers().location ?? '', { headers, data: bytes });
  const { id } = await db
    .selectFrom('recordings')
    .select('id')
    .where('lesson_id', '=', lessonId)
    .executeTakeFirstOrThrow();
  const link = `<p><a class="video" data-recording="video" href="/api/recordings/${id}">Dolo</a></p>`;
  await db.updateTable('lessons').set({ content: link, version: 2 }).where('id', '=', lessonId).execute();

  await signIn(await createPerson());
  await page.goto(`/courses/${courseId}`);
  await untilReady(page);
  await page.getByRole('button', { name: 'Baixar para estudar offline' }).click();
  await page.getByRole('checkbox', { name: /^Vídeos e áudios/ }).check();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Baixar/ })
    .click();
  await expect(page.getByText('as questões delas e 1 gravação')).toBeVisible();

  await context.setOffline(true);
  await page.goto(`/articles/${lessonId}`);
  const film = page.locator('video');
  await film.evaluate((video: HTMLVideoElement) => video.load());
  const duration = () => film.evaluate((video: HTMLVideoElement) => video.duration || 0);
  await expect.poll(duration).toBeGreaterThan(0);
  await film.evaluate(
    (video: HTMLVideoElement) =>
      new Promise((resolve) => {
        video.addEventListener('seeked', resolve, { once: true });
        video.currentTime = video.duration / 2;
      }),
  );
  expect(await film.evaluate((video: HTMLVideoElement) => video.readyState)).toBeGreaterThanOrEqual(2);

  await context.setOffline(false);
  await page.goto(`/courses/${courseId}`);
  await page.getByRole('button', { name: 'Remover do aparelho' }).click();
  await expect(page.getByRole('button', { name: 'Baixar para estudar offline' })).toBeVisible();
  const media = () =>
    page.evaluate(async () => {
      const names = (await caches.keys()).filter((name) => name.endsWith(':media'));
      return (await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))).flat().length;
    });
  expect(await media()).toBe(0);
});

/** The next build's worker: the same product under another address takes the place of the one before. */
const deploy = (page: Page, build: string) =>
  page.evaluate(async (name) => {
    const { serviceWorker } = navigator;
    const changed = new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve));
    await serviceWorker.register(`/sw.js?${name}`, { updateViaCache: 'none' });
    await changed;
  }, build);

test('three builds beside open tabs: what a tab began with stays; evicted storage changes nothing', async ({
  page,
  db,
  createPerson,
  signIn,
}) => {
  const { lessons } = await study(db, 'Direito');
  await signIn(await createPerson());
  await page.goto('/study');
  await untilReady(page);
  const files = (await keptFiles(page)).sort();
  for (const build of ['second', 'third']) {
    await deploy(page, build);
    expect((await keptFiles(page)).sort()).toEqual(files);
  }
  // A screen that this tab has not opened before comes from what is kept.
  await page.evaluate((path) => {
    history.pushState(null, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  }, `/articles/${lessons[0]}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Dolo e culpa' })).toBeVisible();

  // Evicted by the browser: the next page comes from the server, as if there were no worker.
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
  });
  await page.goto(`/articles/${lessons[1]}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Crimes' })).toBeVisible();
});
