import { expect, it } from 'vitest';
import type { TodaysItem } from '#contract/study/study-plan.ts';
import { dayRows, planRows, rowAddress, shortDay } from './plan-rows.ts';

const item = (id: number, about: Partial<TodaysItem> = {}): TodaysItem => ({
  kind: 'practice',
  id,
  title: `Treino: Assunto ${id}`,
  subjectName: 'Português',
  courseTitle: '',
  questionCount: 2,
  passingScore: null,
  minutes: 3,
  minutesLeft: 3,
  done: false,
  started: false,
  worth: { points: 0.1, isAtMost: false, reason: 'vale' },
  ...about,
});

it('short practices that are still open are one row, at the position of the first', () => {
  const lesson = item(9, { kind: 'lesson', minutes: 14, minutesLeft: 14 });
  const long = item(4, { minutes: 19, minutesLeft: 19, questionCount: 15 });
  const few = item(3, { worth: { points: 0.2, isAtMost: true, reason: 'pode valer' } });
  const rows = planRows([item(1, { done: true }), lesson, item(2), long, few]);
  expect(rows.map(({ title }) => title)).toEqual([
    'Treino: Assunto 1',
    'Treino: Assunto 9',
    'Treino misto: 4 questões',
    'Treino: Assunto 4',
  ]);
  expect(rows[2]).toMatchObject({ minutes: 6, minutesLeft: 6, questionCount: 4, subjectName: null });
  expect(rows[2]?.worth?.points).toBeCloseTo(0.3);
  expect(rows[2]?.worth?.isAtMost).toBe(true);
  expect(rows.map((row) => rowAddress(row, 7))).toEqual([
    '/exams/7/map/1',
    '/articles/9',
    '/practice?assunto=2%2C3&quantas=4',
    '/exams/7/map/4',
  ]);
});

it('a day has five rows at most, a first day three, and the others wait for time that is left', () => {
  const items = [1, 2, 3, 4, 5, 6, 7].map((id) => item(id, { kind: 'lesson', minutes: 20 }));
  const ids = (isFirst: boolean) => {
    const { rows, more } = dayRows(items, isFirst);
    return [rows.map(({ id }) => id), more.map(({ id }) => id)];
  };
  expect(ids(false)).toEqual([
    [1, 2, 3, 4, 5],
    [6, 7],
  ]);
  expect(ids(true)).toEqual([
    [1, 2, 3],
    [4, 5, 6, 7],
  ]);
});

it('an essay leads to its theme', () => {
  expect(rowAddress(item(5, { kind: 'essay' }), 7)).toBe('/essays/themes/5');
});

it('one short practice stays as it is', () => {
  const items = [item(1), item(2, { done: true })];
  expect(planRows(items)).toEqual(items);
});

it('a short day has the first open row whatever it takes, and what fits after it', () => {
  const rows = [
    item(1, { done: true }),
    item(2, { minutesLeft: 40 }),
    item(3, { minutesLeft: 10 }),
    item(4, { minutesLeft: 5 }),
  ];
  const ids = (minutes: number) => shortDay(rows, minutes).map(({ id }) => id);
  expect([ids(20), ids(50), ids(55), ids(49)]).toEqual([
    [1, 2],
    [1, 2, 3],
    [1, 2, 3, 4],
    [1, 2],
  ]);
});
