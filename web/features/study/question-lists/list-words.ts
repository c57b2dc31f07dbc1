import { percentOf } from '#contract/percent.ts';
import type { ListOrdering, QuestionListSummary } from '#contract/study/question-lists.ts';
import { withheldText } from '#web/features/exams/mock-exams/results.ts';
import { formatShare, plural } from '#web/lib/format.ts';

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

export function copiedWords({ total, leftOut }: { total: number; leftOut: number }): string {
  const questions = plural(total, 'questão', 'questões');
  if (leftOut === 0) return `${questions} no seu caderno.`;
  const them = leftOut === 1 ? 'treiná-la' : 'treiná-las';
  return `${questions}. ${plural(leftOut, 'ficou', 'ficaram')} de fora: você não pode ${them} agora.`;
}

/** What a copy of a shared list would leave out. */
export function openWords({ total, open }: { total: number; open: number }): string {
  const others = total - open === 1 ? 'a outra não faz' : 'as outras não fazem';
  if (open === 0) {
    return total === 1
      ? 'Ela não faz parte do que você pode treinar agora.'
      : 'Elas não fazem parte do que você pode treinar agora.';
  }
  return `Você leva ${open}: ${others} parte do que você pode treinar agora.`;
}
