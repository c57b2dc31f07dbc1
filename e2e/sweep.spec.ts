import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './fixtures.ts';

/** Every path that the router knows: a new screen is swept without anybody having to remember it. */
const router = readFileSync(join(import.meta.dirname, '../web/router.tsx'), 'utf8');
const known = [...router.matchAll(/path: '(\/[^']*)'/g)].map(([, path = '']) => path.replace(/:\w+/g, '1'));
const forVisitors = ['/auth', '/register', '/forgot-password', '/reset-password', '/payment', '/payment-status'];
const forUsers = known.filter((path) => !forVisitors.includes(path));

/** 320 px is also a desktop page at 400 % zoom (WCAG 1.4.10). */
test.use({ viewport: { width: 320, height: 640 } });

test.beforeEach(async ({ page }) => {
  // Seen by the fixture as an error in the console.
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`CSP: ${event.violatedDirective} ${event.blockedURI}`);
    });
  });
});

async function sweep(page: import('@playwright/test').Page, path: string) {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForLoadState('networkidle');
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, `${path} is wider than 320 px`).toBeLessThanOrEqual(0);
  expect(await page.title(), path).not.toBe('');
  await expect(page.locator('main')).toHaveCount(1);
}

for (const path of forVisitors) {
  test(`${path} fits 320 px and keeps the content policy`, async ({ page }) => sweep(page, path));
}

for (const path of forUsers) {
  test(`${path} fits 320 px and keeps the content policy`, async ({ page, createPerson, signIn }) => {
    await signIn(await createPerson({ role: 'admin' }));
    await sweep(page, path);
  });
}

test('a student is at home at 320 px', async ({ page, createPerson, signIn }) => {
  await signIn(await createPerson());
  await sweep(page, '/');
});
