import { expect, it } from 'vitest';
import { emptyCorrection } from '#contract/exams/essay-corrections.ts';
import { changedMark, steppedPoints, suggestedPoints, withMark, withoutMark } from './marks.ts';

const norma = { key: 'norma', points: 3 };

it('a mark is added with the criterion, changed and removed without touching the others', () => {
  const one = {
    ...emptyCorrection,
    ...withMark(emptyCorrection, { start: 1, end: 4 }, { id: 'a', criterionKey: 'norma' }),
  };
  const two = { ...one, ...withMark(one, { start: 6, end: 9 }, { id: 'b', criterionKey: null }) };
  const changed = { ...two, ...changedMark(two, 'b', { comment: 'Bom', isPraise: true }) };
  expect(changed.marks).toMatchObject([
    { id: 'a', start: 1, end: 4, criterionKey: 'norma', points: 0, comment: '' },
    { id: 'b', comment: 'Bom', isPraise: true },
  ]);
  expect(withoutMark(changed, 'a').marks).toMatchObject([{ id: 'b' }]);
});

it('the marks of a criterion suggest its points, never below zero; praise and other criteria do not count', () => {
  const mark = { id: 'a', start: 0, end: 1, criterionKey: 'norma', comment: '', points: 0.3, isPraise: false };
  expect(suggestedPoints(norma, [])).toBeNull();
  expect(suggestedPoints(norma, [mark, { ...mark, id: 'b', points: 0.6 }])).toBe(2.1);
  expect(
    suggestedPoints(norma, [
      { ...mark, isPraise: true },
      { ...mark, criterionKey: 'tema' },
    ]),
  ).toBeNull();
  expect(suggestedPoints(norma, [{ ...mark, points: 9 }])).toBe(0);
});

it('points step by tenths without a rest of floating point', () => {
  expect(steppedPoints(0.2, 1)).toBe(0.3);
  expect(steppedPoints(0.05, -1)).toBe(0);
});
