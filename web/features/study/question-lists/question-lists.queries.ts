import { keepPreviousData, useMutation } from '@tanstack/react-query';
import type { BodyInput, QueryInput } from '#contract/endpoint.ts';
import {
  addToQuestionList,
  changeQuestionList,
  createQuestionList,
  deleteQuestionList,
  getQuestionList,
  listQuestionLists,
  listQuestionListTopics,
  moveInQuestionList,
  practiseQuestionList,
  printQuestionList,
  removeFromQuestionList,
  restartQuestionList,
} from '#contract/study/question-lists.ts';
import {
  copyOfferedQuestionList,
  copySharedQuestionList,
  getSharedQuestionList,
  listOfferedQuestionLists,
  offerQuestionList,
  shareQuestionList,
  unshareQuestionList,
} from '#contract/study/shared-question-lists.ts';
import { call } from '#web/lib/api.ts';
import { invalidate } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';

const key = keys.questionLists;

export const listsQuery = (questionId?: number) =>
  readQuery(listQuestionLists, key.of('mine', questionId ?? null), {
    query: questionId === undefined ? {} : { questionId },
  });

export const offeredQuery = readQuery(listOfferedQuestionLists, key.of('offered'));

/** The previous page stays until the next one arrives. */
export const listQuery = (id: number, query: QueryInput<typeof getQuestionList>) =>
  readQuery(getQuestionList, key.of('one', id, query), { params: { id }, query, placeholderData: keepPreviousData });

export const topicsQuery = (id: number) => readQuery(listQuestionListTopics, key.of('topics', id), { params: { id } });

export const sharedQuery = (token: string) =>
  readQuery(getSharedQuestionList, key.of('shared', token), { params: { token } });

export const printedQuery = (id: number, from: number) =>
  readQuery(printQuestionList, key.of('print', id, from), { params: { id }, query: { from, key: 'without' } });

const refresh = () => invalidate(key.all);

/** Shows keys, so it is a command and never fetched again by itself. */
export const usePrintKeys = (id: number) =>
  useMutation({
    mutationFn: (from: number) => call(printQuestionList, { params: { id }, query: { from, key: 'with' } }),
    onError: toastFailure('Gabarito não aberto'),
  });

export const useCreateList = () =>
  useMutation({
    mutationFn: (body: BodyInput<typeof createQuestionList>) => call(createQuestionList, { body }),
    onSuccess: refresh,
  });

export const useAddQuestions = (questionIds: readonly number[]) =>
  useMutation({
    mutationFn: (id: number) => call(addToQuestionList, { params: { id }, body: { questionIds: [...questionIds] } }),
    onSuccess: refresh,
    onError: toastFailure(questionIds.length === 1 ? 'Questão não guardada' : 'Questões não guardadas'),
  });

export const useRemoveQuestion = (id: number) =>
  useMutation({
    mutationFn: (questionId: number) => call(removeFromQuestionList, { params: { id, questionId } }),
    onSuccess: refresh,
    onError: toastFailure('Questão não tirada'),
  });

export const useMoveQuestion = (id: number) =>
  useMutation({
    mutationFn: ({ questionId, number }: { questionId: number; number: number }) =>
      call(moveInQuestionList, { params: { id, questionId }, body: { number } }),
    onSuccess: refresh,
    onError: toastFailure('Questão não movida'),
  });

export const useChangeList = (id: number) =>
  useMutation({
    mutationFn: (body: BodyInput<typeof changeQuestionList>) => call(changeQuestionList, { params: { id }, body }),
    onSuccess: refresh,
    onError: toastFailure('Caderno não mudado'),
  });

export const useDeleteList = (id: number) =>
  useMutation({
    mutationFn: () => call(deleteQuestionList, { params: { id } }),
    onError: toastFailure('Caderno não excluído'),
  });

/** The page that is left must not be fetched once more: the list is gone. */
export const forgetLists = () => invalidate(key.of('mine'), key.of('offered'));

export const usePractiseList = (id: number) =>
  useMutation({
    mutationFn: (body: BodyInput<typeof practiseQuestionList>) => call(practiseQuestionList, { params: { id }, body }),
    onSuccess: refresh,
    onError: toastFailure('Treino não iniciado'),
  });

export const useRestartList = (id: number) =>
  useMutation({
    mutationFn: () => call(restartQuestionList, { params: { id } }),
    onSuccess: refresh,
    onError: toastFailure('Caderno não recomeçado'),
  });

export const useShareList = (id: number) =>
  useMutation({
    mutationFn: () => call(shareQuestionList, { params: { id } }),
    onSuccess: refresh,
    onError: toastFailure('Link não criado'),
  });

export const useUnshareList = (id: number) =>
  useMutation({
    mutationFn: () => call(unshareQuestionList, { params: { id } }),
    onSuccess: refresh,
    onError: toastFailure('Link não encerrado'),
  });

export const useCopyShared = (token: string) =>
  useMutation({
    mutationFn: (creationKey: string) => call(copySharedQuestionList, { params: { token }, body: { creationKey } }),
    onSuccess: refresh,
    onError: toastFailure('Caderno não copiado'),
  });

export const useCopyOffered = () =>
  useMutation({
    mutationFn: ({ id, creationKey }: { id: number; creationKey: string }) =>
      call(copyOfferedQuestionList, { params: { id }, body: { creationKey } }),
    onSuccess: refresh,
    onError: toastFailure('Caderno não copiado'),
  });

export const useOfferList = (id: number) =>
  useMutation({
    mutationFn: (body: BodyInput<typeof offerQuestionList>) => call(offerQuestionList, { params: { id }, body }),
    onSuccess: refresh,
    onError: toastFailure('Oferta não salva'),
  });
