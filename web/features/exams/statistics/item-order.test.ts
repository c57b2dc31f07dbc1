import { expect, it } from 'vitest';
import type { QuestionStatistics } from '#contract/exams/quiz-statistics.ts';
import { nextOrder, ordered, worstFirst } from './item-order.ts';
import { firstDayOf } from './statistics-choice.ts';

const item = (questionId: number, about: Partial<QuestionStatistics>): QuestionStatistics => ({
  questionId,
  questionVersionId: questionId,
  isCurrent: true,
  kind: 'choice',
  excerpt: '',
  subject: null,
  status: 'active',
  attempts: 30,
  shareRight: 0.5,
  shareBlank: 0,
  discrimination: 0.4,
  medianSeconds: 60,
  options: [],
  suspicions: [],
  ...about,
});

const items = [
  item(1, { shareRight: 0.9 }),
  item(2, { suspicions: ['unused_option'], medianSeconds: null }),
  item(3, { suspicions: ['suspect_key'], discrimination: -0.2 }),
  item(4, { discrimination: 0.1, shareBlank: 0.3 }),
];
const ids = (order: Parameters<typeof ordered>[1]) => ordered(items, order).map(({ questionId }) => questionId);

it('the worst questions come first, and each keeps its number', () => {
  expect(ids(worstFirst)).toEqual([3, 2, 4, 1]);
  expect(ordered(items, worstFirst)[0]?.number).toBe(3);
});

it('a column sorts both ways, with unknown values last', () => {
  const byTime = nextOrder(worstFirst, 'time');
  expect(byTime).toEqual({ by: 'time', isDescending: true });
  expect(ids(byTime)).toEqual([1, 3, 4, 2]);
  expect(ids(nextOrder(byTime, 'time'))).toEqual([1, 3, 4, 2]);
  expect(ids(nextOrder(worstFirst, 'right'))).toEqual([2, 3, 4, 1]);
  expect(ids(nextOrder(worstFirst, 'blank'))).toEqual([4, 1, 2, 3]);
});

it('the days of a period include today', () => {
  expect(firstDayOf('30', '2026-11-16')).toBe('2026-10-18');
});
