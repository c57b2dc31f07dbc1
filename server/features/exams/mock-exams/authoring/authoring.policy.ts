import type { DraftQuestion, QuizDraft } from '#contract/exams/quiz-authoring.ts';
import type { Role } from '#contract/platform/users.ts';
import type { BaseText } from '#contract/questions/base-text.ts';
import { sameContent } from '#server/features/questions/questions/question.rules.ts';

/** Teachers work on their own quizzes, admins on all. */
export const mayEdit = (user: { id: string; role: Role }, quiz: { authorId: string | null }) =>
  user.role === 'admin' || quiz.authorId === user.id;

const blank = (text: string) => text.trim() === '';

/** Why a draft cannot be published, by field; empty when it can. */
export function publishProblems(draft: {
  title: string;
  /** What is wrong with each question, or null. */
  questionProblems: readonly (string | null)[];
  drawCount: number;
}): Record<string, string> {
  const problems: Record<string, string> = {};
  if (blank(draft.title)) problems.title = 'Dê um título ao simulado.';
  if (draft.questionProblems.length + draft.drawCount === 0) problems.questions = 'Inclua pelo menos uma questão.';
  draft.questionProblems.forEach((problem, index) => {
    if (problem) problems[`questions.${index}`] = problem;
  });
  return problems;
}

type Draft = Omit<QuizDraft, 'questions'> & {
  questions: readonly (DraftQuestion & { baseText?: BaseText | null })[];
};

/** True when saving `b` over `a` would change nothing at all. */
export function sameDraft(a: Draft, b: Draft): boolean {
  return (
    a.title === b.title &&
    a.description === b.description &&
    a.timeLimit === b.timeLimit &&
    a.passingScore === b.passingScore &&
    a.questions.length === b.questions.length &&
    a.questions.every((question, index) => {
      const other = b.questions[index];
      if (other === undefined || question.subjectId !== other.subjectId || !sameContent(question, other)) return false;
      // A question without an id is one that the same call has just made.
      return question.id === other.id || question.id === undefined || other.id === undefined;
    })
  );
}
