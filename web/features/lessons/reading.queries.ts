import { queryOptions, useMutation } from '@tanstack/react-query';
import type { BodyInput } from '../../../contract/endpoint.ts';
import { type LessonProgress, listLessonProgress, reportReading, setCompletion } from '../../../contract/reading.ts';
import { call } from '../../lib/api.ts';
import { invalidate, queryClient } from '../../lib/query-client.ts';
import { keys } from '../../lib/query-keys.ts';

export const progressQuery = queryOptions({
  queryKey: keys.lessons.progress,
  queryFn: ({ signal }) => call(listLessonProgress, { signal }),
});

/** The answer of the server stands in the list from now on. */
function keep(progress: LessonProgress): void {
  const before = queryClient.getQueryData(progressQuery.queryKey);
  if (!before) return;
  const known = before.find(({ lessonId }) => lessonId === progress.lessonId);
  queryClient.setQueryData(progressQuery.queryKey, [
    ...before.filter(({ lessonId }) => lessonId !== progress.lessonId),
    progress,
  ]);
  if (known?.completedAt === progress.completedAt) return;
  void invalidate(keys.courses.all, keys.dashboard.all);
}

export const useReportReading = (id: number) =>
  useMutation({
    mutationFn: (body: BodyInput<typeof reportReading>) => call(reportReading, { params: { id }, body }),
    onSuccess: keep,
  });

export const useSetCompletion = (id: number) =>
  useMutation({
    mutationFn: (completed: boolean) => call(setCompletion, { params: { id }, body: { completed } }),
    onSuccess: keep,
  });
