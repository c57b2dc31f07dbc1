import { QUIZ_OPTIONS_MAX, QUIZ_OPTIONS_MIN } from '../../../contract/limits.ts';
import type { BankQuestion, BankQuestionInput } from '../../../contract/question-bank.ts';
import type { Difficulty, QuestionFormat } from '../../../contract/question-shapes.ts';
import { type EditedOption, newOption, newOptions } from '../../editor/edited-options.ts';
import { htmlOf, textOfHtml } from '../../editor/plain-html.ts';

export type EditedQuestion = {
  format: QuestionFormat;
  questionText: string;
  comment: string;
  options: EditedOption[];
  subjectId: number | null;
  topic: string;
  source: string;
  year: string;
  difficulty: Difficulty | '';
};

export const newQuestion = (): EditedQuestion => ({
  format: 'plain',
  questionText: '',
  comment: '',
  options: newOptions(),
  subjectId: null,
  topic: '',
  source: '',
  year: '',
  difficulty: '',
});

export const editedFrom = (question: BankQuestion): EditedQuestion => ({
  ...question,
  options: question.options.map(({ id, ...option }) => ({ key: String(id), ...option })),
  year: question.year === null ? '' : String(question.year),
  difficulty: question.difficulty ?? '',
});

/** A question from an earlier life of the page: its keys may be taken by now. */
export const rekeyed = (question: EditedQuestion): EditedQuestion => ({
  ...question,
  options: question.options.map((option) => ({ ...option, key: newOption().key })),
});

/** Whether saving one instead of the other would make no difference. */
export const isSame = (a: EditedQuestion, b: EditedQuestion) =>
  JSON.stringify(inputOf(a)) === JSON.stringify(inputOf(b));

/** As the server takes it. Options that were never filled in are not meant. */
export function inputOf(question: EditedQuestion): BankQuestionInput {
  const { format, questionText, comment, subjectId, topic, source, year, difficulty } = question;
  return {
    format,
    questionText,
    comment,
    subjectId,
    topic: topic.trim(),
    source: source.trim(),
    year: year.trim() === '' ? null : Number(year),
    difficulty: difficulty || null,
    options: filled(question).map(({ optionText, comment: remark, isCorrect }) => ({
      optionText,
      comment: remark,
      isCorrect,
    })),
  };
}

const isEmpty = (text: string) => text.replace(/<[^>]*>/g, '').trim() === '' && !text.includes('<img');
const filled = ({ options }: EditedQuestion) =>
  options.filter(({ optionText, comment, isCorrect }) => isCorrect || !isEmpty(optionText) || !isEmpty(comment));

export type FieldErrors = Partial<Record<'questionText' | 'options' | 'year', string>>;

/** Shown early; the server says the same. */
export function errorsOf(question: EditedQuestion): FieldErrors {
  const errors: FieldErrors = {};
  const options = filled(question);
  if (isEmpty(question.questionText)) errors.questionText = 'Escreva o enunciado.';
  if (options.length < QUIZ_OPTIONS_MIN) {
    errors.options = `Preencha de ${QUIZ_OPTIONS_MIN} a ${QUIZ_OPTIONS_MAX} alternativas.`;
  } else if (options.some(({ optionText }) => isEmpty(optionText))) {
    errors.options = 'Há uma alternativa sem texto.';
  } else if (new Set(options.map(({ optionText }) => optionText.trim().toLowerCase())).size < options.length) {
    errors.options = 'Há duas alternativas iguais.';
  } else if (!options.some(({ isCorrect }) => isCorrect)) {
    errors.options = 'Marque a alternativa certa.';
  }
  if (question.year.trim() !== '' && !/^(19|20)\d\d$/.test(question.year.trim())) {
    errors.year = 'Informe o ano com quatro algarismos.';
  }
  return errors;
}

/** The same question written the other way. */
export function inFormat(question: EditedQuestion, format: QuestionFormat): EditedQuestion {
  if (question.format === format) return question;
  const convert = format === 'html' ? htmlOf : textOfHtml;
  return {
    ...question,
    format,
    questionText: convert(question.questionText),
    comment: convert(question.comment),
    options: question.options.map((option) => ({
      ...option,
      optionText: convert(option.optionText),
      comment: convert(option.comment),
    })),
  };
}
