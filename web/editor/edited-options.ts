import { QUIZ_OPTIONS_MAX } from '#contract/limits.ts';
import { TRUE_FALSE } from '#contract/questions/question-kind.ts';

export type EditedOption = { key: string; optionText: string; comment: string; isCorrect: boolean };

let serial = 0;

/** The key is only for React and this page: on the server an option is identified by its position. */
export const newOption = (): EditedOption => {
  serial += 1;
  return { key: `o-${serial}`, optionText: '', comment: '', isCorrect: false };
};

const AT_FIRST = 5;

/** Five empty options, as in most exams. */
export const newOptions = (): EditedOption[] => Array.from({ length: AT_FIRST }, newOption);

/** Certo and Errado, neither of them selected as right. */
export const trueFalseOptions = (): EditedOption[] => TRUE_FALSE.map((optionText) => ({ ...newOption(), optionText }));

export const withOneMore = (options: readonly EditedOption[]): EditedOption[] =>
  options.length >= QUIZ_OPTIONS_MAX ? [...options] : [...options, newOption()];

/** Exactly one option is right: selecting one deselects the others. */
export const withRight = (options: readonly EditedOption[], key: string): EditedOption[] =>
  options.map((option) => ({ ...option, isCorrect: option.key === key }));
