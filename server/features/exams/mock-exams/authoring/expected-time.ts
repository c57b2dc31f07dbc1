import { WORDS_PER_MINUTE } from '#contract/content/reading.ts';
import { SECONDS_TO_THINK } from '#contract/exams/quiz-composition.ts';
import type { BaseText } from '#contract/questions/base-text.ts';
import type { QuestionFormat, QuestionKind } from '#contract/questions/question-shapes.ts';
import { plainText } from '#contract/questions/question-text.ts';

export type Timed = {
  kind: QuestionKind;
  format: QuestionFormat;
  statement: string;
  options: readonly { optionText: string }[];
  baseText: BaseText | null;
};

const wordsIn = (format: QuestionFormat, text: string) => plainText(format, text).match(/\S+/g)?.length ?? 0;
const reading = (words: number) => (words * 60) / WORDS_PER_MINUTE;

const secondsOf = ({ kind, format, statement, options }: Timed) =>
  SECONDS_TO_THINK[kind] +
  reading(wordsIn(format, statement) + options.reduce((sum, option) => sum + wordsIn(format, option.optionText), 0));

/** The expected time for these questions: thinking time for each, plus the reading. A shared text is read once. */
export function expectedSeconds(questions: readonly Timed[]): number {
  const texts = new Map(questions.flatMap(({ baseText }) => (baseText ? [[baseText.id, baseText] as const] : [])));
  const shared = [...texts.values()].reduce((sum, { format, text }) => sum + wordsIn(format, text), 0);
  return questions.reduce((sum, question) => sum + secondsOf(question), reading(shared));
}
