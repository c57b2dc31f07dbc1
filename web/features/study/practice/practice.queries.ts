import { keepPreviousData, useMutation } from '@tanstack/react-query';
import type { BodyInput, QueryInput } from '#contract/endpoint.ts';
import {
  answerPractice,
  finishPractice,
  getPractice,
  getPracticeChoices,
  listPractices,
  type Practice,
  startPractice,
} from '#contract/study/practice.ts';
import { call } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';

/** The previous counts stay until the new ones arrive. */
export const practiceChoicesQuery = (query: QueryInput<typeof getPracticeChoices>) =>
  readQuery(getPracticeChoices, keys.practices.choices(query), { query, placeholderData: keepPreviousData });

export const practicesQuery = readQuery(listPractices, keys.practices.list);

export const practiceQuery = (id: number) => readQuery(getPractice, keys.practices.one(id), { params: { id } });

const keep = (practice: Practice) => {
  queryClient.setQueryData(practiceQuery(practice.id).queryKey, practice);
  // The quiz page counts open mistakes; the dashboards count days with an answer; map, review and notebook change
  // with each answer.
  return Promise.all(
    [
      keys.practices.list,
      keys.practices.timed,
      keys.quizzes.all,
      keys.dashboard.all,
      keys.examMap.all,
      keys.review.all,
      keys.questionLists.all,
    ].map((queryKey) => queryClient.invalidateQueries({ queryKey, refetchType: 'none' })),
  );
};

export const useStartPractice = () =>
  useMutation({
    mutationFn: (body: BodyInput<typeof startPractice>) => call(startPractice, { body }),
    onSuccess: keep,
    onError: toastFailure('Treino não iniciado'),
  });

export const useAnswer = (id: number) =>
  useMutation({
    mutationFn: (body: BodyInput<typeof answerPractice>) => call(answerPractice, { params: { id }, body }),
    onSuccess: ({ answer, ...progress }, { questionId }) => {
      const { queryKey } = practiceQuery(id);
      const practice = queryClient.getQueryData(queryKey);
      if (!practice) return;
      const questions = practice.questions.map((one) => (one.id === questionId ? { ...one, answer } : one));
      return keep({ ...practice, ...progress, questions });
    },
    onError: toastFailure('Resposta não enviada'),
  });

export const useFinish = (id: number) =>
  useMutation({
    mutationFn: () => call(finishPractice, { params: { id } }),
    onSuccess: keep,
    onError: toastFailure('Treino não encerrado'),
  });
