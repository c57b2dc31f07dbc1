import { expect, it } from 'vitest';
import { secondsToComplete } from '#contract/content/reading.ts';
import { afterReport, type ReadingState } from './reading.policy.ts';

const start = new Date('2026-11-15T12:00:00Z');
const later = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const report = (activeSeconds: number, reachedEnd = true) => ({ activeSeconds, reachedEnd });

it('the necessary time is 30 % of the estimated reading time, at least 10 s', () => {
  expect(secondsToComplete(0)).toBe(10);
  expect(secondsToComplete(200)).toBe(18);
  expect(secondsToComplete(3200)).toBe(288);
});

it('a lesson that was read to the end for long enough is completed', () => {
  let standing: ReadingState = afterReport(null, report(0, false), 200, start);
  standing = afterReport(standing, report(10, false), 200, later(10));
  expect(standing).toMatchObject({ activeSeconds: 10, completedAt: null });
  standing = afterReport(standing, report(10), 200, later(20));
  expect(standing.completedAt).toEqual(later(20));
  expect(afterReport(standing, report(10), 200, later(30)).completedAt).toEqual(later(20));
});

it('reading time counts no more seconds than have passed', () => {
  const first = afterReport(null, report(86_400), 200, start);
  expect(first).toMatchObject({ activeSeconds: 0, completedAt: null });
  expect(afterReport(first, report(86_400), 200, later(5))).toMatchObject({ activeSeconds: 5, completedAt: null });
  expect(afterReport(first, report(86_400), 200, later(-5)).activeSeconds).toBe(0);
});

it('a lesson that was not read to the end, or that the reader reopened, is not completed', () => {
  const open = { activeSeconds: 500, reachedEnd: false, completedAt: null, reopened: false, reportedAt: start };
  expect(afterReport(open, report(5, false), 200, later(5)).completedAt).toBeNull();
  expect(afterReport({ ...open, reopened: true }, report(5), 200, later(5)).completedAt).toBeNull();
});
