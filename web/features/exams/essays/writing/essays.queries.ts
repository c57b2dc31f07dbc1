import { infiniteQueryOptions, useMutation } from '@tanstack/react-query';
import { askReview } from '#contract/exams/essay-reviews.ts';
import { beginEssay, getTheme, listReturnedEssays, listThemes } from '#contract/exams/essays.ts';
import { call, callPage } from '#web/lib/api.ts';
import { invalidate, queryClient } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { toast } from '#web/ui/toast.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';
import { essayQuery } from './writing.queries.ts';

export const themesQuery = infiniteQueryOptions({
  queryKey: keys.essays.of('themes'),
  queryFn: ({ pageParam, signal }) => callPage(listThemes, { query: pageParam ? { cursor: pageParam } : {}, signal }),
  initialPageParam: '',
  getNextPageParam: ({ next }) => next,
});

export const themeQuery = (id: number) => readQuery(getTheme, keys.essays.of('theme', id), { params: { id } });

export const returnedQuery = readQuery(listReturnedEssays, keys.essays.of('returned'));

export const useBeginEssay = (themeId: number) =>
  useMutation({
    mutationFn: (isTimed: boolean) => call(beginEssay, { params: { id: themeId }, body: { isTimed } }),
    onSuccess: (essay) => {
      queryClient.setQueryData(essayQuery(essay.id).queryKey, essay);
      return invalidate(keys.essays.of('themes'), keys.essays.of('theme', themeId));
    },
    onError: toastFailure('Não foi possível começar'),
  });

export const useAskReview = (id: number) =>
  useMutation({
    mutationFn: (reason: string) => call(askReview, { params: { id }, body: { reason } }),
    onSuccess: (essay) => {
      toast({ title: 'Revisão pedida', description: 'Você recebe um aviso quando for decidida.' });
      queryClient.setQueryData(essayQuery(id).queryKey, essay);
    },
    onError: toastFailure('A revisão não foi pedida'),
  });
