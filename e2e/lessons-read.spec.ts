import { readFile } from 'node:fs/promises';
import { createLesson, createSubject } from '#server/testing/lessons.ts';
import { expect, expectAccessible, phone, test } from './fixtures.ts';

const parts = ['Regra geral', 'Sujeito composto', 'Resumo'];
const long = parts
  .map((title) => `<h2>${title}</h2>${'<p>O verbo concorda com o núcleo do sujeito. </p>'.repeat(30)}`)
  .join('');
const wide = `<table><tbody><tr>${'<td>coluna-que-nao-quebra-nunca</td>'.repeat(12)}</tr></tbody></table>`;

test('reading to the end ticks the lesson off, and the hub shows it', async ({ page, createPerson, signIn, db }) => {
  const subject = await createSubject(db, 'Leitura');
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 1, 12, minute));
  await createLesson(db, { subjectId: subject.id, title: 'A primeira', createdAt: at(0) });
  await createLesson(db, { subjectId: subject.id, title: 'A curta', content: '<p>Uma frase.</p>', createdAt: at(1) });
  await createLesson(db, { subjectId: subject.id, title: 'A última', createdAt: at(2) });
  await signIn(await createPerson());
  await page.goto('/study');
  await page.getByRole('link', { name: /A curta/ }).click();
  await expect(page.getByText('1º de novembro de 2026')).toBeVisible();
  await expect(page.getByText('Equipe Alvorada')).toBeVisible();
  await expect(page.getByText('Fim da aula')).toBeVisible();
  // Ten seconds of reading; the browser and the server both count them.
  await expect(page.getByText('Aula concluída')).toBeVisible({ timeout: 20_000 });

  await page.getByRole('link', { name: 'Ver mais aulas' }).click();
  await expect(page.getByRole('link', { name: /A curta/ })).toContainText('Concluída');
  await expect(page.getByText('1 de 3 concluídas')).toBeVisible();

  await page.getByRole('link', { name: /A curta/ }).click();
  await page.getByRole('button', { name: 'Desmarcar' }).click();
  await expect(page.getByRole('button', { name: 'Marcar como concluída' })).toBeVisible();
  await page
    .getByRole('navigation', { name: 'Outras aulas' })
    .getByRole('link', { name: /Próxima aula/ })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'A última' })).toBeVisible();
  await page.getByRole('link', { name: /Aula anterior/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'A curta' })).toBeVisible();
  await page.getByRole('link', { name: 'Voltar para Central de Estudos' }).click();
  await expect(page).toHaveURL('/study');
});

test('a lesson opens where it was left, and its parts are one click away', async ({
  page,
  createPerson,
  signIn,
  db,
}) => {
  const subject = await createSubject(db, 'Posição');
  const { id } = await createLesson(db, { subjectId: subject.id, title: 'Longa', content: long });
  const reader = await createPerson();
  await signIn(reader);
  await page.clock.install();
  await page.goto(`/articles/${id}`);
  const outline = page.getByRole('navigation', { name: 'Nesta aula' });
  await expect(outline.getByRole('link')).toHaveText(parts);
  await outline.getByRole('link', { name: 'Sujeito composto' }).click();
  await expect(page.getByRole('heading', { name: 'Sujeito composto' })).toBeInViewport();
  await expect(outline.getByRole('link', { name: 'Sujeito composto' })).toHaveAttribute('aria-current', 'true');
  // The page reports every twenty seconds where the reader stays, once the app has started.
  const kept = db.selectFrom('lesson_progress').select('position').where('user_id', '=', reader.id);
  await expect
    .poll(async () => {
      await page.clock.runFor(21_000);
      return (await kept.executeTakeFirst())?.position ?? 0;
    })
    .toBeGreaterThan(0.1);
  // Rushing up to the header to leave does not lose the place.
  await page.getByRole('link', { name: 'Estudar' }).click();
  await page.getByPlaceholder('Buscar aulas...').fill('Longa');
  await expect(page.getByRole('link', { name: /Longa/ })).toContainText('% lida');
  await page.goto(`/articles/${id}`);
  await expect(page.getByText(/Você voltou para onde parou/)).toBeVisible();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300);
  await page.getByRole('button', { name: 'Ir para o início' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
});

test('a lesson is one request, is revalidated, and pointing at it loads it', async ({
  page,
  createPerson,
  signIn,
  db,
}) => {
  const subject = await createSubject(db, 'Rede');
  const { id } = await createLesson(db, { subjectId: subject.id, title: 'Adiantada' });
  await signIn(await createPerson());
  await page.goto('/study');
  await page.getByPlaceholder('Buscar aulas...').fill('Adiantada');
  const asked: number[] = [];
  page.on('response', (response) => {
    if (new URL(response.url()).pathname === `/api/articles/${id}`) asked.push(response.status());
  });
  const prefetched = page.waitForResponse((response) => response.url().endsWith(`/api/articles/${id}`));
  await page.getByRole('link', { name: /Adiantada/ }).hover();
  await prefetched;
  await page.getByRole('link', { name: /Adiantada/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Adiantada' })).toBeVisible();
  expect(asked).toHaveLength(1);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Adiantada' })).toBeVisible();
  const answer = await page.request.get(`/api/articles/${id}`);
  const again = await page.request.get(`/api/articles/${id}`, {
    headers: { 'if-none-match': answer.headers().etag ?? '' },
  });
  expect(again.status()).toBe(304);
});

test('what is not there says so', async ({ page, createPerson, signIn }) => {
  await signIn(await createPerson());
  for (const id of ['999999', 'abc', '0']) {
    await page.goto(`/articles/${id}`);
    await expect(page.getByText('Aula não encontrada')).toBeVisible();
  }
  await page.getByRole('link', { name: 'Voltar para Central de Estudos' }).click();
  await expect(page).toHaveURL('/study');
});

test('a lesson has no faults that axe can see', async ({ page, createPerson, signIn, db }) => {
  const subject = await createSubject(db, 'Acessível');
  const content = `<h1>Um</h1>${long}${wide}<p>A <mark>regra</mark>: <a href="https://exemplo.com.br">lei</a></p><img src="/api/media/1">`;
  const { id } = await createLesson(db, { subjectId: subject.id, title: 'Com tudo', content });
  await signIn(await createPerson());
  await page.goto(`/articles/${id}`);
  await expect(page.getByRole('region', { name: 'Tabela 1' })).toBeAttached();
  await expectAccessible(page);
});

test('on a phone wide tables scroll in themselves, and paper shows only the lesson', async ({
  browser,
  server,
  createPerson,
  db,
}) => {
  const subject = await createSubject(db, 'Celular');
  const content = `${long}${wide}<p>${'palavralonguissima'.repeat(20)}</p>`;
  const { id } = await createLesson(db, { subjectId: subject.id, title: 'No ônibus', content });
  const person = await createPerson();
  const context = await browser.newContext({ ...phone, viewport: { width: 320, height: 700 }, baseURL: server.url });
  const [name = '', value = ''] = person.cookie.split('=');
  await context.addCookies([{ name, value, url: server.url }]);
  const page = await context.newPage();
  await page.goto(`/articles/${id}`);
  await expect(page.getByText('Nesta aula: 3 partes')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  const table = page.getByRole('region', { name: 'Tabela 1' });
  // The one that was found may be the document's, which the app replaces in the same moment.
  await expect.poll(() => table.evaluate((region) => region.scrollWidth > region.clientWidth)).toBe(true);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('link', { name: 'Ver mais aulas' })).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await context.close();
});

test('nothing moves when the players of recordings come', async ({ page, createPerson, signIn, db }) => {
  const teacher = await createPerson({ role: 'teacher' });
  const subject = await createSubject(db, 'Gravações');
  const { id } = await createLesson(db, { subjectId: subject.id, authorId: teacher.id });
  await signIn(teacher);
  for (const name of ['tiny.mp3', 'tiny.mp4']) {
    const data = await readFile(new URL(`../server/testing/recordings/${name}`, import.meta.url));
    const begun = await page.request.post(`/api/articles/${id}/recording-uploads`, {
      headers: { 'upload-length': String(data.length), 'upload-metadata': `filename ${btoa(name)}` },
    });
    const headers = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };
    expect((await page.request.patch(begun.headers().location ?? '', { headers, data })).status()).toBe(204);
  }
  const rows = await db.selectFrom('recordings').select('id').where('lesson_id', '=', id).orderBy('id').execute();
  const link = ({ id: recording }: { id: number }) =>
    `<a class="video" href="/api/recordings/${recording}">Gravação</a><p>Depois dela.</p>`;
  const lesson = await (await page.request.get(`/api/articles/${id}`)).json();
  const { title, version } = lesson;
  const data = { title, subjectId: subject.id, content: rows.map(link).join(''), version };
  expect((await page.request.put(`/api/articles/${id}`, { data })).status()).toBe(200);

  const script = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    // The document waits for the one that knows the theme.
    if (!route.request().url().includes('/theme-')) await script.promise;
    await route.continue();
  });
  const places = () =>
    page.getByText('Depois dela.').evaluateAll((ones) => ones.map((one) => one.getBoundingClientRect().top));
  await page.goto(`/articles/${id}`, { waitUntil: 'commit' });
  await expect(page.getByText('Depois dela.')).toHaveCount(2);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const before = await places();
  script.resolve();
  await expect(page.locator('audio, video')).toHaveCount(2);
  await expect(page.locator('.video[data-shown]')).toHaveCount(2);
  for (const [at, top] of (await places()).entries()) expect(top).toBeCloseTo(before[at] ?? 0, 0);
});
