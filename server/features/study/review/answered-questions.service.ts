import type { Tx } from '#server/db/handle.ts';
import type { Deps } from '#server/deps.ts';
import { closeDue } from '#server/features/exams/mock-exams/grading/closing.service.ts';
import { readUnderWay } from '#server/features/exams/mock-exams/taking/being-taken.service.ts';
import { AppError, notFound, requireFound } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { findLastAnswer } from './answer-log.store.ts';

/**
 * The student's last answer to a question, required for anything that shows or discusses it afterwards. Refused while
 * the question is in an open attempt or window, and if it was never answered: the key would be revealed.
 */
export async function requireLastAnswer(deps: Deps, user: SessionUser, questionId: number, tx?: Tx) {
  if (!tx) await closeDue(deps, user.id);
  const db = tx ?? deps.db;
  if ((await readUnderWay(db, user.id, deps.clock.now())).has(questionId)) {
    throw new AppError('attempt_open', 'Esta questão está em um simulado que ainda não terminou. Espere o resultado.', {
      status: 'open',
    });
  }
  return requireFound(findLastAnswer(db, user.id, questionId), () =>
    notFound('Você ainda não respondeu esta questão.'),
  );
}
