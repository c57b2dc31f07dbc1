import { percentOf } from '#contract/percent.ts';
import type { ListOrdering, QuestionListSummary } from '#contract/study/question-lists.ts';
import { withheldText } from '#web/features/exams/mock-exams/results.ts';
import { formatShare } from '#web/lib/format.ts';

export const orderingNames: Record<ListOrdering, string> = {
  own: 'Minha ordem',
  'most-wrong': 'Mais erradas',
  'easy-first': 'Do fácil ao difícil',
  shuffled: 'Sortear',
};

type Progress = Pick<QuestionListSummary, 'answered' | 'correct' | 'withheldBy'>;

/** 'acerto 67%'; without an answer, 'não começado'. */
export function scoreWords({ answered, correct, withheldBy }: Progress): string {
  if (answered === 0) return 'não começado';
  return correct === null ? withheldText(withheldBy) : `acerto ${formatShare(percentOf(correct, answered))}`;
}

export const isFinished = ({ total, answered }: Pick<QuestionListSummary, 'total' | 'answered'>) =>
  total > 0 && answered >= total;
