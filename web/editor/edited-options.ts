import { QUIZ_OPTIONS_MAX } from '#contract/limits.ts';
import { TRUE_FALSE } from '#contract/questions/question-kind.ts';

export type EditedOption = { key: string; optionText: string; comment: string; isCorrect: boolean };

let serial = 0;

/** A key is only for React and this page: where an option stands on the server is its place. */
export const newOption = (): EditedOption => {
  serial += 1;
  return { key: `o-${serial}`, optionText: '', comment: '', isCorrect: false };
};

const AT_FIRST = 5;

/** Five empty ones, as most exams have. */
export const newOptions = (): EditedOption[] => Array.from({ length: AT_FIRST }, newOption);

/** Certo and Errado, neither of them right yet. */
export const trueFalseOptions = (): EditedOption[] => TRUE_FALSE.map((optionText) => ({ ...newOption(), optionText }));

export const withOneMore = (options: readonly EditedOption[]): EditedOption[] =>
  options.length >= QUIZ_OPTIONS_MAX ? [...options] : [...options, newOption()];

/** Exactly one option is right: choosing one takes the mark from the others. */
export const withRight = (options: readonly EditedOption[], key: string): EditedOption[] =>
  options.map((option) => ({ ...option, isCorrect: option.key === key }));
