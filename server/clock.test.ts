import { expect, test } from 'vitest';
import { atOneMoment, isInSync, newMoment, standingClock } from './clock.ts';

/** Each reading is a second after the one before. */
function tickingClock() {
  let seconds = 0;
  const read = () => new Date(1000 * seconds++);
  return { now: read, certain: read };
}

test('a clock stands still for the work of a moment, across its awaits, and runs on for everything else', async () => {
  const clock = standingClock(tickingClock());
  const moment = newMoment();
  const inside = await atOneMoment(moment, async () => {
    const first = clock.now();
    first.setFullYear(1900);
    await Promise.resolve();
    return [clock.now(), clock.now(), clock.certain?.(), clock.certain?.()].map(Number);
  });
  expect(inside).toEqual([0, 0, 1000, 1000]);
  expect([clock.now(), clock.now()].map(Number)).toEqual([2000, 3000]);
});

test('work that goes on after its moment is over reads the present time', () => {
  const clock = standingClock(tickingClock());
  const moment = newMoment();
  const read = () => Number(clock.now());
  expect(atOneMoment(moment, () => [read(), read()])).toEqual([0, 0]);
  moment.isOver = true;
  expect(atOneMoment(moment, () => [read(), read()])).toEqual([1000, 2000]);
});

test('a standing clock tells the skew of the clock behind it, also when that changes', () => {
  const behind = { ...tickingClock(), skewSeconds: () => 0 };
  const clock = standingClock(behind);
  expect(isInSync(clock)).toBe(true);
  behind.skewSeconds = () => 60;
  expect(isInSync(clock)).toBe(false);
});
