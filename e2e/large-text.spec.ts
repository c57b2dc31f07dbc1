import type { Page } from '@playwright/test';
import { createSession } from '#server/testing/factories.ts';
import { expect, phone, test } from './fixtures.ts';
import { lostTexts } from './lost-texts.ts';
import { untilReady } from './while-hydrating.ts';

test.use({ ...phone, sampleContent: true });
test.describe.configure({ mode: 'parallel' });
test.setTimeout(90_000);

/** As narrow as the phones that most people have. */
const NARROW = { width: 360, height: 740 };

async function expectNothingLost(page: Page, path: string) {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await untilReady(page);
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  expect.soft(await page.evaluate(lostTexts), path).toEqual([]);
  const before = page.viewportSize();
  await page.setViewportSize(NARROW);
  expect.soft(await page.evaluate(lostTexts), `${path} at 360 px`).toEqual([]);
  expect.soft(await page.evaluate(brokenWords), `${path} at 360 px`).toEqual([]);
  if (before) await page.setViewportSize(before);
}

/** Words that break inside although a line has space for them. Addresses, user names and codes break anywhere. */
function brokenWords(): string[] {
  const broken = new Set<string>();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const { currentNode } = walker;
    const element = currentNode.parentElement;
    const text = currentNode.textContent ?? '';
    if (!element?.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })) continue;
    if (element.closest('[class*="sr-only"], option, textarea, .break-all') || text.includes('@')) continue;
    for (const { 0: word, index } of text.matchAll(/(?<![\p{L}\d.])[\p{L}\d]{3,}(?![\p{L}\d]|\.\p{L})/gu)) {
      range.setStart(currentNode, index);
      range.setEnd(currentNode, index + word.length);
      const lines = [...range.getClientRects()].filter(({ width }) => width > 1);
      const isBroken = lines.some(({ top }) => Math.abs(top - (lines[0]?.top ?? top)) > 8);
      const width = lines.reduce((sum, line) => sum + line.width, 0);
      if (isBroken && width < innerWidth - 96) broken.add(`'${word}' in ${element.className}`);
    }
  }
  return [...broken];
}

const screens = {
  rafaela: [
    ['/', '/study', '/courses', '/courses/1', '/articles/1', '/annotations', '/offline'],
    ['/quizzes', '/quizzes/1', '/essays', '/practice', '/review', '/mistakes', '/exams'],
    ['/certificates', '/my-purchase', '/me', '/profile', '/settings', '/security'],
  ],
  admin: [['/', '/teacher', '/admin/publish', '/admin/users', '/admin/payments', '/teacher/quizzes']],
};

for (const [username, lists] of Object.entries(screens)) {
  for (const paths of lists) {
    test(`text of 200 % on a phone is neither cut nor outside the window: ${username} at ${paths.join(', ')}`, async ({
      page,
      context,
      server,
      db,
    }) => {
      const { id } = await db
        .selectFrom('users')
        .select('id')
        .where('username', '=', username)
        .executeTakeFirstOrThrow();
      const [name = '', value = ''] = (await createSession(db, id, new Date())).split('=');
      await context.addCookies([{ name, value, url: server.url, httpOnly: true, sameSite: 'Lax' }]);
      for (const path of paths) await test.step(path, () => expectNothingLost(page, path));
    });
  }
}
