import type { AuthoredQuiz, QuizDraft } from '#contract/exams/quiz-authoring.ts';
import { QUIZ_OPTIONS_MIN } from '#contract/limits.ts';
import type { BaseText } from '#contract/questions/base-text.ts';
import type { QuestionFormat } from '#contract/questions/question-shapes.ts';
import { type EditedOption, newOption, newOptions } from '#web/editor/edited-options.ts';

/** The state of the editor. `key` identifies a question or option on the screen, also before it has an id. */
export type EditedQuestion = {
  key: string;
  id?: number;
  format: QuestionFormat;
  baseText: BaseText | null;
  questionText: string;
  comment: string;
  subjectId: number | null;
  options: EditedOption[];
};
export type EditedQuiz = {
  title: string;
  description: string;
  /** As typed: the field may be empty or half written. */
  timeLimit: string;
  passingScore: string;
  questions: EditedQuestion[];
};

let serial = 0;
const newKey = (kind: string) => {
  serial += 1;
  return `${kind}-${serial}`;
};

/** With empty options; the subject of the question before, because one writes in rows. */
export function newQuestion(after?: EditedQuestion): EditedQuestion {
  return {
    key: newKey('q'),
    format: 'plain',
    baseText: null,
    questionText: '',
    comment: '',
    subjectId: after?.subjectId ?? null,
    options: newOptions(),
  };
}

/** The stored draft in the shape of the editor. Questions keep the keys of those at the same positions in `sent`. */
export function editedFrom(quiz: AuthoredQuiz, sent?: EditedQuiz): EditedQuiz {
  return {
    title: quiz.title,
    description: quiz.description,
    timeLimit: quiz.timeLimit === null ? '' : String(quiz.timeLimit),
    passingScore: String(quiz.passingScore),
    questions: quiz.questions.map((question, index) => {
      const old = sent?.questions[index];
      return {
        key: old?.key ?? newKey('q'),
        id: question.id,
        format: question.format,
        baseText: question.baseText,
        questionText: question.questionText,
        comment: question.comment,
        subjectId: question.subjectId,
        options: question.options.map(({ optionText, comment, isCorrect }, place) => ({
          key: old?.options[place]?.key ?? newOption().key,
          optionText,
          comment,
          isCorrect,
        })),
      };
    }),
  };
}

/** A quiz from an earlier life of the page: its keys may be taken by now. */
export const rekeyed = (quiz: EditedQuiz): EditedQuiz => ({
  ...quiz,
  questions: quiz.questions.map((question) => ({
    ...question,
    key: newKey('q'),
    options: question.options.map((option) => ({ ...option, key: newOption().key })),
  })),
});

/** NaN for other text: the contract refuses it. */
const wholeNumber = (typed: string) => (/^\d+$/.test(typed.trim()) ? Number(typed) : Number.NaN);

/** Builds the draft to send. Empty options at the end were never filled in and are left out. */
export function draftOf(quiz: EditedQuiz): QuizDraft {
  return {
    title: quiz.title.trim(),
    description: quiz.description,
    timeLimit: quiz.timeLimit.trim() === '' ? null : wholeNumber(quiz.timeLimit),
    passingScore: wholeNumber(quiz.passingScore),
    questions: quiz.questions.map(({ key: _, options, baseText, ...question }) => ({
      ...question,
      // A draft of an earlier release has no texts: the stored ones stay.
      ...(baseText === undefined ? {} : { baseTextId: baseText?.id ?? null }),
      options: withoutEmptyEnd(options).map(({ key: __, ...option }) => option),
    })),
  };
}

function withoutEmptyEnd(options: readonly EditedOption[]): EditedOption[] {
  const isFilled = ({ optionText, comment, isCorrect }: EditedOption) =>
    optionText.trim() || comment.trim() || isCorrect;
  const last = options.findLastIndex(isFilled);
  return options.slice(0, Math.max(last + 1, Math.min(options.length, QUIZ_OPTIONS_MIN)));
}

/** A list with one entry moved to another position. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.toSpliced(from, 1);
  const entry = list[from];
  if (entry === undefined || to < 0 || to >= list.length) return [...list];
  return rest.toSpliced(to, 0, entry);
}

/** The statement in one line, for the list. */
export function summaryOf({ format, questionText }: Pick<EditedQuestion, 'format' | 'questionText'>): string {
  const text = format === 'html' ? questionText.replace(/<[^<>]*>/g, ' ') : questionText;
  return text.replace(/\s+/g, ' ').trim() || 'Questão sem enunciado';
}
