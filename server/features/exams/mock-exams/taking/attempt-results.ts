import { percentOf } from '#contract/percent.ts';
import { TIME_ZONE } from '#contract/time.ts';
import { AppError } from '#server/http/errors.ts';
import { secondsBetween } from '../grading/deadline.ts';
import type { AttemptRow } from './attempts.store.ts';
import type { OpenQuiz } from './being-taken.service.ts';

export const attemptExpired = () =>
  new AppError('attempt_expired', 'O tempo deste simulado acabou. As respostas salvas já foram corrigidas.', {
    status: 'closed',
  });

/** The time is over inside a window, and the attempt is not graded yet. */
export const attemptTaken = () =>
  new AppError('attempt_expired', 'O tempo deste simulado acabou. As respostas salvas foram entregues.', {
    status: 'closed',
  });

const moment = new Intl.DateTimeFormat('pt-BR', { timeZone: TIME_ZONE, dateStyle: 'short', timeStyle: 'short' });
const spoken = (at: Date) => moment.format(at).replace(', ', ' às ');

export const alreadyDelivered = (resultsAt: Date) =>
  new AppError('conflict', `Você já entregou este simulado. O resultado sai ${spoken(resultsAt)}.`);

export const notNow = (quiz: { opensAt: Date | null; resultsAt: Date | null }, when: 'early' | 'late') =>
  new AppError(
    'conflict',
    when === 'early' && quiz.opensAt
      ? `Este simulado abre ${spoken(quiz.opensAt)}.`
      : `Este simulado fechou. Ele volta a abrir com o resultado${quiz.resultsAt ? `, ${spoken(quiz.resultsAt)}` : ''}.`,
  );

export const attemptClosed = () =>
  new AppError('attempt_closed', 'Este simulado já foi finalizado.', { status: 'closed' });

/** One device at a time, and this is not the one. */
export function refuseElsewhere(isElsewhere: boolean): void {
  if (!isElsewhere) return;
  throw new AppError(
    'attempt_elsewhere',
    'Este simulado está aberto em outro aparelho. Continue lá, ou passe-o para cá.',
  );
}

/** The clock stands still: answers wait in the browser until it runs again. */
export function refusePaused(isPaused: boolean): void {
  if (!isPaused) return;
  throw new AppError('attempt_paused', 'O relógio está parado. Volte à prova para responder.');
}

export const notebookClosed = () => new AppError('conflict', 'O caderno fechou. Agora só vale o cartão-resposta.');

export const answerCardClosed = () => new AppError('conflict', 'O cartão-resposta abre quando você fecha o caderno.');

export const answerCardFirst = () =>
  new AppError('conflict', 'Passe as respostas para o cartão-resposta antes de entregar.');

/** The page has an old deadline: extra time or a break has moved it. */
export const timeGoesOn = () => new AppError('state_conflict', 'O tempo deste simulado ainda não acabou.');

export const attemptStillOpen = () =>
  new AppError('attempt_open', 'Finalize o simulado que está em andamento para ver o gabarito.', { status: 'open' });

export const doesNotFit = (questionId: number) =>
  new AppError('bad_request', 'Esta resposta não pertence ao simulado.', {
    fields: { questionId: `A questão ${questionId} ou a alternativa escolhida não é deste simulado.` },
  });

/** A closed attempt with its result. Must not be called for an open one. */
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

/** Handed in inside a window: only the fact that it is over is known. */
export const asDelivered = (row: AttemptRow) => {
  const finishedAt = row.submittedAt ?? row.deadlineAt;
  return {
    id: row.id,
    quizId: row.quizId,
    totalQuestions: row.totalQuestions,
    ...noResult,
    withheldBy: null,
    timeSpent: secondsBetween(row.startedAt, finishedAt),
    createdAt: row.startedAt,
    finishedAt,
  };
};

/** A closed attempt for the response: without its result while the quiz that withholds it is open. */
export const asAttempt = (row: AttemptRow, withheldBy: OpenQuiz | null) => ({
  ...closedResult(row),
  ...(withheldBy ? noResult : {}),
  withheldBy,
});
