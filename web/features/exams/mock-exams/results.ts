import type { Attempt } from '#contract/exams/mock-exams.ts';

type Result = Pick<Attempt, 'score' | 'correctAnswers' | 'percent' | 'passed'>;

/** The result of an attempt, or null while it is withheld. */
export function resultOf({ score, correctAnswers, percent, passed }: Result) {
  if (score === null || correctAnswers === null || percent === null || passed === null) return null;
  return { score, correctAnswers, percent, passed };
}

/** The text in place of a result while another simulado with one of its questions is open. */
export const withheldText = (withheldBy: Attempt['withheldBy']) => {
  if (withheldBy === null) return '';
  const { title, untilResult } = withheldBy;
  return `A nota aparece quando ${untilResult ? 'sair o resultado de' : 'você terminar'} "${title}"`;
};
