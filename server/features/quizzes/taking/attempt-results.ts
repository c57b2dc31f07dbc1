import { percentOf } from '../../../../contract/percent.ts';
import { AppError } from '../../../http/errors.ts';
import type { AttemptRow } from './attempts.store.ts';
import type { Holder } from './being-taken.service.ts';

export const attemptExpired = () =>
  new AppError('attempt_expired', 'O tempo deste simulado acabou. As respostas salvas já foram corrigidas.', {
    status: 'closed',
  });

export const attemptClosed = () =>
  new AppError('attempt_closed', 'Este simulado já foi finalizado.', { status: 'closed' });

export const attemptStillOpen = () =>
  new AppError('attempt_open', 'Finalize o simulado que está em andamento para ver o gabarito.', { status: 'open' });

export const doesNotFit = (questionId: number) =>
  new AppError('bad_request', 'Esta resposta não pertence ao simulado.', {
    fields: { questionId: `A questão ${questionId} ou a alternativa escolhida não é deste simulado.` },
  });

/** A closed attempt with its result. Nothing of an open one may pass here. */
export function closedResult(row: AttemptRow) {
  const { closedAt, score, correctAnswers, passed, timeSpent } = row;
  if (closedAt === null || score === null || correctAnswers === null || passed === null || timeSpent === null) {
    throw new Error(`The attempt ${row.id} is still open: it has no result.`);
  }
  return {
    id: row.id,
    quizId: row.quizId,
    score,
    totalQuestions: row.totalQuestions,
    correctAnswers,
    percent: percentOf(correctAnswers, row.totalQuestions),
    passed,
    keyKnown: row.keyKnown,
    timeSpent,
    createdAt: row.startedAt,
    finishedAt: closedAt,
  };
}

const noResult = { score: null, correctAnswers: null, percent: null, passed: null, keyKnown: false };

/** A closed attempt as it leaves: without its result while the quiz that holds it back is open. */
export const asAttempt = (row: AttemptRow, withheldBy: Holder | null) => ({
  ...closedResult(row),
  ...(withheldBy ? noResult : {}),
  withheldBy,
});
