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
  /** Null with a text: a topic that is new, or the text of a question without a subject. */
  topicId: number | null;
  topic: string;
  source: string;
  year: string;
  difficulty: Difficulty | '';
  /** As they are typed, with commas between them. */
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
  year: '',
  difficulty: '',
  tags: '',
});

/** As it is stored: the fields that are edited, and nothing of what else is known about it. */
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
  year: question.year === null ? '' : String(question.year),
  difficulty: question.difficulty ?? '',
  tags: question.tags.join(', '),
});

export const snapshotOf = (question: BankQuestion): Snapshot<EditedQuestion> => ({
  value: editedFrom(question),
  revision: question.revision,
  savedAt: question.updatedAt,
});

/** A question from an earlier life of the page: its keys may be taken by now. */
export const rekeyed = (question: EditedQuestion): EditedQuestion => ({
  ...question,
  options: question.options.map((option) => ({ ...option, key: newOption().key })),
});

/** As the server takes it. Options that were never filled in are not meant. */
export function inputOf(question: EditedQuestion): BankQuestionInput {
  const { format, baseText, questionText, comment, subjectId, topicId, topic, source, year, difficulty, tags } =
    question;
  return {
    format,
    // A draft of the version before knows no texts, and leaves what there is.
    ...(baseText === undefined ? {} : { baseTextId: baseText?.id ?? null }),
    questionText,
    comment,
    subjectId,
    // A draft of the version before knows no topicId.
    ...((topicId ?? null) === null && topic.trim() !== '' ? { topic: topic.trim() } : { topicId, topic: '' }),
    source: source.trim(),
    // Not a number: the contract says so.
    year: year.trim() === '' ? null : Number(year),
    difficulty: difficulty || null,
    // A draft of the version before knows no tags, and leaves those that there are.
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

/** What keeps it out of the bank, as the server would say it; what the contract says of single fields comes besides. */
export const faultsOf = (question: EditedQuestion): Record<string, string> =>
  Object.fromEntries(contentFaults(inputOf(question)).map(({ field, text }) => [field, text]));

/** The same question written the other way. */
export function inFormat(question: EditedQuestion, format: QuestionFormat): EditedQuestion {
  if (question.format === format) return question;
  const convert = format === 'html' ? htmlOf : textOfHtml;
  // Certo and Errado are written in no format.
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

/** A question part by part, as it is compared. */
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
  { name: 'year', label: 'Ano', text: question.year },
  { name: 'tags', label: 'Etiquetas', text: question.tags ?? '' },
  { name: 'difficulty', label: 'Dificuldade', text: question.difficulty && difficultyNames[question.difficulty] },
];
