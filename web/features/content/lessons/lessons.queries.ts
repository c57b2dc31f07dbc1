import { useMutation } from '@tanstack/react-query';
import {
  createLesson,
  deleteLesson,
  getLesson,
  listDeletedLessons,
  listLessons,
  restoreLesson,
  updateLesson,
} from '#contract/content/lessons.ts';
import type { BodyInput } from '#contract/endpoint.ts';
import { call } from '#web/lib/api.ts';
import { keepRows, pagesQuery } from '#web/lib/pages-query.ts';
import { invalidate, neverStale, queryClient } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';

const PAGE_SIZE = 20;

export const lessonsQuery = readQuery(listLessons, keys.lessons.whole, { query: {}, ...neverStale });

export const lessonQuery = (id: number) =>
  readQuery(getLesson, keys.lessons.one(id), { params: { id }, ...neverStale });

export type LessonFilter = { search: string; subjectId: number | undefined; mine: boolean };

export const lessonPagesQuery = ({ search, subjectId, mine }: LessonFilter) =>
  pagesQuery(listLessons, keys.lessons.pages(search, subjectId, mine), {
    query: { search, subjectId, mine: mine ? 'true' : undefined, limit: PAGE_SIZE },
    ...keepRows,
    ...neverStale,
  });

export const deletedLessonsQuery = readQuery(listDeletedLessons, keys.lessons.deleted);

/** Prefetches a lesson on hover; a failure is shown only when the lesson is opened. */
export const prefetchLesson = (id: number): void => void queryClient.prefetchQuery(lessonQuery(id));

/** The current version of a lesson, for editing: the cache may be older. */
export const fetchLessonForEditing = (id: number) => queryClient.fetchQuery({ ...lessonQuery(id), staleTime: 0 });

/** Everything that names lessons. */
export const refreshLessons = () =>
  invalidate(keys.lessons.all, keys.subjects, keys.topics.all, keys.courses.all, keys.dashboard.all);

export const usePublishLesson = () =>
  useMutation({
    mutationFn: (body: BodyInput<typeof createLesson>) => call(createLesson, { body }),
    onSuccess: () => void refreshLessons(),
  });

export const useUpdateLesson = () =>
  useMutation({
    mutationFn: ({ id, ...body }: BodyInput<typeof updateLesson> & { id: number }) =>
      call(updateLesson, { params: { id }, body }),
    onSuccess: () => void refreshLessons(),
  });

export const useDeleteLesson = () =>
  useMutation({
    mutationFn: (id: number) => call(deleteLesson, { params: { id } }),
    // Not awaited: the row shows its toast before the refetched list removes it.
    onSuccess: () => void refreshLessons(),
  });

export const useRestoreLesson = () =>
  useMutation({
    mutationFn: (id: number) => call(restoreLesson, { params: { id } }),
    onSuccess: () => void refreshLessons(),
  });
