import type { Deps } from '#server/deps.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { questionsFor } from '../drawing/draws.service.ts';
import { closeDue } from '../grading/closing.service.ts';
import { quizNotFound } from '../quiz-not-found.ts';
import { areResultsOut } from '../windows/window-rules.ts';
import { countClosedAttempts, findOpenAttempt } from './attempts.store.ts';
import { findPublishedQuiz } from './quizzes.store.ts';

/** What a practice needs to know about a quiz and about the student's own attempts at it. */
export async function readPracticeSource(deps: Deps, user: SessionUser, quizId: number) {
  await closeDue(deps, user.id, { directsOf: quizId });
  const [quiz, finished, open] = await Promise.all([
    findPublishedQuiz(deps.db, quizId),
    countClosedAttempts(deps.db, user.id, quizId),
    findOpenAttempt(deps.db, user.id, quizId),
  ]);
  if (!quiz) throw quizNotFound();
  // Students cannot practise with the questions of a window before its results are out.
  const isShut = user.role === 'student' && quiz.resultsAt !== null && !areResultsOut(quiz.resultsAt, deps.clock.now());
  return {
    title: quiz.title,
    shuffleOptions: quiz.shuffleOptions,
    /** After a finished prova, or where the author marked the quiz so. */
    mayPractise: (finished > 0 || quiz.isTraining) && !isShut,
    isBeingTaken: open !== undefined,
    questions: () => questionsFor(deps.db, quiz),
  };
}
