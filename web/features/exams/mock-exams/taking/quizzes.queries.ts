import { queryOptions, useMutation } from '@tanstack/react-query';
import type { ResponseOf } from '#contract/endpoint.ts';
import {
  type AnswerChange,
  beginSheet,
  type CardBubble,
  countLeaves,
  finishAttempt,
  resumeAttempt,
  reviewAttempt,
  saveAnswers,
  saveMarks,
  startAttempt,
  takeOverAttempt,
} from '#contract/exams/quiz-attempts.ts';
import {
  countQuizzes,
  getQuizOverview,
  listAttempts,
  listQuizzes,
  type QuizFilter,
} from '#contract/exams/quiz-overview.ts';
import { getAttemptResult } from '#contract/exams/quiz-results.ts';
import { QUIZ_PAGE_ATTEMPTS } from '#contract/limits.ts';
import type { User } from '#contract/platform/users.ts';
import { getQuizPractice, type PracticeKind, startPractice } from '#contract/study/practice.ts';
import { call, callPage, isRefused, isSignedOut, textOf } from '#web/lib/api.ts';
import { ChunkError } from '#web/lib/load-chunk.ts';
import { pagesQuery } from '#web/lib/pages-query.ts';
import { invalidate, neverStale, queryClient, seenAnew } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { toast } from '#web/ui/toast.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';
import { measured } from './attempt-clock.ts';

export type QuizOverview = ResponseOf<typeof getQuizOverview>;
export type ListedQuiz = ResponseOf<typeof listQuizzes>[number];
export type Review = ResponseOf<typeof reviewAttempt>;
export type AttemptResult = ResponseOf<typeof getAttemptResult>;

const LIST_PAGE = 30;

export type ListChoice = 'all' | QuizFilter;

export const quizListQuery = (choice: ListChoice) =>
  pagesQuery(listQuizzes, keys.quizzes.list(choice), {
    query: { limit: LIST_PAGE, filter: choice === 'all' ? undefined : choice },
  });

export const quizCountsQuery = readQuery(countQuizzes, keys.quizzes.counts);

export const quizOverviewQuery = (id: number) =>
  readQuery(getQuizOverview, keys.quizzes.overview(id), { params: { id } });

/** The latest attempts, as the quiz page shows them. */
export const latestAttemptsQuery = (quizId: number) =>
  queryOptions({
    queryKey: keys.quizzes.attempts(quizId),
    queryFn: ({ signal }) =>
      callPage(listAttempts, { params: { quizId }, query: { limit: QUIZ_PAGE_ATTEMPTS }, signal }),
    ...neverStale,
    // An attempt can end on another device, or by its clock, without a mutation of this browser.
    ...seenAnew,
  });

export const reviewQuery = (id: number) =>
  readQuery(reviewAttempt, keys.quizzes.review(id), { params: { id }, query: { key: 'ask' } });

/** The same attempt in points, by the rules of its version. */
export const resultQuery = (id: number) => readQuery(getAttemptResult, keys.quizzes.result(id), { params: { id } });

/** Shows the key although it delays the certificate, after the student has read that. */
export const useOpenKey = ({ id, quizId }: { id: number; quizId: number }) =>
  useMutation({
    mutationFn: () => call(reviewAttempt, { params: { id }, query: { key: 'open' } }),
    onSuccess: (review) => {
      queryClient.setQueryData(reviewQuery(id).queryKey, review);
      return queryClient.invalidateQueries({ queryKey: keys.quizzes.overview(quizId) });
    },
    onError: toastFailure('Gabarito não aberto'),
  });

/** What one may train of this quiz, and how much of it is still wrong. */
export const quizPracticeQuery = (id: number) =>
  readQuery(getQuizPractice, keys.quizzes.practice(id), { params: { id } });

export const useStartPractice = (quizId: number) =>
  useMutation({
    mutationFn: (kind: Extract<PracticeKind, 'training' | 'mistakes'>) =>
      call(startPractice, { body: { kind, quizId } }),
    onSuccess: () => invalidate(keys.practices.all),
    onError: toastFailure('Treino não iniciado'),
  });

/** Everything that an attempt changes: pages of the quiz, the list, the dashboards, the courses' progress, practice. */
const changedByAttempts = [keys.quizzes.all, keys.dashboard.all, keys.courses.all, keys.practices.all];

export const refreshQuizzes = () => invalidate(...changedByAttempts);

/** Deletes downloaded answer keys from this device while their questions are in an open attempt. */
export async function forgetTakenKeys(questionIds: number[]): Promise<void> {
  const user = queryClient.getQueryData<User>(keys.session);
  // Without a service worker no data was downloaded.
  if (!user || !navigator.serviceWorker?.controller) return;
  const { forgetKeys } = await import('#web/features/platform/offline/downloads.ts');
  await forgetKeys(user.id, questionIds);
}

const NOTHING_BEGUN = 'A prova não chegou até aqui, e nada começou: o seu tempo não corre. Tente de novo.';

/** `prepare` runs first: if it fails, no attempt is started. */
export const useStartAttempt = (prepare: () => Promise<unknown>) =>
  useMutation({
    mutationFn: async ({ quizId, attemptId }: { quizId: number; attemptId: number | null }) => {
      await prepare();
      // An attempt that was shown as open is resumed by its own id: if it has ended, no new one may begin instead.
      return measured(() => (attemptId === null ? call(startAttempt, { params: { id: quizId } }) : takenUp(attemptId)));
    },
    // Invalidates without a refetch behind the open quiz: results with its questions are withheld now.
    onSuccess: ({ answer }) => {
      void forgetTakenKeys(answer.questions.map(({ id }) => id));
      return Promise.all(
        changedByAttempts.map((queryKey) => queryClient.invalidateQueries({ queryKey, refetchType: 'none' })),
      );
    },
    onError: (error) => {
      if (isSignedOut(error)) return;
      const isOver = isRefused<typeof resumeAttempt>(error, 'attempt_closed', 'attempt_expired');
      const title = isOver ? 'Simulado encerrado' : 'Erro ao iniciar simulado';
      const description = error instanceof ChunkError ? NOTHING_BEGUN : textOf(error);
      toast({ title, description, tone: 'bad' });
      if (isOver || isRefused<typeof startAttempt>(error, 'quiz_incomplete')) void refreshQuizzes();
    },
  });

/** Continuing here takes the attempt over if only one device at a time may answer. */
async function takenUp(id: number) {
  const sheet = await call(resumeAttempt, { params: { id } });
  if (!sheet.isElsewhere) return sheet;
  await call(takeOverAttempt, { params: { id } });
  return { ...sheet, isElsewhere: false };
}

export const readAttempt = (id: number) => measured(() => call(resumeAttempt, { params: { id } }));

type Answers = { attemptId: number; answers: AnswerChange[] };
type BubbleBatch = { attemptId: number; marks: CardBubble[] };

export const useSaveAnswers = () =>
  useMutation({
    mutationFn: ({ attemptId, answers }: Answers) =>
      measured(() => call(saveAnswers, { params: { id: attemptId }, body: { answers } })),
  });

export const useSaveBubbles = () =>
  useMutation({
    mutationFn: ({ attemptId, marks }: BubbleBatch) =>
      measured(() => call(saveMarks, { params: { id: attemptId }, body: { marks } })),
  });

export const useBeginAnswerCard = () =>
  useMutation({
    mutationFn: (attemptId: number) => measured(() => call(beginSheet, { params: { id: attemptId } })),
    onError: toastFailure('O caderno continua aberto'),
  });

export const useTakeOver = () =>
  useMutation({
    mutationFn: (attemptId: number) => call(takeOverAttempt, { params: { id: attemptId } }),
    onError: toastFailure('Não foi possível continuar aqui'),
  });

/** Best effort: a lost report is included in the next one. */
export const useCountLeaves = () =>
  useMutation({
    mutationFn: ({ attemptId, count }: { attemptId: number; count: number }) =>
      call(countLeaves, { params: { id: attemptId }, body: { count } }),
  });

export const useFinishAttempt = () =>
  useMutation({
    mutationFn: ({ attemptId, ...body }: Answers & Partial<BubbleBatch> & { byClock?: true }) =>
      call(finishAttempt, { params: { id: attemptId }, body }),
    onSuccess: refreshQuizzes,
  });
