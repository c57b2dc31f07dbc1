import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '#server/time/calendar.ts';
import { type LoggedAnswer, replay } from './memory-replay.ts';
import { chooseToday, dailyQuestions, isQuestion } from './today.ts';

let serial = 0;
const on = (day: string, isRight: boolean, more: Partial<LoggedAnswer> = {}): LoggedAnswer => {
  serial += 1;
  return { source: 'practice', sourceKey: `${serial}`, optionId: isRight ? 2 : 1, isRight, day, ...more };
};

describe('what the log says', () => {
  it('is nothing without an answer', () => {
    expect(replay([])).toBeNull();
  });

  it('a repeat on the same day counts for the notebook and leaves the memory alone', () => {
    const once = replay([on('2026-11-01', true)]);
    const twice = replay([on('2026-11-01', true), on('2026-11-01', false)]);
    expect(twice).toMatchObject({ stability: once?.stability, difficulty: once?.difficulty, lastDay: '2026-11-01' });
    expect(twice).toMatchObject({ lastRight: false, wrongs: 1, lastWrongDay: '2026-11-01', wrongOptionId: 1 });
  });

  it('an earlier day, by a clock that was wrong, does not turn the memory back', () => {
    const before = replay([on('2026-11-05', true)]);
    expect(replay([on('2026-11-05', true), on('2026-11-02', true)])).toMatchObject({
      stability: before?.stability,
      lastDay: '2026-11-05',
    });
  });

  it('leaves the notebook by two different days, and comes back by one wrong answer', () => {
    const rows = [on('2026-11-01', false), on('2026-11-01', true), on('2026-11-01', true)];
    expect(replay(rows)?.rightDays).toBe(1);
    rows.push(on('2026-11-04', true));
    expect(replay(rows)).toMatchObject({ rightDays: 2, lastRight: true, wrongs: 1 });
    rows.push(on('2026-11-09', false));
    expect(replay(rows)).toMatchObject({ rightDays: 0, lastRight: false, wrongs: 2, lastWrongDay: '2026-11-09' });
  });

  it('a guess that was owned up to is a wrong answer', () => {
    const right = on('2026-11-01', true, { source: 'review', sourceKey: 'k' });
    const guessed = replay([right, on('2026-11-01', true, { source: 'guess', sourceKey: 'k' })]);
    expect(guessed).toMatchObject({ lastRight: false, wrongs: 1, answers: 1 });
    expect(guessed?.stability).toBe(replay([{ ...right, isRight: false }])?.stability);
  });

  it('a wrong answer to a substitute does not count as a mistake, and undoes the last right answer', () => {
    const rows = [on('2026-11-01', true), on('2026-11-05', false, { isStandIn: true })];
    expect(replay(rows)).toMatchObject({ lastRight: false, rightDays: 0, wrongs: 0, answers: 1, wrongOptionId: null });
    expect(replay([on('2026-11-05', false, { isStandIn: true })])).toBeNull();
  });

  it('a right answer leaves a memory that is stabler than a wrong one would', () => {
    const history = fc.array(fc.record({ gap: fc.integer({ min: 1, max: 60 }), isRight: fc.boolean() }), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(history, (steps) => {
        let day = '2026-01-01';
        const rows = steps.map(({ gap, isRight }) => {
          day = addDays(day, gap);
          return on(day, isRight);
        });
        const next = addDays(day, 3);
        const [right, wrong] = [true, false].map((isRight) => replay([...rows, on(next, isRight)]));
        expect(right?.stability).toBeGreaterThan(wrong?.stability ?? 0);
      }),
    );
  });
});

describe("today's list", () => {
  const seen = (questionId: number, stability: number, lastDay: number, lastRight: boolean) => ({
    questionId,
    stability,
    difficulty: 5,
    lastDay,
    lastRight,
  });
  const fresh = [
    { questionId: 91, label: 'Crase' },
    { questionId: 92, label: '' },
  ];

  it('says why each question is there', () => {
    const list = chooseToday(
      { today: 100, examDay: null, questions: 10 },
      [seen(1, 1, 91, false), seen(2, 2, 99, false), seen(3, 3, 90, true), seen(4, 500, 98, true)],
      fresh,
    ).filter(isQuestion);
    expect(Object.fromEntries(list.map(({ questionId, reason }) => [questionId, reason]))).toMatchObject({
      1: 'você errou há 9 dias',
      3: 'prestes a esquecer',
      91: 'nova: Crase',
      92: 'nova',
    });
    // What is still known by nine of ten waits: there is no exam.
    expect(list.map(({ questionId }) => questionId)).not.toContain(4);
  });

  it('asks nothing that was answered today, nothing twice, and no more than the day takes', () => {
    const answered = seen(5, 0.5, 100, false);
    const many = Array.from({ length: 40 }, (_, at) => seen(at + 10, 1, 90, at % 2 === 0));
    for (const examDay of [null, 100, 101, 130, 500]) {
      const list = chooseToday({ today: 100, examDay, questions: 12 }, [answered, ...many], fresh).filter(isQuestion);
      expect(list).toHaveLength(12);
      expect(new Set(list.map(({ questionId }) => questionId)).size).toBe(12);
      expect(list.map(({ questionId }) => questionId)).not.toContain(5);
    }
    expect(chooseToday({ today: 100, examDay: null, questions: -3 }, many, fresh)).toEqual([]);
  });

  it('a day has between five and twenty questions, whatever the hours', () => {
    expect([1, 5, 10, 40].map(dailyQuestions)).toEqual([5, 9, 17, 20]);
  });
});
