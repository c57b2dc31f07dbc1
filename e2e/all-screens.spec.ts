import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectControlsStay, noteControls } from './controls-stay.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { expectTargets } from './targets.ts';
import { expectClearOfToasts } from './toasts.ts';
import { untilReady } from './while-hydrating.ts';
import { expectWholeWords } from './words.ts';

/** Every path that the router knows: a new screen is swept without anybody having to remember it. */
const web = (file: string) => readFileSync(join(import.meta.dirname, '../web', file), 'utf8');
const pathsIn = (text: string) =>
  [...text.matchAll(/path: '(\/[^']*)'/g)].map(([, path = '']) => path.replace(/:\w+/g, '1'));
const forVisitors = pathsIn(web('router.tsx'));
const forUsers = pathsIn(web('user-routes.tsx') + web('school-routes.tsx') + web('office-routes.tsx'));

const [narrow, onPhone, onDesk] = [
  { width: 320, height: 640 },
  { width: 390, height: 844 },
  { width: 1280, height: 720 },
];

/** 320 px is also a desktop page at 400 % zoom (WCAG 1.4.10). */
test.use({
  viewport: narrow,
  hasTouch: true,
  sampleContent: true,
  // The scripts below in the preview of a letter, whose frame runs none.
  expectedFaults: [/Blocked script execution in 'about:srcdoc'/],
});

// The full school is a separate project, which Playwright runs last: its screens are divided among the workers,
// or one of them would work alone while the others wait.
test.describe.configure({ mode: 'parallel' });

test.beforeEach(async ({ page }) => {
  // Seen by the fixture as an error in the console.
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`CSP: ${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  await noteControls(page);
});

/** One width after the other: each change of it lays out and paints the whole screen. */
async function sweep(page: Page, path: string) {
  await page.setViewportSize(onDesk);
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await untilReady(page);
  await page.waitForLoadState('networkidle');
  await expectControlsStay(page, path);
  await page.setViewportSize(narrow);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, `${path} is wider than 320 px`).toBeLessThanOrEqual(0);
  expect(await page.title(), path).not.toBe('');
  await expect(page.locator('main')).toHaveCount(1);
  const ownWaysBack = await page
    .locator('header + div main a')
    .filter({ has: page.locator('.lucide-arrow-left') })
    .filter({ visible: true })
    .count();
  expect(ownWaysBack, `${path} repeats the way back of the header`).toBe(0);
  await expectAccessible(page);
  await page.setViewportSize(onPhone);
  await expectTargets(page, path);
  await expectClearOfToasts(page, path, [onPhone.width]);
  await page.setViewportSize(onDesk);
  await expectClearOfToasts(page, path, [onDesk.width]);
  await expectWholeWords(page, path);
}

/** A few at a time, which share what the browser has read: enough for three workers to end together. */
const FEW = 6;
test.setTimeout(90_000);
const fewOf = (paths: string[]) =>
  Array.from({ length: Math.ceil(paths.length / FEW) }, (_, index) => paths.slice(index * FEW, (index + 1) * FEW));

for (const few of fewOf(forVisitors)) {
  test(`a visitor's ${few.join(', ')} fit 320 px, keep the content policy and are accessible`, async ({ page }) => {
    for (const path of few) await test.step(path, () => sweep(page, path));
  });
}

for (const few of fewOf(forUsers)) {
  test(`${few.join(', ')} fit 320 px, keep the content policy and are accessible`, async ({
    page,
    createPerson,
    signIn,
  }) => {
    await signIn(await createPerson({ role: 'admin' }));
    for (const path of few) await test.step(path, () => sweep(page, path));
  });
}

test('a student is at home at 320 px', async ({ page, createPerson, signIn }) => {
  await signIn(await createPerson());
  await sweep(page, '/');
});
