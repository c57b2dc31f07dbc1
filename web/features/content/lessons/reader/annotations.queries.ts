import { queryOptions, useMutation } from '@tanstack/react-query';
import {
  type Annotation,
  createAnnotation,
  deleteAnnotation,
  listAnnotations,
  updateAnnotation,
} from '#contract/content/annotations.ts';
import type { BodyInput } from '#contract/endpoint.ts';
import type { User } from '#contract/platform/users.ts';
import { orQueue } from '#web/features/platform/offline/or-queue.ts';
import { queueAction, queuedActions, removeAction } from '#web/features/platform/offline/outbox.ts';
import { call } from '#web/lib/api.ts';
import { isOnServer } from '#web/lib/on-server.ts';
import { keepRows, pagesQuery } from '#web/lib/pages-query.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';
import { asAnnotation, isWaiting, waitingNote, withWaiting } from './waiting-notes.ts';

const PAGE = 50;

export const annotationPagesQuery = (search: string) =>
  pagesQuery(listAnnotations, keys.annotations.pages(search), { query: { search, limit: PAGE }, ...keepRows });

export const lessonAnnotationsQuery = (lessonId: number) =>
  queryOptions({
    queryKey: keys.annotations.of(lessonId),
    queryFn: async ({ signal }) => {
      const rows = await call(listAnnotations, { query: { lessonId }, signal });
      return withWaiting(lessonId, rows, ownDeeds());
    },
  });

const userId = () => queryClient.getQueryData<User>(keys.session)?.id ?? '';
export const ownDeeds = () => (isOnServer ? [] : queuedActions(userId()));

/** Puts the response into the cache of the lesson at once and refetches the list of all highlights. */
async function keep(lessonId: number, change: (before: Annotation[]) => Annotation[]): Promise<void> {
  const { queryKey } = lessonAnnotationsQuery(lessonId);
  const before = queryClient.getQueryData(queryKey);
  if (before) queryClient.setQueryData(queryKey, change(before));
  await queryClient.invalidateQueries({ queryKey: keys.annotations.all, refetchType: before ? 'none' : 'active' });
}

export const useAnnotate = (lessonId: number) =>
  useMutation({
    mutationFn: ({ creationKey: key, ...words }: BodyInput<typeof createAnnotation>) =>
      orQueue(
        call(createAnnotation, { params: { id: lessonId }, body: { ...words, creationKey: key } }),
        (outbox, id) => {
          const note = { kind: 'note', key, at: new Date().toISOString(), lessonId, ...words } as const;
          outbox.queueAction(id, note);
          return asAnnotation(note);
        },
      ),
    onSuccess: (made) => keep(lessonId, (before) => [made, ...before.filter(({ id }) => id !== made.id)]),
    onError: toastFailure('Trecho não marcado'),
  });

export const useChangeNote = () =>
  useMutation({
    mutationFn: async ({ before, ...body }: BodyInput<typeof updateAnnotation> & { before: Annotation }) => {
      const waiting = isWaiting(before.id) && waitingNote(ownDeeds(), before.id);
      if (waiting) queueAction(userId(), { ...waiting, note: body.note });
      if (waiting) return { ...before, note: body.note };
      return orQueue(call(updateAnnotation, { params: { id: before.id }, body }), (outbox, id) => {
        const known = ownDeeds().find((deed) => deed.kind === 'note-change' && deed.annotationId === before.id);
        const change = { kind: 'note-change', annotationId: before.id, ...body } as const;
        // A second change without a network replaces the first.
        const { lessonId, quote, prefix, suffix, position } = before;
        // After a conflict with another device this note becomes a second highlight at the same place.
        const instead = { kind: 'note', quote, prefix, suffix, position, note: body.note } as const;
        outbox.queueAction(
          id,
          known ? { ...change, key: known.key } : change,
          lessonId === null ? undefined : { ...instead, lessonId },
        );
        return { ...before, note: body.note };
      });
    },
    onSuccess: (saved) =>
      saved.lessonId === null
        ? queryClient.invalidateQueries({ queryKey: keys.annotations.all })
        : keepEverywhere(saved.lessonId, (before) => before.map((one) => (one.id === saved.id ? saved : one))),
    onError: toastFailure('Anotação não salva'),
  });

export const useRemoveAnnotation = () =>
  useMutation({
    mutationFn: async ({ id }: Annotation) => {
      const waiting = isWaiting(id) && waitingNote(ownDeeds(), id);
      if (waiting) return removeAction(userId(), waiting.key);
      await orQueue<unknown>(call(deleteAnnotation, { params: { id } }), (outbox, user) =>
        outbox.queueAction(user, { kind: 'note-removal', annotationId: id }),
      );
    },
    onSuccess: (_, { id, lessonId }) =>
      lessonId === null
        ? queryClient.invalidateQueries({ queryKey: keys.annotations.all })
        : keepEverywhere(lessonId, (before) => before.filter((one) => one.id !== id)),
    onError: toastFailure('Anotação não excluída'),
  });

/** Also removes it from the list of all highlights, if that is shown. */
async function keepEverywhere(lessonId: number, change: (before: Annotation[]) => Annotation[]): Promise<void> {
  await keep(lessonId, change);
  await queryClient.invalidateQueries({ queryKey: keys.annotations.lists });
}
