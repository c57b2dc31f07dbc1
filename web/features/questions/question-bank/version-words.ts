import type { QuestionVersion } from '#contract/questions/question-bank.ts';
import { kindOf, optionLabelOf } from '#contract/questions/question-kind.ts';

type Options = QuestionVersion['options'];

/** What differs between two versions, in the words of the form: 'enunciado', 'alternativa B', 'gabarito'. */
export function changedFields(one: QuestionVersion, other: QuestionVersion): string[] {
  const parts: [string, unknown, unknown][] = [
    ['texto-base', one.baseText?.versionId ?? null, other.baseText?.versionId ?? null],
    ['enunciado', one.questionText, other.questionText],
    ['comentário', one.comment, other.comment],
    ['gabarito', keyOf(one.options), keyOf(other.options)],
    ['formato do texto', one.format, other.format],
  ];
  const options = Array.from({ length: Math.max(one.options.length, other.options.length) }, (_, place) => place)
    .filter((place) => optionAt(one.options, place) !== optionAt(other.options, place))
    .map((place) => `alternativa ${optionLabelOf(place, kindOf(other.options))}`);
  return [...parts.filter(([, before, after]) => before !== after).map(([name]) => name), ...options];
}

const keyOf = (options: Options) => options.findIndex(({ isCorrect }) => isCorrect);

const optionAt = (options: Options, place: number): string | null => {
  const option = options[place];
  return option ? JSON.stringify([option.optionText, option.comment]) : null;
};
