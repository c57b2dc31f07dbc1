import { describe, expect, it } from 'vitest';
import { modelOf } from '../memory-replay.ts';
import { chooseToday, isCard, isQuestion, type SeenCard } from '../today.ts';
import { type CardGrade, daysAfterGrades, replayCard } from './card-replay.ts';

const model = modelOf(null);
const on = (day: number, grade: CardGrade) => ({ day: `2026-11-${String(day).padStart(2, '0')}`, grade });

describe('the memory of a card', () => {
  it('is null before the first answer, and grows with easier grades', () => {
    expect(replayCard([], null, model)).toBeNull();
    const stabilities = ([1, 2, 3, 4] as const).map((grade) => replayCard([on(1, grade)], null, model)?.stability ?? 0);
    expect(stabilities).toEqual(stabilities.toSorted((a, b) => a - b));
    expect(new Set(stabilities).size).toBe(4);
  });

  it('moves once a day: a repeat on the same day changes the last grade and the count only', () => {
    const once = replayCard([on(1, 1)], null, model);
    const twice = replayCard([on(1, 1), on(1, 3)], null, model);
    expect(twice).toEqual({ ...once, lastGrade: 3, answers: 2 });
    expect(once).toMatchObject({ lapses: 1, lastDay: '2026-11-01' });
  });

  it('starts from what another program knew, and the first answer counts the days since then', () => {
    const seed = { stability: 30, difficulty: 5, day: '2026-10-20' };
    expect(replayCard([], seed, model)).toMatchObject({ stability: 30, answers: 0, lastDay: '2026-10-20' });
    const after = replayCard([on(15, 3)], seed, model);
    expect(after?.stability).toBeGreaterThan(30);
    expect(after).toMatchObject({ answers: 1, lastDay: '2026-11-15' });
  });

  it('says for each grade in how many days the card is due, never less than one', () => {
    const state = replayCard([on(1, 3)], null, model);
    const days = daysAfterGrades(state, '2026-11-04', model);
    expect(days).toHaveLength(4);
    expect(Math.min(...days)).toBeGreaterThanOrEqual(1);
    expect(days).toEqual(days.toSorted((a, b) => a - b));
    expect(days[3]).toBeGreaterThan(days[1] as number);
    // The memory does not move twice on one day.
    expect(new Set(daysAfterGrades(state, '2026-11-01', model)).size).toBe(1);
  });
});

describe('a day of questions and cards', () => {
  const cards = (count: number): SeenCard[] =>
    Array.from({ length: count }, (_, at) => ({
      cardId: at + 1,
      stability: 2,
      difficulty: 5,
      lastDay: 80,
      lastRight: false,
    }));
  const questions = Array.from({ length: 40 }, (_, at) => ({
    questionId: at + 1,
    stability: 2,
    difficulty: 5,
    lastDay: 80,
    lastRight: false,
  }));

  it('fills the time of a question with four cards', () => {
    const about = { today: 100, examDay: 160, questions: 3 };
    expect(chooseToday(about, [], [], undefined, { seen: cards(40), fresh: [] })).toHaveLength(12);
  });

  it('prefers the card where both would gain the same, because it takes less time', () => {
    const about = { today: 100, examDay: 110, questions: 2 };
    const list = chooseToday(about, questions, [], undefined, { seen: cards(40), fresh: [] });
    expect(list.every(isCard)).toBe(true);
  });

  it('asks new questions and new cards by turns', () => {
    const fresh = questions.map(({ questionId }) => ({ questionId, label: '' }));
    const about = { today: 100, examDay: null, questions: 6 };
    const list = chooseToday(about, [], fresh, undefined, { seen: [], fresh: [7, 8, 9, 10, 11, 12, 13, 14, 15] });
    expect(list.map((one) => (isCard(one) ? 'c' : 'q')).join('')).toBe('qccqccqccqcc');
    expect(list.filter(isQuestion)).toHaveLength(4);
  });
});
