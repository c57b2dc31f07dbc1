import { infiniteQueryOptions, keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import {
  type Annotation,
  createAnnotation,
  deleteAnnotation,
  listAnnotations,
  updateAnnotation,
} from '../../../../contract/annotations.ts';
import type { BodyInput } from '../../../../contract/endpoint.ts';
import { call, callPage } from '../../../lib/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { keys } from '../../../lib/query-keys.ts';
import { toastFailure } from '../../../ui/toast-failure.ts';

const PAGE = 50;

export const annotationPagesQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: keys.annotations.pages(search),
    queryFn: ({ pageParam, signal }) =>
      callPage(listAnnotations, { query: { search, limit: PAGE, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: keepPreviousData,
  });

export const lessonAnnotationsQuery = (lessonId: number) =>
  queryOptions({
    queryKey: keys.annotations.of(lessonId),
    queryFn: ({ signal }) => call(listAnnotations, { query: { lessonId }, signal }),
  });

/** What the server answered stands in the lesson at once; the list of all is read anew. */
async function keep(lessonId: number, change: (before: Annotation[]) => Annotation[]): Promise<void> {
  const { queryKey } = lessonAnnotationsQuery(lessonId);
  const before = queryClient.getQueryData(queryKey);
  if (before) queryClient.setQueryData(queryKey, change(before));
  await queryClient.invalidateQueries({ queryKey: keys.annotations.all, refetchType: before ? 'none' : 'active' });
}

export const useAnnotate = (lessonId: number) =>
  useMutation({
    mutationFn: (body: BodyInput<typeof createAnnotation>) =>
      call(createAnnotation, { params: { id: lessonId }, body }),
    onSuccess: (made) => keep(lessonId, (before) => [made, ...before.filter(({ id }) => id !== made.id)]),
    onError: toastFailure('Trecho não marcado'),
  });

export const useChangeNote = () =>
  useMutation({
    mutationFn: ({ id, ...body }: BodyInput<typeof updateAnnotation> & { id: number }) =>
      call(updateAnnotation, { params: { id }, body }),
    onSuccess: (saved) =>
      saved.lessonId === null
        ? queryClient.invalidateQueries({ queryKey: keys.annotations.all })
        : keepEverywhere(saved.lessonId, (before) => before.map((one) => (one.id === saved.id ? saved : one))),
    onError: toastFailure('Anotação não salva'),
  });

export const useRemoveAnnotation = () =>
  useMutation({
    mutationFn: ({ id }: Annotation) => call(deleteAnnotation, { params: { id } }),
    onSuccess: (_, { id, lessonId }) =>
      lessonId === null
        ? queryClient.invalidateQueries({ queryKey: keys.annotations.all })
        : keepEverywhere(lessonId, (before) => before.filter((one) => one.id !== id)),
    onError: toastFailure('Anotação não excluída'),
  });

/** From the list of all, too, where it is what is shown. */
async function keepEverywhere(lessonId: number, change: (before: Annotation[]) => Annotation[]): Promise<void> {
  await keep(lessonId, change);
  await queryClient.invalidateQueries({ queryKey: keys.annotations.lists });
}
