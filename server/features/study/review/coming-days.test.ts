import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { comingDays, gripOf } from './coming-days.ts';
import { thinkingOf } from './today.ts';

const TODAY = 20_000;
const seenOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    questionId: at + 1,
    stability: 1 + (at % 30),
    difficulty: 5,
    lastDay: TODAY - (at % 12),
    lastRight: at % 3 > 0,
  }));

describe('the next days', () => {
  test('never hold more than a day takes, nothing that is not there, and end before the exam', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 120 }),
        fc.integer({ min: 0, max: 200 }),
        fc.integer({ min: 1, max: 20 }),
        fc.option(fc.integer({ min: 0, max: 40 })),
        (answered, fresh, questions, left) => {
          const examDay = left === null ? null : TODAY + left;
          const days = comingDays({ today: TODAY, examDay, questions }, seenOf(answered), fresh, thinkingOf(undefined));
          expect(days.map(({ day }) => day)).toEqual(
            Array.from({ length: left === null ? 7 : Math.min(7, Math.max(0, left - 1)) }, (_, at) => TODAY + 1 + at),
          );
          for (const { back, fresh: added } of days) {
            expect(back).toBeGreaterThanOrEqual(0);
            expect(back + added).toBeLessThanOrEqual(questions);
          }
          expect(days.reduce((sum, one) => sum + one.fresh, 0)).toBeLessThanOrEqual(fresh);
        },
      ),
    );
  });

  test('count cards apart from questions, and a card takes a quarter of the time of a question', () => {
    const seen = seenOf(400).map(({ questionId, ...state }) => ({ ...state, cardId: questionId, lastRight: false }));
    const about = { today: TODAY, examDay: TODAY + 60, questions: 3 };
    const days = comingDays(about, [], 0, thinkingOf(undefined), { seen, fresh: [] });
    expect(days[0]).toEqual({ day: TODAY + 1, back: 0, fresh: 0, cards: 12 });
  });

  test('are the same for the same student, and full where there is enough', () => {
    const about = { today: TODAY, examDay: TODAY + 60, questions: 12 };
    const days = comingDays(about, seenOf(400), 100, thinkingOf(undefined));
    expect(days).toEqual(comingDays(about, seenOf(400), 100, thinkingOf(undefined)));
    expect(days.every(({ back, fresh }) => back + fresh === 12)).toBe(true);
    // What was wrong comes back first.
    expect(days[0]).toEqual({ day: TODAY + 1, back: 12, fresh: 0, cards: 0 });
  });
});

test('an answered question is firm, nearly firm, or not yet firm', () => {
  const states = [
    { stability: 40.7, lastRight: true },
    { stability: 9.2, lastRight: true },
    { stability: 3.9, lastRight: true },
    { stability: 0.3, lastRight: true },
    { stability: 80, lastRight: false },
  ];
  expect(gripOf(states)).toEqual({ firm: 2, firmDays: 9, almost: 2, almostDays: 1, notYet: 1 });
  expect(gripOf([])).toEqual({ firm: 0, firmDays: 0, almost: 0, almostDays: 0, notYet: 0 });
});
