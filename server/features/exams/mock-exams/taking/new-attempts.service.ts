import type { Db, Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import type { RightRow } from '#server/features/exams/exam-time/rights/rights.service.ts';
import { AppError } from '#server/http/errors.ts';
import { questionsFor } from '../drawing/draws.service.ts';
import { settleResults } from '../windows/window-results.service.ts';
import { saveAttemptTimes } from './attempt-times.store.ts';
import { insertAttempt, insertDrawnAttempt, type NewAttempt, type PayloadRow } from './attempts.store.ts';
import { asConduct } from './conduct.ts';
import { shuffledByText } from './question-order.ts';
import type { PublishedQuiz } from './quizzes.store.ts';

/** Starts an attempt with the questions that are its own from now on. Empty when one is open already. */
export async function insertAttemptAt(db: Db | Tx, quiz: PublishedQuiz, attempt: NewAttempt): Promise<PayloadRow[]> {
  const isShuffled = asConduct(quiz.conduct).shuffleQuestions && !attempt.isDirect;
  if (quiz.drawCount === 0 && !isShuffled) return insertAttempt(db, attempt);
  const found = await questionsFor(db, quiz);
  const questions = isShuffled ? shuffledByText(found) : found;
  if (questions.length === 0) {
    throw new AppError('quiz_incomplete', 'Este simulado está sem questões no momento. Avise seu professor.');
  }
  return insertDrawnAttempt(db, attempt, questions);
}

/** The same for a student with a right: the times of the attempt are stored, and the results of a window wait for it. */
export async function insertPersonalAttempt(
  deps: Deps,
  quiz: PublishedQuiz,
  attempt: NewAttempt,
  right: RightRow & { plainMs: number },
): Promise<PayloadRow[]> {
  return transact(deps, async (tx) => {
    const rows = await insertAttemptAt(tx, quiz, attempt);
    const [first] = rows;
    if (!first) return rows;
    const { extraPercent, extraMinutes, breakMinutes, largePrint } = right;
    const times = {
      extraPercent,
      extraMinutes,
      breakMinutes,
      largePrint,
      breaksLeft: right.breaks,
      breaksGiven: right.breaks,
    };
    await saveAttemptTimes(tx, first.attemptId, { ...times, plainSeconds: Math.round(right.plainMs / 1000) });
    if (attempt.resultsAt) await settleResults(tx, quiz.id);
    return rows;
  });
}
