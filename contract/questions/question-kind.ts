import type { QuestionKind } from './question-shapes.ts';

/** What the two options of a Certo/Errado question say, in this order. */
export const TRUE_FALSE = ['Certo', 'Errado'] as const;

/** A question whose two options are 'Certo' and 'Errado' is of that kind: there is no other way to be it, or not. */
export const kindOf = (options: readonly { optionText: string }[]): QuestionKind =>
  options.length === TRUE_FALSE.length && options.every(({ optionText }, place) => optionText === TRUE_FALSE[place])
    ? 'true_false'
    : 'choice';

const optionLabels: Record<QuestionKind, string> = { choice: 'ABCDEF', true_false: 'CE' };

/** How an option is called by its place, and the key that chooses it: A to F, or C and E. */
export const optionLabelOf = (place: number, kind: QuestionKind = 'choice') =>
  optionLabels[kind][place] ?? String(place + 1);

/** The place that a key means, or -1: the option's letter, or its number. */
export const optionIndexOfKey = (key: string, kind: QuestionKind): number => {
  if (/^[1-6]$/.test(key)) return Number(key) - 1;
  return key.length === 1 ? optionLabels[kind].indexOf(key.toUpperCase()) : -1;
};
