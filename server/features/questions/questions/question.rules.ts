import {
  QUESTION_LABEL_MAX,
  QUESTION_REASON_MAX,
  QUESTION_TAG_MAX,
  QUESTION_TAGS_MAX,
  SUBJECT_NAME_MAX,
} from '#contract/limits.ts';
import { contentFaults, type QuestionContent } from '#contract/questions/question-rules.ts';

/** Picks the content fields of an object with more fields. */
export const contentOf = ({ format, questionText, comment, options, baseText }: QuestionContent): QuestionContent => ({
  format,
  questionText,
  comment,
  options,
  baseText: baseText ?? null,
});

/** True when a student would see no difference: then a save creates no version. */
export function sameContent(a: QuestionContent, b: QuestionContent): boolean {
  return (
    a.format === b.format &&
    (a.baseText?.versionId ?? null) === (b.baseText?.versionId ?? null) &&
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

/** The first reason why a question cannot enter the bank, as a message for the author; null when it can. */
export const contentProblem = (content: QuestionContent): string | null => contentFaults(content)[0]?.text ?? null;

type Labels = {
  subject: string;
  topic: string;
  source: string;
  organ?: string | undefined;
  post?: string | undefined;
  statusReason: string;
  tags: readonly string[];
};

export function labelProblem({ subject, topic, source, organ, post, statusReason, tags }: Labels): string | null {
  if (subject.length > SUBJECT_NAME_MAX) return `O nome da matéria passa de ${SUBJECT_NAME_MAX} caracteres.`;
  if (topic.length > QUESTION_LABEL_MAX) return `O assunto passa de ${QUESTION_LABEL_MAX} caracteres.`;
  if (source.length > QUESTION_LABEL_MAX) return `O nome da banca passa de ${QUESTION_LABEL_MAX} caracteres.`;
  if ((organ ?? '').length > QUESTION_LABEL_MAX) return `O nome do órgão passa de ${QUESTION_LABEL_MAX} caracteres.`;
  if ((post ?? '').length > QUESTION_LABEL_MAX) return `O nome do cargo passa de ${QUESTION_LABEL_MAX} caracteres.`;
  if (tags.length > QUESTION_TAGS_MAX) return `Use no máximo ${QUESTION_TAGS_MAX} etiquetas por questão.`;
  if (tags.some((tag) => tag.length > QUESTION_TAG_MAX)) return `Uma etiqueta passa de ${QUESTION_TAG_MAX} caracteres.`;
  return statusReason.length > QUESTION_REASON_MAX ? `O motivo passa de ${QUESTION_REASON_MAX} caracteres.` : null;
}
