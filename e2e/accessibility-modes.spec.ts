import type { Page } from '@playwright/test';
import { createSession } from '#server/testing/factories.ts';
import { expect, test } from './fixtures.ts';
import { untilReady } from './while-hydrating.ts';

/** A window of 1280 by 1024 px at a zoom of 400 %, with the colours of the system and without movement. */
test.use({
  sampleContent: true,
  viewport: { width: 320, height: 256 },
  contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' },
});
test.setTimeout(90_000);

/** What cannot be used in these modes. */
function barriers(): string[] {
  const found: string[] = [];
  if (!matchMedia('(forced-colors: active)').matches) found.push('the colours are not forced');
  const overflow = document.documentElement.scrollWidth - innerWidth;
  if (overflow > 0) found.push(`the page is ${overflow} px too wide`);
  for (const animation of document.getAnimations()) {
    const { duration = 0, iterations = 1 } = animation.effect?.getTiming() ?? {};
    if (animation.playState === 'running' && (iterations === Number.POSITIVE_INFINITY || Number(duration) > 200))
      found.push(`something moves: ${(animation.effect as KeyframeEffect | null)?.target?.className ?? ''}`);
  }
  // The system paints backgrounds away: a field needs an edge to be seen.
  for (const field of document.querySelectorAll<HTMLElement>('input:not([type=hidden]), select, textarea')) {
    if (!field.checkVisibility({ opacityProperty: true }) || field.offsetWidth < 3) continue;
    const edges = [field, field.parentElement].map((one) => one && getComputedStyle(one));
    const isSeen = edges.some((style) => style && (style.borderTopStyle !== 'none' || style.outlineStyle !== 'none'));
    if (!isSeen) found.push(`a field without an edge: ${field.getAttribute('aria-label') ?? field.id}`);
  }
  return found;
}

/** Tab reaches something, and it can be seen where the focus is. */
async function focusBarrier(page: Page): Promise<string | null> {
  await page.keyboard.press('Tab');
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return 'Tab reaches nothing';
    const { outlineStyle, outlineWidth } = getComputedStyle(focused);
    return outlineStyle === 'none' || outlineWidth === '0px' ? `no outline at ${focused.outerHTML.slice(0, 80)}` : null;
  });
}

/** The main screens of the ten journeys of docs/accessibility-protocol.md. */
const screens = {
  visitor: ['/register', '/acessibilidade'],
  rafaela: ['/articles/1', '/practice', '/review', '/quizzes/1', '/essays', '/settings'],
  admin: ['/admin/payments', '/admin/publish'],
};

for (const [username, paths] of Object.entries(screens)) {
  test(`forced colours, no movement and a zoom of 400 % leave every screen usable for ${username}`, async ({
    page,
    context,
    server,
    db,
  }) => {
    if (username !== 'visitor') {
      const found = db.selectFrom('users').select('id').where('username', '=', username);
      const [name = '', value = ''] = (
        await createSession(db, (await found.executeTakeFirstOrThrow()).id, new Date())
      ).split('=');
      await context.addCookies([{ name, value, url: server.url, httpOnly: true, sameSite: 'Lax' }]);
    }
    for (const path of paths) {
      await test.step(path, async () => {
        await page.goto(path);
        await page.getByRole('heading', { level: 1 }).first().waitFor();
        await untilReady(page);
        expect.soft(await page.evaluate(barriers), path).toEqual([]);
        expect.soft(await focusBarrier(page), path).toBeNull();
      });
    }
  });
}
