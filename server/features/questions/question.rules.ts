import {
  QUESTION_LABEL_MAX,
  QUESTION_REASON_MAX,
  QUIZ_COMMENT_MAX,
  QUIZ_OPTION_MAX,
  QUIZ_OPTIONS_MAX,
  QUIZ_OPTIONS_MIN,
  QUIZ_STATEMENT_MAX,
  SUBJECT_NAME_MAX,
} from '../../../contract/limits.ts';
import type { QuestionFormat } from '../../../contract/question-shapes.ts';
import { identityOf, isBlank } from './question-text.rules.ts';

/** What a version of a question says. */
export type QuestionContent = {
  format: QuestionFormat;
  questionText: string;
  comment: string;
  options: { optionText: string; comment: string; isCorrect: boolean }[];
};

/** The content alone of something that has more. */
export const contentOf = ({ format, questionText, comment, options }: QuestionContent): QuestionContent => ({
  format,
  questionText,
  comment,
  options,
});

/** True when a student would see no difference: such a question keeps its version. */
export function sameContent(a: QuestionContent, b: QuestionContent): boolean {
  return (
    a.format === b.format &&
    a.questionText === b.questionText &&
    a.comment === b.comment &&
    a.options.length === b.options.length &&
    a.options.every((option, index) => {
      const other = b.options[index];
      return (
        other !== undefined &&
        option.optionText === other.optionText &&
        option.comment === other.comment &&
        option.isCorrect === other.isCorrect
      );
    })
  );
}

/** What keeps a question out of the bank, in the author's words; null when nothing does. */
export function contentProblem({ format, questionText, comment, options }: QuestionContent): string | null {
  if (isBlank(format, questionText)) return 'Escreva o enunciado.';
  if (questionText.length > QUIZ_STATEMENT_MAX) return `O enunciado passa de ${QUIZ_STATEMENT_MAX} caracteres.`;
  if (options.length < QUIZ_OPTIONS_MIN || options.length > QUIZ_OPTIONS_MAX) {
    return `Use de ${QUIZ_OPTIONS_MIN} a ${QUIZ_OPTIONS_MAX} alternativas.`;
  }
  if (options.some(({ optionText }) => isBlank(format, optionText))) return 'Há uma alternativa sem texto.';
  const texts = options.map(({ optionText }) => identityOf(format, optionText));
  if (new Set(texts).size < texts.length) return 'Há duas alternativas iguais.';
  if (options.some(({ optionText }) => optionText.length > QUIZ_OPTION_MAX)) {
    return `Uma alternativa passa de ${QUIZ_OPTION_MAX} caracteres.`;
  }
  if ([comment, ...options.map((option) => option.comment)].some((text) => text.length > QUIZ_COMMENT_MAX)) {
    return `Um comentário passa de ${QUIZ_COMMENT_MAX} caracteres.`;
  }
  const right = options.filter(({ isCorrect }) => isCorrect).length;
  if (right > 1) return 'Só uma alternativa pode ser a certa.';
  return right === 1 ? null : 'Marque a alternativa certa.';
}

type Labels = { subject: string; topic: string; source: string; statusReason: string };

export function labelProblem({ subject, topic, source, statusReason }: Labels): string | null {
  if (subject.length > SUBJECT_NAME_MAX) return `O nome da matéria passa de ${SUBJECT_NAME_MAX} caracteres.`;
  if (topic.length > QUESTION_LABEL_MAX) return `O assunto passa de ${QUESTION_LABEL_MAX} caracteres.`;
  if (source.length > QUESTION_LABEL_MAX) return `O nome da banca passa de ${QUESTION_LABEL_MAX} caracteres.`;
  return statusReason.length > QUESTION_REASON_MAX ? `O motivo passa de ${QUESTION_REASON_MAX} caracteres.` : null;
}
