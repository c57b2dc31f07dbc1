import type { Role } from '../../../contract/accounts.ts';
import { QUIZ_OPTIONS_MAX, QUIZ_OPTIONS_MIN } from '../../../contract/limits.ts';
import type { DraftQuestion, QuizDraft } from '../../../contract/quiz-authoring.ts';

/** Teachers work on their own quizzes, admins on all. */
export const mayEdit = (user: { id: string; role: Role }, quiz: { authorId: string | null }) =>
  user.role === 'admin' || quiz.authorId === user.id;

const blank = (text: string) => text.trim() === '';

function problemOf(question: Pick<DraftQuestion, 'questionText' | 'options'>): string | null {
  const { options } = question;
  if (blank(question.questionText)) return 'Escreva o enunciado.';
  if (options.length < QUIZ_OPTIONS_MIN || options.length > QUIZ_OPTIONS_MAX) {
    return `Use de ${QUIZ_OPTIONS_MIN} a ${QUIZ_OPTIONS_MAX} alternativas.`;
  }
  if (options.some(({ optionText }) => blank(optionText))) return 'Há uma alternativa sem texto.';
  const texts = options.map(({ optionText }) => optionText.trim());
  if (new Set(texts).size < texts.length) return 'Há duas alternativas iguais.';
  const right = options.filter(({ isCorrect }) => isCorrect).length;
  return right === 1 ? null : 'Marque a alternativa certa.';
}

/** What keeps a draft from being published, by field; empty when nothing does. */
export function publishProblems(draft: {
  title: string;
  questions: readonly Pick<DraftQuestion, 'questionText' | 'options'>[];
}): Record<string, string> {
  const problems: Record<string, string> = {};
  if (blank(draft.title)) problems.title = 'Dê um título ao simulado.';
  if (draft.questions.length === 0) problems.questions = 'Inclua pelo menos uma questão.';
  draft.questions.forEach((question, index) => {
    const problem = problemOf(question);
    if (problem) problems[`questions.${index}`] = problem;
  });
  return problems;
}

type Content = Pick<DraftQuestion, 'questionText' | 'comment' | 'options'>;

/** True when a student would see no difference: such a question keeps its version. */
export function sameContent(a: Content, b: Content): boolean {
  return (
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

type Draft = Omit<QuizDraft, 'questions'> & { questions: readonly DraftQuestion[] };

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
