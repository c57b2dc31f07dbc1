import type { BodyOf } from '#contract/endpoint.ts';
import type { recordAnswer, recordAttempt } from '#contract/exams/quiz-attempts.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { isAuthor } from '#server/http/access.ts';
import { AppError, notFound, requireFound } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { closeAttempts, closeDue, closeOne } from '../grading/closing.service.ts';
import { lockOpenAttempts } from '../grading/closing.store.ts';
import { boundedTime, directDeadlineOf, isOver } from '../grading/deadline.ts';
import { quizNotFound } from '../quiz-not-found.ts';
import { areResultsOut } from '../windows/window-rules.ts';
import { findAnswerSlot, insertDirectAnswer } from './answers.store.ts';
import { attemptClosed, attemptExpired, doesNotFit } from './attempt-results.ts';
import { countAnswered, findAttempt } from './attempts.store.ts';
import { insertAttemptAt } from './new-attempts.service.ts';
import { findPublishedQuiz } from './quizzes.store.ts';

/**
 * The plain calls of the specification: one call records an attempt, then one call per answer. The caller's score and
 * hits are ignored; only the time is used, within limits.
 */
export async function recordDirectAttempt(
  deps: Deps,
  user: SessionUser,
  quizId: number,
  told: BodyOf<typeof recordAttempt>,
) {
  const quiz = await requireFound(findPublishedQuiz(deps.db, quizId), quizNotFound);
  if (quiz.resultsAt && !areResultsOut(quiz.resultsAt, deps.clock.now()))
    throw new AppError('conflict', 'Este simulado tem hora marcada e é feito na tela dele.');
  await closeDue(deps, user.id, { directsOf: quizId });
  const now = deps.clock.now();
  const [row] = await insertAttemptAt(deps.db, quiz, {
    quizId,
    versionId: quiz.versionId,
    userId: user.id,
    isDirect: true,
    isPreview: isAuthor(user),
    now,
    deadline: directDeadlineOf(now),
    totalQuestions: quiz.questionCount,
    passingScore: quiz.passingScore,
    toldTime: boundedTime(told.timeSpent, quiz.timeLimit),
    resultsAt: null,
    notebookUntil: null,
    device: null,
  });
  if (!row) throw new Error(`The published quiz ${quizId} has no questions.`);
  return { id: row.attemptId, quizId, totalQuestions: quiz.questionCount, createdAt: now };
}

/** The first answer to each question counts; the last missing answer closes the attempt. */
export async function recordDirectAnswer(
  deps: Deps,
  user: SessionUser,
  attemptId: number,
  answer: BodyOf<typeof recordAnswer>,
): Promise<void> {
  const attempt = await requireFound(findAttempt(deps.db, attemptId, user.id), notFound);
  if (!attempt.isDirect) throw new AppError('conflict', 'Esta tentativa é respondida na tela do simulado.');
  const now = deps.clock.now();
  const refusal = await transact(deps, async (tx) => {
    const [open] = await lockOpenAttempts(tx, [attemptId]);
    const { questionId, selectedOptionId: optionId } = answer;
    const place = await requireFound(findAnswerSlot(tx, attemptId, questionId, optionId), () => doesNotFit(questionId));
    // A repeat is fine even after the end: the caller only wants to be sure that it arrived.
    if (place.standingOptionId !== null) return null;
    if (!open) return 'closed';
    if (isOver(open.deadlineAt, now)) return 'expired';
    await insertDirectAnswer(tx, { attemptId, questionId, optionId, now });
    if ((await countAnswered(tx, attemptId)) === attempt.totalQuestions)
      await closeAttempts(deps, tx, [attemptId], now);
    return null;
  });
  if (refusal === 'closed') throw attemptClosed();
  if (refusal !== 'expired') return;
  await closeOne(deps, attemptId);
  throw attemptExpired();
}
