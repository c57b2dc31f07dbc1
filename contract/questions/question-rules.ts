import {
  QUIZ_COMMENT_MAX,
  QUIZ_OPTION_MAX,
  QUIZ_OPTIONS_MAX,
  QUIZ_OPTIONS_MIN,
  QUIZ_STATEMENT_MAX,
} from '#contract/limits.ts';
import type { BaseText } from './base-text.ts';
import type { QuestionFormat } from './question-shapes.ts';
import { identityOf, isBlank } from './question-text.ts';

/** What a version of a question says. */
export type QuestionContent = {
  format: QuestionFormat;
  questionText: string;
  comment: string;
  options: { optionText: string; comment: string; isCorrect: boolean }[];
  /** The text that it is read with. */
  baseText?: BaseText | null | undefined;
};

export type ContentFault = { field: 'questionText' | 'options' | 'comment'; text: string };

/**
 * What keeps a question out of the bank, in the author's words, one for each field and in the order of the form. The
 * server asks after cleaning the texts, the form before it sends them.
 */
export function contentFaults({ format, questionText, comment, options }: QuestionContent): ContentFault[] {
  const found: [ContentFault['field'], string | null][] = [
    ['questionText', statementFault(format, questionText)],
    ['options', optionsFault(format, options)],
    ['comment', comment.length > QUIZ_COMMENT_MAX ? longComment : null],
  ];
  return found.flatMap(([field, text]) => (text === null ? [] : [{ field, text }]));
}

const longComment = `Um comentário passa de ${QUIZ_COMMENT_MAX} caracteres.`;

function statementFault(format: QuestionFormat, text: string): string | null {
  if (isBlank(format, text)) return 'Escreva o enunciado.';
  return text.length > QUIZ_STATEMENT_MAX ? `O enunciado passa de ${QUIZ_STATEMENT_MAX} caracteres.` : null;
}

function optionsFault(format: QuestionFormat, options: QuestionContent['options']): string | null {
  if (options.length < QUIZ_OPTIONS_MIN || options.length > QUIZ_OPTIONS_MAX) {
    return `Use de ${QUIZ_OPTIONS_MIN} a ${QUIZ_OPTIONS_MAX} alternativas.`;
  }
  if (options.some(({ optionText }) => isBlank(format, optionText))) return 'Há uma alternativa sem texto.';
  const texts = options.map(({ optionText }) => identityOf(format, optionText));
  if (new Set(texts).size < texts.length) return 'Há duas alternativas iguais.';
  if (options.some(({ optionText }) => optionText.length > QUIZ_OPTION_MAX)) {
    return `Uma alternativa passa de ${QUIZ_OPTION_MAX} caracteres.`;
  }
  if (options.some((option) => option.comment.length > QUIZ_COMMENT_MAX)) return longComment;
  const right = options.filter(({ isCorrect }) => isCorrect).length;
  if (right > 1) return 'Só uma alternativa pode ser a certa.';
  return right === 1 ? null : 'Marque a alternativa certa.';
}
