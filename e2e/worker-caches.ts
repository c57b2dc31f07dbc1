import { expect, type Page } from '@playwright/test';

/** A page that is just being left cannot be asked. */
const ON_ITS_WAY = ['a page that is on its way'];
export const keptOnceThere = (page: Page) => keptNames(page).catch(() => ON_ITS_WAY);
export const keptNames = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('alvorada-kept:')));
export const keptFiles = (page: Page) =>
  page.evaluate(async () =>
    (await (await caches.open('alvorada-files')).keys()).map(({ url }) => new URL(url).pathname),
  );

/** Until the worker has every file of the build, the shell, and knows whose device it is. */
export async function untilReady(page: Page) {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect.poll(async () => (await keptFiles(page)).includes('/app-shell'), { timeout: 20_000 }).toBe(true);
  await expect.poll(async () => (await keptNames(page)).length, { timeout: 20_000 }).toBeGreaterThan(0);
}
