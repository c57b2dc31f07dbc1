import type { ExamRules } from '#contract/exams/exam-rules.ts';
import type { Judgement } from '../grading/exam-rules.ts';

type Counted = Pick<Judgement, 'points' | 'subjects'>;

/**
 * The sort key of a student: the points, then the tie-breaks of the rules in their order, each with the higher value
 * first. Two keys are compared item by item; equal keys share a position.
 */
export function sortKeyOf(rules: Pick<ExamRules, 'tieBreaks'>, { points, subjects }: Counted, seconds: number) {
  const all = (of: 'right' | 'wrong') => subjects.reduce((sum, subject) => sum + subject[of], 0);
  const ties = rules.tieBreaks.map(({ by, subjectId }) => {
    if (by === 'time') return 0 - seconds;
    if (by === 'wrong') return 0 - all('wrong');
    if (by === 'right') return all('right');
    return subjects.find((subject) => subject.subjectId === subjectId)?.points ?? 0;
  });
  return [points, ...ties];
}
