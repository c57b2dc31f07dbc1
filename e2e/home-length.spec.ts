import type { Page } from '@playwright/test';
import { createSession } from '#server/testing/factories.ts';
import { expect, phone, test } from './fixtures.ts';
import { untilReady } from './while-hydrating.ts';

test.use({ ...phone, sampleContent: true });

/** What a finger can press in the main part of home, and how long the page is. */
async function measure(page: Page) {
  await untilReady(page);
  await page.waitForLoadState('networkidle');
  // While the chunk of a part loads, an empty block has its place.
  await expect(page.locator('main section:has(details) > p:empty')).toHaveCount(0);
  return page.evaluate(() => {
    const main = document.querySelector('main') as HTMLElement;
    const targets = [...main.querySelectorAll('a[href], button, input, select, summary')].filter((element) =>
      element.checkVisibility(),
    );
    const plan = document.querySelector('main section:has(details)') as HTMLElement;
    const gaps = [...plan.children].map((child, index, all) =>
      index === 0 ? 0 : child.getBoundingClientRect().top - (all[index - 1]?.getBoundingClientRect().bottom ?? 0),
    );
    return {
      height: document.documentElement.scrollHeight,
      targets: targets.map((element) => element.textContent?.trim().slice(0, 40)),
      largestGap: Math.max(...gaps),
      emptyParts: [...plan.children].filter((child) => child.clientHeight > 0 && child.textContent === '').length,
    };
  });
}

/** What the notebook may take around its rows, with the offer of a simulado, and for each row with its heading. */
const MISTAKES_AROUND = 780;
const MISTAKE_ROW = 115;

/** More than this between two parts of a card is a hole. */
const LARGEST_GAP = 32;

test('home of a student with two months of study and a followed exam has at most 2,700 px and 16 targets on a phone', async ({
  page,
  context,
  server,
  db,
}) => {
  const { id } = await db.selectFrom('users').select('id').where('username', '=', 'rafaela').executeTakeFirstOrThrow();
  const [name = '', value = ''] = (await createSession(db, id, new Date())).split('=');
  await context.addCookies([{ name, value, url: server.url, httpOnly: true, sameSite: 'Lax' }]);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Plano de hoje' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Próximas provas' })).toBeVisible();
  await expect(page.getByText('Próximos dias')).toBeVisible();
  const { height, targets, largestGap, emptyParts } = await measure(page);
  expect(targets.length, targets.join('\n')).toBeLessThanOrEqual(16);
  expect(height).toBeLessThanOrEqual(2700);
  expect(largestGap).toBeLessThanOrEqual(LARGEST_GAP);
  expect(emptyParts).toBe(0);

  // The notebook of mistakes is as compact: a closed row is a statement of two lines and the answer.
  await page.goto('/mistakes');
  await untilReady(page);
  await expect(page.locator('main details').first()).toBeVisible();
  // Its part is loaded after the list.
  await expect(page.getByText('Simulado dos meus erros').first()).toBeVisible();
  const rows = await page.locator('main details').count();
  expect(rows).toBeGreaterThanOrEqual(20);
  const length = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(length).toBeLessThanOrEqual(MISTAKES_AROUND + MISTAKE_ROW * rows);
});

test('home of a student on the first day, with a followed exam, has at most 1,900 px and 9 targets on a phone', async ({
  page,
  createPerson,
  signIn,
  db,
}) => {
  const student = await createPerson();
  await signIn(student);
  const { id } = await db.selectFrom('exams').select('id').orderBy('exam_date').executeTakeFirstOrThrow();
  const followed = await page.request.post(`/api/exams/${id}/follow`);
  expect(followed.ok(), await followed.text()).toBe(true);
  await page.goto('/');
  await page.getByRole('button', { name: 'Pular e olhar a plataforma' }).click();
  await expect(page.getByRole('heading', { name: 'O que vem nos próximos dias' })).toBeVisible();
  await expect(page.getByText('Próximos dias', { exact: true })).toBeVisible();
  const { height, targets, largestGap, emptyParts } = await measure(page);
  expect(targets.length, targets.join('\n')).toBeLessThanOrEqual(9);
  expect(height).toBeLessThanOrEqual(1900);
  expect(largestGap).toBeLessThanOrEqual(LARGEST_GAP);
  expect(emptyParts).toBe(0);
});
