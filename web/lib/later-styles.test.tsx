import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loseStyle } from '#web/testing/lost-style.ts';
import { takeLaterStyles } from './later-styles.ts';

function linkIn(head: HTMLElement): HTMLLinkElement {
  const link = document.createElement('link');
  Object.assign(link, { rel: 'stylesheet', media: 'not all', href: 'https://escola.example/rest.css' });
  // jsdom fetches nothing, and knows no sheet.
  head.append(link);
  return link;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  for (const link of document.head.querySelectorAll('link[href$="/rest.css"]')) link.remove();
  vi.useRealTimers();
});

async function isTaken(link: HTMLLinkElement, ...steps: (Event | number)[]): Promise<boolean[]> {
  let isDone = false;
  takeLaterStyles().then(() => {
    isDone = true;
  });
  const seen: boolean[] = [];
  for (const step of steps) {
    if (typeof step !== 'number') link.dispatchEvent(step);
    await vi.advanceTimersByTimeAsync(typeof step === 'number' ? step : 0);
    expect(link.media).toBe(isDone ? 'all' : 'not all');
    seen.push(isDone);
  }
  return seen;
}

test.each([
  ['it comes', [0, new Event('load')], [false, true]],
  ['it does not come', [0, new Event('error')], [false, true]],
  ['nothing is heard of it', [9_999, 1], [false, true]],
])('the other stylesheets are awaited, then applied: %s', async (_what, steps, seen) => {
  expect(await isTaken(linkIn(document.head), ...steps)).toEqual(seen);
});

test('a loaded or failed stylesheet is not awaited', async () => {
  const there = linkIn(document.head);
  Object.defineProperty(there, 'sheet', { value: {} });
  expect(await isTaken(there, 0)).toEqual([true]);
  there.remove();
  const { link } = loseStyle();
  expect(await isTaken(link, 0)).toEqual([true]);
});

test('a page without other stylesheets starts at once', async () => {
  await expect(takeLaterStyles()).resolves.toBeUndefined();
});
