import { sql } from 'kysely';
import { createLesson, createSubject, invalidateLessonLists } from '#server/testing/lessons.ts';
import { expect, expectAccessible, phone, test } from './fixtures.ts';

test('a student finds a lesson by part of a word, and comes back to where the search was', async ({
  page,
  createPerson,
  signIn,
  db,
}) => {
  const [portuguese, law] = [await createSubject(db, 'Língua Portuguesa'), await createSubject(db, 'Direito Penal')];
  await createSubject(db, 'Zebra, sem aulas ainda');
  await createLesson(db, { subjectId: portuguese.id, title: 'Concordância verbal' });
  await createLesson(db, { subjectId: portuguese.id, title: 'Crase' });
  await createLesson(db, { subjectId: law.id, title: 'Legítima defesa' });
  await signIn(await createPerson());
  await page.goto('/study');
  await expect(page.getByRole('heading', { name: 'Central de Estudos' })).toBeVisible();
  await expect(page.getByText('Todas as aulas em um só lugar, organizadas por matéria')).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'Direito Penal' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'Zebra, sem aulas ainda' })).toBeHidden();
  const tabs = await page.getByRole('tab').allTextContents();
  expect(tabs[0]).toBe('Todas as Matérias');
  expect(tabs).toEqual(expect.arrayContaining(['Direito Penal', 'Língua Portuguesa']));
  // What has no lessons is in the menu beside them.
  expect(tabs).not.toContain('Zebra, sem aulas ainda');
  await expect(
    page.getByLabel('Outras matérias').getByRole('option', { name: 'Zebra, sem aulas ainda' }),
  ).toBeAttached();

  await page.getByPlaceholder('Buscar aulas...').fill('CORDANCIA');
  await expect(page.getByRole('link', { name: /Crase/ })).toBeHidden();
  await expectAccessible(page);
  await page.getByRole('link', { name: /Concordância verbal/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Concordância verbal' })).toBeVisible();
  await page.goBack();
  await expect(page.getByPlaceholder('Buscar aulas...')).toHaveValue('CORDANCIA');
  await expect(page.getByRole('link', { name: /Concordância verbal/ })).toBeVisible();

  await page.getByPlaceholder('Buscar aulas...').fill('nada disso');
  await expect(page.getByText('Nenhuma aula encontrada com esse termo de busca')).toBeVisible();
  await page.getByRole('button', { name: 'Limpar busca' }).click();
  await page.getByRole('tab', { name: 'Todas as Matérias' }).focus();
  await page.keyboard.press('End');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Língua Portuguesa']);
  await page.getByLabel('Outras matérias').selectOption({ label: 'Zebra, sem aulas ainda' });
  await expect(page.getByRole('tab', { name: 'Zebra, sem aulas ainda' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText('Nenhuma aula disponível ainda')).toBeVisible();
  await page.getByRole('tab', { name: 'Língua Portuguesa' }).click();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Língua Portuguesa']);
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Língua Portuguesa' })).toHaveAttribute('aria-selected', 'true');
});

test('on a phone nothing runs out of the page', async ({ browser, server, createPerson, db }) => {
  const title = 'Inconstitucionalissimamente'.repeat(7);
  await createLesson(db, { subjectId: (await createSubject(db, '0 Primeira')).id, title });
  const context = await browser.newContext({ ...phone, viewport: { width: 320, height: 700 }, baseURL: server.url });
  const person = await createPerson({ role: 'teacher' });
  const [name = '', value = ''] = person.cookie.split('=');
  await context.addCookies([{ name, value, url: server.url }]);
  const page = await context.newPage();
  for (const path of ['/study', '/admin/publish']) {
    await page.goto(path);
    await expect(page.getByText(title).first()).toBeVisible();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, path).toBeLessThanOrEqual(0);
  }
  await context.close();
});

test('ten thousand lessons scroll and filter smoothly', async ({ page, createPerson, signIn, db }) => {
  const subject = await createSubject(db, 'Volume');
  await sql`
    INSERT INTO lessons (subject_id, title, title_key, content, fingerprint, word_count, created_at, updated_at)
    SELECT ${subject.id}, 'Lição número ' || n, 'licao numero ' || n, '<p>x</p>', '\\x00', 1,
      timestamptz '2026-01-01' + n * interval '1 minute', now()
    FROM generate_series(1, 10000) AS n`.execute(db);
  await invalidateLessonLists(db);
  await signIn(await createPerson());
  await page.goto('/study');
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible({ timeout: 20_000 });
  expect(await page.locator('main a').count()).toBeLessThan(80);

  await page.getByRole('tab', { name: 'Volume' }).click();
  await expect(page.getByText('Lição número 1', { exact: true })).toBeVisible();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expect(page.getByRole('link', { name: /Lição número 10000/ })).toBeVisible();
  expect(await page.locator('main a').count()).toBeLessThan(80);

  // What each key puts on the page: the few rows that are seen, not the thousands that match.
  await page.evaluate(() => {
    const probe = window as unknown as { most: number };
    probe.most = 0;
    new MutationObserver((changes) => {
      const added = changes.reduce((sum, { addedNodes }) => sum + addedNodes.length, 0);
      probe.most = Math.max(probe.most, added);
    }).observe(document.querySelector('main') as HTMLElement, { childList: true, subtree: true });
  });
  await page.getByPlaceholder('Buscar aulas...').pressSequentially('numero 9876');
  await expect(page.getByRole('link', { name: /Lição número 9876/ })).toBeVisible();
  await expect(page.locator('main ul a')).toHaveCount(1);
  const most = await page.evaluate(() => (window as unknown as { most: number }).most);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThan(80);
});
