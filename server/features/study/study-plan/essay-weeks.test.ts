import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysBetween } from '#contract/time.ts';
import { addDays } from '#server/time/calendar.ts';
import { essayShare, planEssays, withEssays } from './essay-weeks.ts';
import { minutesOf, type PlanItem } from './plan-item.ts';

const today = '2026-11-15';

const theme = (id: number, change: object = {}) => ({
  id,
  title: `Tema ${id}`,
  kind: 'essay' as const,
  maxLines: 30,
  minutes: null,
  opensAt: null,
  closesAt: null,
  isBegun: false,
  ...change,
});
const delivered = (id: number, daysAgo: number) => ({ ...theme(id), deliveredOn: addDays(today, -daysAgo) });
const plan = (daysLeft: number | null, change: object = {}) =>
  planEssays({
    today,
    examDay: daysLeft === null ? null : addDays(today, daysLeft),
    themes: [1, 2, 3].map((id) => theme(id)),
    delivered: [],
    ...change,
  });
const daysOf = ({ planned }: ReturnType<typeof plan>) =>
  planned.map(({ day, item }) => [daysBetween(today, day), item.id]);

describe('the essays of a plan', () => {
  it('have one week each, on the weekday of the exam, the last one a week before it', () => {
    expect(daysOf(plan(21))).toEqual([
      [0, 1],
      [7, 2],
      [14, 3],
    ]);
    expect(daysOf(plan(59))).toEqual([
      [3, 1],
      [10, 2],
      [17, 3],
    ]);
    expect(daysOf(plan(56 + 100))[0]).toEqual([100, 1]);
  });

  it('are asked for late within their week, behind the work of the day, and never pile up', () => {
    const late = plan(19);
    expect(daysOf(late)).toEqual([
      [0, 1],
      [5, 2],
      [12, 3],
    ]);
    expect(late.planned.map(({ isLate }) => isLate)).toEqual([true, false, false]);
    expect(plan(19, { themes: [theme(1, { isBegun: true })] }).planned[0]?.isLate).toBe(false);
  });

  it('ask for no other in the week of a delivery; that of today is done', () => {
    const inWeek = plan(19, { delivered: [delivered(9, 1)] });
    expect(daysOf(inWeek)[0]).toEqual([5, 1]);
    expect(inWeek.done).toEqual([]);
    expect(daysOf(plan(19, { delivered: [delivered(9, 3)] }))[0]).toEqual([0, 1]);
    const now = plan(21, { delivered: [delivered(9, 0)] });
    expect(daysOf(now)[0]).toEqual([7, 1]);
    expect(now.done).toMatchObject([{ id: 9, done: true, minutes: 60 }]);
  });

  it('are none without an exam, on its day, or without a theme; a window is kept', () => {
    for (const none of [plan(null), plan(0), plan(-2), plan(30, { themes: [] })]) expect(none.planned).toEqual([]);
    const themes = [
      theme(1, { opensAt: `${addDays(today, 6)}T12:00:00.000Z` }),
      theme(2, { closesAt: `${addDays(today, 2)}T12:00:00.000Z` }),
    ];
    expect(daysOf(plan(14, { themes }))).toEqual([
      [0, 2],
      [7, 1],
    ]);
  });

  it('are named by their kind, and take the minutes of the exam', () => {
    const themes = [theme(1, { kind: 'question', minutes: 30 }), theme(2, { kind: 'document', maxLines: 90 })];
    expect(plan(14, { themes }).planned.map(({ item }) => [item.title, item.minutes])).toEqual([
      ['Discursiva: Tema 1', 30],
      ['Peça: Tema 2', 180],
    ]);
  });
});

it('an essay begins its day, a late one ends it, and a day without work is made', () => {
  const lesson = { kind: 'lesson', id: 5, minutes: 20 } as PlanItem;
  const day = { day: today, minutes: 20, work: [lesson] };
  const days = (daysLeft: number) =>
    withEssays([day], plan(daysLeft)).map((one) => [one.day, one.minutes, one.work.map(({ kind }) => kind)]);
  expect(days(14)).toEqual([
    [today, 80, ['essay', 'lesson']],
    [addDays(today, 7), 60, ['essay']],
  ]);
  expect(days(13)[0]).toEqual([today, 80, ['lesson', 'essay']]);
});

it('whatever the situation, no two essays share a day or a theme, all are before the exam, and their share adds up', () => {
  const any = fc.record({
    daysLeft: fc.integer({ min: -3, max: 200 }),
    themes: fc.uniqueArray(fc.integer({ min: 1, max: 20 })),
    delivered: fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 3 }),
  });
  fc.assert(
    fc.property(any, (some) => {
      const examDay = addDays(today, some.daysLeft);
      const essays = plan(some.daysLeft, {
        themes: some.themes.map((id) => theme(id)),
        delivered: some.delivered.map((daysAgo) => delivered(90, daysAgo)),
      });
      const days = essays.planned.map(({ day }) => day);
      expect(new Set(days).size).toBe(days.length);
      expect(new Set(essays.planned.map(({ item }) => item.id)).size).toBe(days.length);
      expect(days.length).toBeLessThanOrEqual(8);
      for (const day of days) expect(day >= today && day < examDay).toBe(true);
      const share = essayShare(essays, today, examDay) * Math.max(0, some.daysLeft);
      const all = minutesOf([...essays.planned.map(({ item }) => item), ...essays.done]);
      expect(share).toBeCloseTo(some.daysLeft > 0 ? all : 0);
    }),
  );
});
