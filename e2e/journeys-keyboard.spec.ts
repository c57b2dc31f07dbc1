import type { Page } from '@playwright/test';
import { sql } from 'kysely';
import { createSession } from '#server/testing/factories.ts';
import { expect, test } from './fixtures.ts';
import { untilReady } from './while-hydrating.ts';

test.use({ sampleContent: true });
test.setTimeout(90_000);

/** More stops than the longest screen has. */
const STOPS_MAX = 160;
const STOPS_AT_ONCE = 20;

type Stop = { what: string; isNamed: boolean; isSeen: boolean; isAfterLast: boolean };
type Walked = Window & { walk: { stops: Stop[]; isBack: boolean } };

/** Writes down every stop of the focus, until it is where it began. */
function watchFocus(): void {
  const walk: Walked['walk'] = { stops: [], isBack: false };
  Object.assign(window, { walk });
  const seen = new Set<Element>();
  let last: Element | undefined;
  const wordsOf = (ids: string | null) =>
    (ids ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' ');
  const nameOf = (stop: Element) =>
    [
      stop.getAttribute('aria-label'),
      wordsOf(stop.getAttribute('aria-labelledby')),
      ...[...((stop as HTMLInputElement).labels ?? [])].map(({ textContent }) => textContent),
      ['INPUT', 'SELECT', 'TEXTAREA'].includes(stop.tagName) ? '' : stop.textContent,
      ...[...stop.querySelectorAll('img')].map(({ alt }) => alt),
      stop.getAttribute('title'),
    ]
      .join('')
      .trim();
  const isSeen = (stop: Element) => {
    const { width, height, bottom, right, top, left } = stop.getBoundingClientRect();
    const isInside = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
    // A field that is painted by its label is as large as a point.
    return isInside && (width > 1 || height > 1 || stop instanceof HTMLInputElement) && stop.checkVisibility();
  };
  addEventListener('focusin', ({ target }) => {
    // A group of keys hands the focus on to one of its elements at once.
    if (!(target instanceof Element) || target !== document.activeElement || walk.isBack) return;
    if (seen.has(target)) {
      walk.isBack = true;
      return;
    }
    seen.add(target);
    // A screen may put the focus into itself: then the walk reaches the beginning of the page later.
    const isAfterLast =
      !last ||
      target.matches('.skip-link') ||
      Boolean(last.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING) ||
      last.contains(target);
    walk.stops.push({
      what: target.outerHTML.slice(0, 120),
      isNamed: nameOf(target) !== '',
      isSeen: isSeen(target),
      isAfterLast,
    });
    last = target;
  });
}

/** Presses Tab through the screen until the focus is back, and returns what is wrong. */
async function barriersOf(page: Page): Promise<string[]> {
  await page.evaluate(watchFocus);
  let walk: Walked['walk'] = { stops: [], isBack: false };
  for (let pressed = 0; pressed < STOPS_MAX && !walk.isBack; pressed += STOPS_AT_ONCE) {
    for (let count = 0; count < STOPS_AT_ONCE; count += 1) await page.keyboard.press('Tab');
    walk = await page.evaluate(() => (window as unknown as Walked).walk);
  }
  const { stops, isBack } = walk;
  return [
    ...(stops.length < 2 ? [`Tab reaches ${stops.length} elements`] : []),
    ...(isBack ? [] : [`the focus does not come back; its last stop is ${stops.at(-1)?.what}`]),
    ...stops.flatMap(({ what, isNamed, isSeen, isAfterLast }) => [
      ...(isNamed ? [] : [`no name: ${what}`]),
      ...(isSeen ? [] : [`the focus cannot be seen: ${what}`]),
      ...(isAfterLast ? [] : [`the focus goes back in the page: ${what}`]),
    ]),
  ];
}

/** The main screens of the ten journeys of docs/accessibility-protocol.md. */
const screens = {
  visitor: ['/register', '/acessibilidade'],
  rafaela: [
    ...['/study', '/articles/1', '/practice', '/review', '/quizzes', '/quizzes/1', 'result'],
    ...['/essays', '/settings', '/settings/exam-time'],
  ],
  admin: ['/admin/payments', '/admin/publish'],
};

for (const [username, paths] of Object.entries(screens)) {
  test(`Tab goes through every main screen of ${username} in the order of the page, stops only at what has a name and can be seen, and comes back`, async ({
    page,
    context,
    server,
    db,
  }) => {
    let result = '';
    if (username !== 'visitor') {
      const person = db.selectFrom('users').select('id').where('username', '=', username);
      const { id } = await person.executeTakeFirstOrThrow();
      const [name = '', value = ''] = (await createSession(db, id, new Date())).split('=');
      await context.addCookies([{ name, value, url: server.url, httpOnly: true, sameSite: 'Lax' }]);
      const { rows } = await sql<{ path: string }>`
        SELECT '/quizzes/' || quiz_id || '/attempts/' || id AS path FROM attempts
        WHERE user_id = ${id} AND closed_at IS NOT NULL AND NOT is_direct AND results_at IS NULL
        ORDER BY id LIMIT 1`.execute(db);
      result = rows[0]?.path ?? '';
    }
    for (const screen of paths) {
      const path = screen === 'result' ? result : screen;
      await test.step(path, async () => {
        await page.goto(path);
        await page.getByRole('heading', { level: 1 }).first().waitFor();
        await untilReady(page);
        expect.soft(await barriersOf(page), path).toEqual([]);
      });
    }
  });
}
