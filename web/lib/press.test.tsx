import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import firstScript from '#web/public/theme.js?raw';
import { earlyEvents, stopEarlyEvents } from './early-events.ts';
import { endOfPress, watchPresses } from './press.ts';

watchPresses();

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  dispatchEvent(new Event('pointercancel'));
  vi.useRealTimers();
});

/** Whether a press is under way after each of these: an event, or so many milliseconds. */
async function after(...steps: (string | number)[]): Promise<boolean[]> {
  const seen: boolean[] = [];
  for (const step of steps) {
    if (typeof step === 'string') dispatchEvent(new Event(step));
    await vi.advanceTimersByTimeAsync(typeof step === 'number' ? step : 0);
    seen.push(endOfPress() === null);
  }
  return seen;
}

/** As the document loads it, before anything else. */
const begin = () => Function(firstScript)();

test('a press that began before the script was there is waited for, too, and noted no more after it', async () => {
  begin();
  dispatchEvent(new Event('pointerdown'));
  const { down } = earlyEvents();
  expect(down).toBeTruthy();
  // Of what the script itself hears in this test nothing is left.
  dispatchEvent(new Event('pointercancel'));
  expect(earlyEvents().down).toBeNull();
  Object.assign(earlyEvents(), { down });
  watchPresses();
  expect(await after(500, 'click')).toEqual([false, true]);
  expect(earlyEvents().pressed).toHaveLength(1);
  const { pressed } = earlyEvents();
  stopEarlyEvents();
  dispatchEvent(new Event('click'));
  expect(pressed).toHaveLength(1);
});

test('a press that was over before the script was there is not', () => {
  begin();
  for (const kind of ['pointerdown', 'click']) dispatchEvent(new Event(kind));
  watchPresses();
  expect(endOfPress()).toBeNull();
  stopEarlyEvents();
});

test('nothing is waited for where nothing is pressed', () => {
  expect(endOfPress()).toBeNull();
});

test('whoever waits is told once, and a second press is another', async () => {
  dispatchEvent(new Event('pointerdown'));
  const first = endOfPress();
  expect(endOfPress()).toBe(first);
  dispatchEvent(new Event('pointerdown'));
  await expect(first).resolves.toBeUndefined();
  expect(endOfPress()).not.toBeNull();
  // The end of the first one's longest time is not the second one's.
  expect(await after(0)).toEqual([false]);
});

test.each([
  ['a press is waited for until its click', ['pointerup', 'click'], [false, true]],
  [
    'a click that comes a moment after the finger is lifted belongs to it',
    ['pointerup', 50, 'click'],
    [false, false, true],
  ],
  ['a press without a click is over soon after it', ['pointerup', 99, 1], [false, false, true]],
  ['a finger that scrolls presses nothing', ['pointercancel'], [true]],
  ['what is held for long is not waited for', [999, 1], [false, true]],
])('%s', async (_what, steps, seen) => {
  dispatchEvent(new Event('pointerdown'));
  expect(await after(...steps)).toEqual(seen);
});
