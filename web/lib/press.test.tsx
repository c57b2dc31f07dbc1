import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import firstScript from '../public/theme.js?raw';
import { early, endOfEarly } from './early.ts';
import { endOfPress, watchPresses } from './press.ts';

watchPresses();

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  dispatchEvent(new Event('pointercancel'));
  vi.useRealTimers();
});

/** Whether the wait is over after each of these: an event, or so many milliseconds. */
async function after(...steps: (string | number)[]): Promise<boolean[]> {
  let isOver = false;
  endOfPress().then(() => {
    isOver = true;
  });
  const seen: boolean[] = [];
  for (const step of steps) {
    if (typeof step === 'string') dispatchEvent(new Event(step));
    await vi.advanceTimersByTimeAsync(typeof step === 'number' ? step : 0);
    seen.push(isOver);
  }
  return seen;
}

/** As the document loads it, before anything else. */
const begin = () => Function(firstScript)();

test('a press that began before the script was there is waited for, too, and noted no more after it', async () => {
  begin();
  dispatchEvent(new Event('pointerdown'));
  watchPresses();
  expect(await after(500, 'click')).toEqual([false, true]);
  expect(early().pressed).toHaveLength(1);
  const { pressed } = early();
  endOfEarly();
  dispatchEvent(new Event('click'));
  expect(pressed).toHaveLength(1);
});

test('a press that was over before the script was there is not', async () => {
  begin();
  for (const kind of ['pointerdown', 'pointerup']) dispatchEvent(new Event(kind));
  watchPresses();
  expect(await after(0)).toEqual([true]);
  endOfEarly();
});

test('nothing is waited for where nothing is pressed', async () => {
  expect(await after(0)).toEqual([true]);
  dispatchEvent(new Event('pointerdown'));
  dispatchEvent(new Event('pointerup'));
  expect(await after(0)).toEqual([true]);
});

test.each([
  ['a press is waited for until its click', ['pointerup', 'click'], [false, true]],
  ['a press without a click is over soon after it', ['pointerup', 99, 1], [false, false, true]],
  ['a finger that scrolls presses nothing', ['pointercancel'], [true]],
  ['what is held for long is not waited for', [999, 1], [false, true]],
])('%s', async (_what, steps, seen) => {
  dispatchEvent(new Event('pointerdown'));
  expect(await after(...steps)).toEqual(seen);
});
