import type { Subject } from '#contract/content/subjects.ts';
import type { BaseText } from '#contract/questions/base-text.ts';
import type { BankQuestion, BankQuestionInput } from '#contract/questions/question-bank.ts';
import { kindOf, optionLabelOf } from '#contract/questions/question-kind.ts';
import { contentFaults } from '#contract/questions/question-rules.ts';
import type { Difficulty, QuestionFormat } from '#contract/questions/question-shapes.ts';
import { splitTags } from '#contract/questions/question-tags.ts';
import { isBlank } from '#contract/questions/question-text.ts';
import { nameOfText } from '#web/editor/base-text-name.ts';
import { type EditedOption, newOption, newOptions } from '#web/editor/edited-options.ts';
import { htmlOf, textOfHtml } from '#web/editor/plain-html.ts';
import { difficultyNames } from '#web/features/questions/questions/bank-words.ts';
import type { Line } from '#web/lib/differences.ts';
import type { Snapshot } from '#web/lib/editing.ts';

export type EditedQuestion = {
  format: QuestionFormat;
  baseText: BaseText | null;
  questionText: string;
  comment: string;
  options: EditedOption[];
  subjectId: number | null;
  /** Null with a text: a new topic, or the text of a question without a subject. */
  topicId: number | null;
  topic: string;
  source: string;
  organ: string;
  post: string;
  year: string;
  difficulty: Difficulty | '';
  /** As typed, separated by commas. */
  tags: string;
};

export const newQuestion = (): EditedQuestion => ({
  format: 'plain',
  baseText: null,
  questionText: '',
  comment: '',
  options: newOptions(),
  subjectId: null,
  topicId: null,
  topic: '',
  source: '',
  organ: '',
  post: '',
  year: '',
  difficulty: '',
  tags: '',
});

/** The editable fields of a stored question. */
export const editedFrom = (question: BankQuestion): EditedQuestion => ({
  format: question.format,
  baseText: question.baseText,
  questionText: question.questionText,
  comment: question.comment,
  options: question.options.map(({ id, optionText, comment, isCorrect }) => ({
    key: String(id),
    optionText,
    comment,
    isCorrect,
  })),
  subjectId: question.subjectId,
  topicId: question.topicId,
  topic: question.topic,
  source: question.source,
  organ: question.organ,
  post: question.post,
  year: question.year === null ? '' : String(question.year),
  difficulty: question.difficulty ?? '',
  tags: question.tags.join(', '),
});

export const snapshotOf = (question: BankQuestion): Snapshot<EditedQuestion> => ({
  value: editedFrom(question),
  revision: question.revision,
  savedAt: question.updatedAt,
});

/** A question of an earlier page load: its keys may be used by other options now. */
export const rekeyed = (question: EditedQuestion): EditedQuestion => ({
  ...question,
  options: question.options.map((option) => ({ ...option, key: newOption().key })),
});

/** In the form of the call. Empty options are left out. */
export function inputOf(question: EditedQuestion): BankQuestionInput {
  const { format, baseText, questionText, comment, subjectId, topicId, topic, source, organ, post, year } = question;
  const { difficulty, tags } = question;
  return {
    format,
    // A draft of an earlier release has no texts: the stored ones stay.
    ...(baseText === undefined ? {} : { baseTextId: baseText?.id ?? null }),
    questionText,
    comment,
    subjectId,
    // A draft of an earlier release has no topicId.
    ...((topicId ?? null) === null && topic.trim() !== '' ? { topic: topic.trim() } : { topicId, topic: '' }),
    source: source.trim(),
    // A draft of an earlier release has neither: the stored ones stay.
    ...(organ === undefined ? {} : { organ: organ.trim() }),
    ...(post === undefined ? {} : { post: post.trim() }),
    // NaN is refused by the contract.
    year: year.trim() === '' ? null : Number(year),
    difficulty: difficulty || null,
    // A draft of an earlier release has no tags: the stored ones stay.
    ...(tags === undefined ? {} : { tags: splitTags(tags) }),
    options: filled(question).map(({ optionText, comment: remark, isCorrect }) => ({
      optionText,
      comment: remark,
      isCorrect,
    })),
  };
}

const filled = ({ format, options }: EditedQuestion) =>
  options.filter(
    ({ optionText, comment, isCorrect }) => isCorrect || !isBlank(format, optionText) || !isBlank(format, comment),
  );

/** The problems that keep it out of the bank, in the words of the server; the contract adds those of single fields. */
export const faultsOf = (question: EditedQuestion): Record<string, string> =>
  Object.fromEntries(contentFaults(inputOf(question)).map(({ field, text }) => [field, text]));

/** Converts a question to the other format. */
export function inFormat(question: EditedQuestion, format: QuestionFormat): EditedQuestion {
  if (question.format === format) return question;
  const convert = format === 'html' ? htmlOf : textOfHtml;
  // Certo and Errado have no format.
  const isFixed = kindOf(question.options) === 'true_false';
  return {
    ...question,
    format,
    questionText: convert(question.questionText),
    comment: convert(question.comment),
    options: question.options.map((option) => ({
      ...option,
      optionText: isFixed ? option.optionText : convert(option.optionText),
      comment: convert(option.comment),
    })),
  };
}

const plain = (text: string) => text.replace(/<[^<>]*>/g, ' ').trim();

/** The fields of a question for a comparison. */
export const questionLines = (question: EditedQuestion, subjects: readonly Subject[]): Line[] => [
  { name: 'baseText', label: 'Texto-base', text: question.baseText ? nameOfText(question.baseText) : '' },
  { name: 'questionText', label: 'Enunciado', text: plain(question.questionText) },
  {
    name: 'options',
    label: 'Alternativas',
    text: filled(question)
      .map(({ optionText, comment, isCorrect }, place, all) => {
        const remark = comment && ` – ${plain(comment)}`;
        return `${optionLabelOf(place, kindOf(all))}) ${plain(optionText)}${isCorrect ? ' (certa)' : ''}${remark}`;
      })
      .join('\n'),
  },
  { name: 'comment', label: 'Comentário da questão', text: plain(question.comment) },
  {
    name: 'format',
    label: 'Como o texto é escrito',
    text: question.format === 'html' ? 'Texto formatado' : 'Texto simples',
  },
  { name: 'subjectId', label: 'Matéria', text: subjects.find(({ id }) => id === question.subjectId)?.name ?? '' },
  { name: 'topic', label: 'Assunto', text: question.topic },
  { name: 'source', label: 'Banca', text: question.source },
  { name: 'organ', label: 'Órgão', text: question.organ ?? '' },
  { name: 'post', label: 'Cargo', text: question.post ?? '' },
  { name: 'year', label: 'Ano', text: question.year },
  { name: 'tags', label: 'Etiquetas', text: question.tags ?? '' },
  { name: 'difficulty', label: 'Dificuldade', text: question.difficulty && difficultyNames[question.difficulty] },
];
