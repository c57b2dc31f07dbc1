import { optionLabelOf } from '#contract/questions/question-kind.ts';
import type { Mistake, MistakeReason } from '#contract/study/review.ts';
import { dateWriter, ordinalDay, shortMonth } from '#web/lib/intl.ts';

export const reasonNames: Record<MistakeReason, string> = {
  content: 'Conteúdo',
  reading: 'Interpretação',
  attention: 'Desatenção',
  guess: 'Chute',
};

export const reasonChips = (Object.entries(reasonNames) as [MistakeReason, string][]).map(([value, label]) => ({
  value,
  label,
}));

/** How the closed row names the student's own answer: the letter, or Certo and Errado. */
export const chosenLabel = ({ kind, chosen, chosenPosition }: Mistake): string | null => {
  if (kind === 'true_false') return chosen;
  return chosenPosition === null ? null : optionLabelOf(chosenPosition);
};

const shortDay = dateWriter((parts) => `${ordinalDay(parts)} ${shortMonth(parts)}`);

/** '8 nov.', by a calendar day. */
export const dayWords = (day: string): string => shortDay(new Date(`${day}T12:00:00Z`));

/** 'Errada 3 vezes. Falta um acerto em outro dia.' */
export const historyWords = ({ wrongs, rightDays, outdated }: Mistake): string =>
  [
    wrongs > 1 ? `Errada ${wrongs} vezes.` : 'Errada uma vez.',
    ...(rightDays === 1 && !outdated ? ['Falta um acerto em outro dia.'] : []),
  ].join(' ');
