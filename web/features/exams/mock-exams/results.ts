import type { Attempt } from '#contract/exams/mock-exams.ts';

type Result = Pick<Attempt, 'score' | 'correctAnswers' | 'percent' | 'passed'>;

/** The result of an attempt, or null while it is held back. */
export function resultOf({ score, correctAnswers, percent, passed }: Result) {
  if (score === null || correctAnswers === null || percent === null || passed === null) return null;
  return { score, correctAnswers, percent, passed };
}

/** What stands in place of a result while another simulado that holds one of its questions is open. */
export const withheldText = (withheldBy: { title: string } | null) =>
  withheldBy === null ? '' : `A nota aparece quando você terminar "${withheldBy.title}"`;
