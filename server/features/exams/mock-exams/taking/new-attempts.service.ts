import type { Db, Tx } from '#server/db/handle.ts';
import { AppError } from '#server/http/errors.ts';
import { questionsFor } from '../drawing/draws.service.ts';
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
