import { useMutation } from '@tanstack/react-query';
import { listCourses } from '#contract/content/course-list.ts';
import type { BodyInput } from '#contract/endpoint.ts';
import {
  type CardSet,
  copyCardSet,
  createCardSet,
  deleteCardSet,
  getAuthoredCardSet,
  listAuthoredCardSets,
  listCardSets,
  updateCardSet,
} from '#contract/study/card-sets.ts';
import { call } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';

export const offeredSetsQuery = readQuery(listCardSets, keys.cards('offered'));

export const authoredSetsQuery = readQuery(listAuthoredCardSets, keys.cards('authored'));

export const authoredSetQuery = (id: number) =>
  readQuery(getAuthoredCardSet, keys.cards('authored', id), { params: { id } });

/** The courses that this author may offer cards with. */
export const ownCoursesQuery = (isAdmin: boolean) =>
  readQuery(listCourses, keys.cards('courses', isAdmin), { query: isAdmin ? {} : { mine: 'true' } });

const refresh = () => queryClient.invalidateQueries({ queryKey: keys.cards() });

export const useCopySet = () =>
  useMutation({
    mutationFn: (id: number) => call(copyCardSet, { params: { id } }),
    onSuccess: refresh,
    onError: toastFailure('Cartões não copiados'),
  });

/** Saves a new set, or a change of `set`. The form shows its errors. */
export const useSaveSet = (set: CardSet | null) =>
  useMutation({
    mutationFn: ({ courseId, creationKey, ...content }: BodyInput<typeof createCardSet>): Promise<CardSet> =>
      set
        ? call(updateCardSet, { params: { id: set.id }, body: { ...content, revision: set.revision } })
        : call(createCardSet, { body: { courseId, creationKey, ...content } }),
    onSuccess: refresh,
  });

export const useDeleteSet = () =>
  useMutation({
    mutationFn: (id: number) => call(deleteCardSet, { params: { id } }),
    onSuccess: refresh,
    onError: toastFailure('Conjunto não excluído'),
  });
