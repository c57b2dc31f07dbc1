import { describe, expect, it } from 'vitest';
import { seeded } from '#server/features/study/review/engine/random.ts';
import { type FinishedLesson, isLearnt, learnGains, shippedGains } from './learnt-gains.ts';
import type { Answer } from './replay.ts';

/** Students with a chance before and after day 10 in one topic; each question is answered by everybody. */
function school(students: number, { before, after, each = 10 }: { before: number; after: number; each?: number }) {
  const random = seeded(7);
  const answers: Answer[] = [];
  for (let student = 0; student < students; student += 1) {
    // Half of the students begin with the other questions, so that no question is easier than another.
    for (let at = 0; at < 2 * each; at += 1) {
      const question = 1 + ((at + (student % 2) * each) % (2 * each));
      const right = random() < (at < each ? before : after);
      answers.push({ student, question, topic: 1, right, guess: 0, day: at < each ? 5 : 12 });
    }
  }
  return answers;
}
const lessonsOf = (students: number): FinishedLesson[] =>
  Array.from({ length: students }, (_, student) => ({ student, topic: 1, day: 10 }));

describe('what studying brings', () => {
  it('is assumed without a log, and is then called an estimate', () => {
    expect(learnGains([], [])).toEqual(shippedGains);
    expect(isLearnt(shippedGains.lesson)).toBe(false);
  });

  it('is learnt per kind: a lesson after which students know more closes more of the way', () => {
    const gains = learnGains(school(300, { before: 0.4, after: 0.7 }), lessonsOf(300));
    expect(gains.lesson.events).toBe(300);
    expect(isLearnt(gains.lesson)).toBe(true);
    // From 0.4 to 0.7 on the way to 0.85: two thirds.
    expect(gains.lesson.closed).toBeGreaterThan(0.5);
    expect(gains.lesson.closed).toBeLessThan(0.75);
    expect(gains.practice).toEqual(shippedGains.practice);
  });

  it('is near nothing where a lesson changes nothing, and never less', () => {
    expect(learnGains(school(300, { before: 0.5, after: 0.5 }), lessonsOf(300)).lesson.closed).toBeLessThan(0.1);
    expect(learnGains(school(300, { before: 0.6, after: 0.3 }), lessonsOf(300)).lesson.closed).toBe(0);
  });

  it('stays near the assumption with few events', () => {
    const { lesson } = learnGains(school(5, { before: 0.4, after: 0.85 }), lessonsOf(5));
    expect(isLearnt(lesson)).toBe(false);
    expect(lesson.closed).toBeGreaterThan(shippedGains.lesson.closed);
    expect(lesson.closed).toBeLessThan(0.35);
  });

  it('counts a practice of 15 new questions only where no lesson was read meanwhile', () => {
    const answers = school(200, { before: 0.4, after: 0.6, each: 15 });
    const { practice } = learnGains(answers, []);
    expect(practice.events).toBe(200);
    expect(practice.closed).toBeGreaterThan(0.3);
    expect(learnGains(answers, lessonsOf(200)).practice).toEqual(shippedGains.practice);
  });

  it('learns nothing from repeats: a wrong question that is right next time is mostly regression to the mean', () => {
    const random = seeded(9);
    const repeats = [5, 12].flatMap((day) =>
      Array.from({ length: 1600 }, (_, at): Answer => {
        const about = { student: at % 400, question: 1 + Math.floor(at / 400), topic: 1, guess: 0 };
        return { ...about, right: random() < (day === 5 ? 0.3 : 0.7), day };
      }),
    );
    expect(learnGains(repeats, lessonsOf(400))).toEqual(shippedGains);
  });
});
