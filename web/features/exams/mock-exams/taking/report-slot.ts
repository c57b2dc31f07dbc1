import type { Question } from '#contract/questions/question.ts';
import { defineSlot } from '#web/lib/slot.tsx';

export type ReportQuestionProps = {
  questionId: number;
  /** What a card of the question begins with, and the words for where it comes from. */
  of: Pick<Question, 'format' | 'questionText'> & { label: string };
};

/** The buttons below an answered question: a card, a list, a report (study/question-lists). */
export const ReportQuestion = defineSlot<ReportQuestionProps>('report question');

/** The button that saves questions in the student's lists (study/question-lists). */
export const SaveQuestions = defineSlot<{ questionIds: readonly number[]; words: string }>('save questions');
