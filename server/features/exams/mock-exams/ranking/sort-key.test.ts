import { describe, expect, it } from 'vitest';
import { type ExamRules, plainRules, type TieBreak } from '#contract/exams/exam-rules.ts';
import { judge, type Tally } from '../grading/exam-rules.ts';
import { sortKeyOf } from './sort-key.ts';

type Sheet = { answers: { subject: number; is: 'right' | 'wrong' | 'blank' | 'annulled' }[]; seconds: number };

/** The second implementation: question by question, in floating points, one tie-break after the other. */
function comesBefore(rules: ExamRules, one: Sheet, other: Sheet): number {
  const worth = { right: rules.right, wrong: rules.wrong, blank: rules.blank, annulled: rules.right };
  const points = (sheet: Sheet, subject?: number) =>
    sheet.answers
      .filter((answer) => subject === undefined || answer.subject === subject)
      .reduce((sum, answer) => sum + worth[answer.is], 0);
  const count = (sheet: Sheet, is: string) => sheet.answers.filter((answer) => answer.is === is).length;
  const by: Record<TieBreak['by'], (subjectId: number | null) => number> = {
    subject: (subjectId) => points(one, subjectId ?? -1) - points(other, subjectId ?? -1),
    right: () => count(one, 'right') - count(other, 'right'),
    wrong: () => count(other, 'wrong') - count(one, 'wrong'),
    time: () => other.seconds - one.seconds,
  };
  for (const ahead of [points(one) - points(other), ...rules.tieBreaks.map((tie) => by[tie.by](tie.subjectId))])
    if (Math.abs(ahead) > 1e-9) return Math.sign(ahead);
  return 0;
}

function random(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const SUBJECTS = 3;
function tallied(sheet: Sheet): Tally[] {
  return Array.from({ length: SUBJECTS }, (_, subjectId) => {
    const count = (is: string) => sheet.answers.filter((one) => one.subject === subjectId && one.is === is).length;
    return {
      subjectId,
      right: count('right'),
      wrong: count('wrong'),
      blank: count('blank'),
      annulled: count('annulled'),
      helped: 0,
    };
  });
}

const compared = (a: number[], b: number[]) => {
  const at = a.findIndex((value, place) => value !== b[place]);
  return at < 0 ? 0 : Math.sign((a[at] ?? 0) - (b[at] ?? 0));
};

describe('the order of a ranking', () => {
  it('is that of a second, plain implementation over 10,000 random pairs, ties and all', () => {
    const below = random(20_261_116);
    const ties = { decided: 0, equal: 0 };
    for (let round = 0; round < 10_000; round += 1) {
      const kinds = (['subject', 'right', 'wrong', 'time'] as const).filter(() => below(2) === 0);
      const rules: ExamRules = {
        ...plainRules,
        wrong: [-1, -0.5, 0][below(3)] ?? 0,
        blank: [0, 0, -0.25][below(3)] ?? 0,
        tieBreaks: kinds
          .toSorted(() => below(3) - 1)
          .map((by) => ({ by, subjectId: by === 'subject' ? below(SUBJECTS) : null })),
      };
      const annulled = Array.from({ length: 8 }, () => below(9) === 0);
      const sheet = (): Sheet => ({
        answers: annulled.map((isAnnulled, place) => ({
          subject: place % SUBJECTS,
          is: isAnnulled ? 'annulled' : ((['right', 'wrong', 'blank'] as const)[below(3)] ?? 'blank'),
        })),
        seconds: 60 * below(3),
      });
      const [one, other] = [sheet(), sheet()];
      const key = (of: Sheet) => sortKeyOf(rules, judge(rules, tallied(of), 70), of.seconds);
      const expected = comesBefore(rules, one, other);
      const [mine, theirs] = [key(one), key(other)];
      expect(compared(mine, theirs), JSON.stringify({ rules, one, other })).toBe(expected);
      if (expected === 0) ties.equal += 1;
      else if (mine[0] === theirs[0]) ties.decided += 1;
    }
    // The exams are small enough that ties really happen.
    expect(ties.decided).toBeGreaterThan(500);
    expect(ties.equal).toBeGreaterThan(100);
  });
});
