import { queryOptions, useMutation } from '@tanstack/react-query';
import {
  createLessonDraft,
  discardLessonDraft,
  getLessonDraft,
  getLessonVersion,
  type LessonDraft,
  listLessonDrafts,
  listLessonVersions,
  publishLessonDraft,
  saveLessonDraft,
  scheduleLessonDraft,
  tellLessonPresence,
} from '#contract/content/lesson-drafts.ts';
import type { BodyInput } from '#contract/endpoint.ts';
import { LESSON_PRESENCE_EVERY_MS } from '#contract/limits.ts';
import { call } from '#web/lib/api.ts';
import { pagesQuery } from '#web/lib/pages-query.ts';
import { invalidate, queryClient } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { refreshLessons } from '../lessons.queries.ts';

/** Refetched whenever the page is opened: editing must begin from the current state. */
export const draftQuery = (id: number) =>
  readQuery(getLessonDraft, keys.lessons.draft(id), { params: { id }, staleTime: 0, gcTime: 0 });

export const fetchDraft = (id: number) => queryClient.fetchQuery(draftQuery(id));
const keepDraft = (draft: LessonDraft) => queryClient.setQueryData(draftQuery(draft.id).queryKey, draft);

const PAGE = 20;

export const draftPagesQuery = pagesQuery(listLessonDrafts, keys.lessons.drafts, { query: { limit: PAGE } });

/** Idempotent: repeated calls with the same key create one lesson. */
export const newDraftQuery = (creationKey: string) =>
  queryOptions({
    queryKey: keys.lessons.draft('new', creationKey),
    queryFn: () => call(createLessonDraft, { body: { creationKey } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

export const useSaveDraft = (id: number) =>
  useMutation({
    mutationFn: (body: BodyInput<typeof saveLessonDraft>) => call(saveLessonDraft, { params: { id }, body }),
    onSuccess: (draft) => {
      keepDraft(draft);
      void invalidate(keys.lessons.drafts, keys.lessons.draft(id, 'versions'));
    },
  });

export const usePublishDraft = (id: number) =>
  useMutation({
    mutationFn: (body: BodyInput<typeof publishLessonDraft>) => call(publishLessonDraft, { params: { id }, body }),
    onSuccess: ({ draft }) => {
      keepDraft(draft);
      void refreshLessons();
    },
    // Lost the race: the current state shows it.
    onError: () => void invalidate(keys.lessons.draft(id)),
  });

export const useScheduleDraft = (id: number) =>
  useMutation({
    mutationFn: (body: BodyInput<typeof scheduleLessonDraft>) => call(scheduleLessonDraft, { params: { id }, body }),
    onSuccess: (draft) => {
      keepDraft(draft);
      void invalidate(keys.lessons.drafts);
    },
  });

export const useDiscardDraft = () =>
  useMutation({
    mutationFn: (id: number) => call(discardLessonDraft, { params: { id } }),
    onSuccess: () => invalidate(keys.lessons.drafts),
  });

export const lessonVersionsQuery = (id: number) =>
  readQuery(listLessonVersions, keys.lessons.draft(id, 'versions'), { params: { id } });

export const lessonVersionQuery = (id: number, versionId: number) =>
  readQuery(getLessonVersion, keys.lessons.draft(id, 'version', versionId), { params: { id, versionId } });

/** Sends a heartbeat every few seconds while this page has the lesson open, and returns who else has. */
export const presenceQuery = (id: number, page: string) =>
  readQuery(tellLessonPresence, keys.lessons.draft(id, 'presence', page), {
    params: { id },
    body: { page },
    refetchInterval: LESSON_PRESENCE_EVERY_MS,
    gcTime: 0,
  });

/** Best effort: a page without a heartbeat counts as left after a while. */
export const leave = (id: number, page: string): void =>
  void call(tellLessonPresence, { params: { id }, body: { page, isLeaving: true } }).catch(() => undefined);
