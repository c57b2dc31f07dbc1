import { useMutation } from '@tanstack/react-query';
import { type LessonProgress, listLessonProgress, reportReading, setCompletion } from '#contract/content/reading.ts';
import type { BodyInput } from '#contract/endpoint.ts';
import { orQueue } from '#web/features/platform/offline/or-queue.ts';
import { call } from '#web/lib/api.ts';
import { invalidate, queryClient } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';

export const progressQuery = readQuery(listLessonProgress, keys.lessons.progress);

/** Puts the response of the server into the cached list. */
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

/** As far as it is known here; the server decides what a report makes of it. */
const progressOf = (lessonId: number): LessonProgress =>
  queryClient.getQueryData(progressQuery.queryKey)?.find((one) => one.lessonId === lessonId) ?? {
    lessonId,
    position: 0,
    completedAt: null,
  };

export const useReportReading = (id: number) =>
  useMutation({
    mutationFn: (body: BodyInput<typeof reportReading>) =>
      orQueue(call(reportReading, { params: { id }, body }), (outbox, userId) => {
        outbox.queueReading(userId, { lessonId: id, ...body });
        return { ...progressOf(id), position: body.position };
      }),
    onSuccess: keep,
  });

export const useSetCompletion = (id: number) =>
  useMutation({
    mutationFn: (completed: boolean) =>
      orQueue(call(setCompletion, { params: { id }, body: { completed } }), (outbox, userId) => {
        outbox.queueAction(userId, { kind: 'completion', lessonId: id, completed });
        return { ...progressOf(id), completedAt: completed ? new Date().toISOString() : null };
      }),
    onSuccess: keep,
  });
