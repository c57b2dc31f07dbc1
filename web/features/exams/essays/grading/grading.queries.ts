import { infiniteQueryOptions, useMutation } from '@tanstack/react-query';
import type { BodyOf } from '#contract/endpoint.ts';
import type { Correction } from '#contract/exams/essay-corrections.ts';
import {
  closeEssay,
  countEssays,
  type EssayList,
  getEssayToRead,
  leaseEssay,
  listEssayComments,
  listEssays,
  type ReadEssayAnswer,
  releaseEssay,
  removeEssayComment,
  returnEssay,
  saveEssayComment,
} from '#contract/exams/essay-grading.ts';
import { hasChangedScore } from '#contract/exams/essay-review.ts';
import { decideReview } from '#contract/exams/essay-reviews.ts';
import { call, callPage } from '#web/lib/api.ts';
import { invalidate, queryClient } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { toast } from '#web/ui/toast.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';
import { pageAddress } from '../photos/photo.queries.ts';

export const queueQuery = (list: EssayList) =>
  infiniteQueryOptions({
    queryKey: keys.essays.of('queue', list),
    queryFn: ({ pageParam, signal }) =>
      callPage(listEssays, { query: { list, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });

export const countsQuery = readQuery(countEssays, keys.essays.of('queue', 'counts'));

export const essayToReadQuery = (id: number) =>
  readQuery(getEssayToRead, keys.essays.of('read', id), {
    params: { id },
    // Rendered at once where it was preloaded. Its text never changes; state, review and score do, so it is read again.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  });

export const fetchEssayToRead = (id: number) => queryClient.fetchQuery({ ...essayToReadQuery(id), staleTime: 0 });

/** Preloads the next essay: between 'Devolver' and the next text no request is made. */
export async function preloadEssay(id: number): Promise<void> {
  await queryClient.prefetchQuery(essayToReadQuery(id));
  for (const page of queryClient.getQueryData(essayToReadQuery(id).queryKey)?.pages ?? []) {
    new Image().src = pageAddress(page.id);
  }
}

const store = (essay: ReadEssayAnswer) => queryClient.setQueryData(essayToReadQuery(essay.id).queryKey, essay);

export const useLease = (id: number) =>
  useMutation({
    mutationFn: () => call(leaseEssay, { params: { id } }),
    onSuccess: (essay) => {
      store(essay);
      return invalidate(keys.essays.of('queue'));
    },
  });

export const useRelease = (id: number) =>
  useMutation({
    mutationFn: () => call(releaseEssay, { params: { id } }),
    onSuccess: () => invalidate(keys.essays.of('queue')),
    onError: toastFailure('A redação continua com você'),
  });

export const useReturn = (id: number) =>
  useMutation({
    mutationFn: (body: { correction: Correction; revision: number }) => call(returnEssay, { params: { id }, body }),
    onSuccess: (essay) => {
      store(essay);
      queryClient.setQueryData(
        queueQuery('waiting').queryKey,
        (before) =>
          before && {
            ...before,
            pages: before.pages.map((page) => ({ ...page, items: page.items.filter(({ id: one }) => one !== id) })),
          },
      );
      // Not awaited: the next text is shown without a request.
      void invalidate(keys.essays.of('queue'), keys.essays.of('comments'));
    },
  });

export const useClose = (id: number) =>
  useMutation({
    mutationFn: () => call(closeEssay, { params: { id } }),
    onSuccess: (essay) => {
      toast({ title: 'Redação devolvida', description: 'O aluno foi avisado.' });
      store(essay);
      return invalidate(keys.essays.of('queue'));
    },
    onError: toastFailure('A redação continua na fila'),
  });

export const useDecideReview = (id: number) =>
  useMutation({
    mutationFn: (body: BodyOf<typeof decideReview>) => call(decideReview, { params: { id }, body }),
    onSuccess: (essay) => {
      const isChanged = essay.review !== null && hasChangedScore(essay.review);
      toast({ title: isChanged ? 'Nota alterada' : 'Nota mantida', description: 'O aluno foi avisado.' });
      store(essay);
      return invalidate(keys.essays.of('queue'));
    },
    onError: (error) => {
      toastFailure('A revisão não foi decidida')(error);
      return invalidate(keys.essays.of('read', id));
    },
  });

export const commentsQuery = (search: string) =>
  readQuery(listEssayComments, keys.essays.of('comments', search), { query: { search } });

export const useSaveComment = () =>
  useMutation({
    mutationFn: (text: string) => call(saveEssayComment, { body: { text } }),
    onSuccess: () => invalidate(keys.essays.of('comments')),
    onError: toastFailure('O comentário não foi guardado'),
  });

export const useRemoveComment = () =>
  useMutation({
    mutationFn: (id: number) => call(removeEssayComment, { params: { id } }),
    onSuccess: () => invalidate(keys.essays.of('comments')),
    onError: toastFailure('O comentário continua no banco'),
  });
