import { expect, test } from 'vitest';
import { certainTime, isInSync } from '#server/clock.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { watchDatabaseClock } from './database-clock.ts';

const app = useTestApp();
const HOUR_MS = 3_600_000;

/** A machine whose clock is wrong by `ms`, against the real clock of the database. */
async function wrongBy(ms: number) {
  const told: { skewSeconds?: number }[] = [];
  const log = { warn: (facts: object) => void told.push(facts), info: () => undefined };
  let wrong = ms;
  const clock = await watchDatabaseClock(app.deps.db, log as never, () => Date.now() + wrong);
  clock.stop();
  const near = (moment: Date, expected: number) => Math.abs(moment.getTime() - expected) < 3000;
  return {
    clock,
    told,
    /** Offsets to the true time, rounded to what a busy machine allows. */
    isRight: () => near(clock.now(), Date.now()),
    certainIsAt: (offset: number) => near(certainTime(clock), Date.now() + offset),
    async becomes(next: number) {
      wrong = next;
      await clock.measure();
    },
  };
}

test('business time is the time of the database, whatever the local clock says', async () => {
  for (const wrong of [0, HOUR_MS, -HOUR_MS]) {
    const { isRight } = await wrongBy(wrong);
    expect(isRight(), String(wrong)).toBe(true);
  }
});

test('clocks that agree are in sync, and nothing is logged', async () => {
  const { clock, told } = await wrongBy(2000);
  expect([isInSync(clock), told]).toEqual([true, []]);
});

test('clocks that disagree are logged with their difference, and the certain time is the earlier of the two', async () => {
  const ahead = await wrongBy(HOUR_MS);
  expect(isInSync(ahead.clock)).toBe(false);
  expect(ahead.certainIsAt(0)).toBe(true);
  expect(ahead.told[0]?.skewSeconds).toBeCloseTo(3600, -1);

  // As after a failover to a machine whose clock is an hour ahead of ours: it must not end any mock exam.
  const behind = await wrongBy(-HOUR_MS);
  expect(behind.certainIsAt(-HOUR_MS)).toBe(true);

  await behind.becomes(0);
  expect([isInSync(behind.clock), behind.told.length]).toEqual([true, 1]);
});
