import { useMutation } from '@tanstack/react-query';
import type { BodyInput } from '#contract/endpoint.ts';
import { LIST_LIMIT_MAX } from '#contract/limits.ts';
import {
  acceptImportEntry,
  cutImportEntry,
  getImportPage,
  leaveOutImportEntry,
  setImportPieces,
} from '#contract/questions/import-review.ts';
import { listImportEntries, type QuestionImport } from '#contract/questions/question-import.ts';
import { call } from '#web/lib/api.ts';
import { invalidate } from '#web/lib/query-client.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { schoolKeys } from '#web/lib/school-keys.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';
import { keepSaid } from '../import.queries.ts';

/** All questions of an exam at once: the author works through the list. */
export const reviewQuery = (id: number) =>
  readQuery(listImportEntries, schoolKeys.imports.entries(id, 'review'), {
    params: { id },
    query: { limit: LIST_LIMIT_MAX },
  });

/** The lines of a page never change. */
export const pageQuery = (id: number, page: number) =>
  readQuery(getImportPage, schoolKeys.imports.page(id, page), {
    params: { id, page },
    staleTime: Number.POSITIVE_INFINITY,
  });

const changed = (id: number) => ({
  onSuccess: async (said: QuestionImport) => {
    await keepSaid(said);
    await invalidate(schoolKeys.imports.allEntries(id));
  },
  onError: toastFailure('A decisão não foi guardada'),
});

export const useSetPieces = (id: number) =>
  useMutation({
    mutationFn: ({ position, pieces }: { position: number } & BodyInput<typeof setImportPieces>) =>
      call(setImportPieces, { params: { id, position }, body: { pieces } }),
    ...changed(id),
  });

export const useCutEntry = (id: number) =>
  useMutation({
    mutationFn: ({ position, ...body }: { position: number } & BodyInput<typeof cutImportEntry>) =>
      call(cutImportEntry, { params: { id, position }, body }),
    ...changed(id),
  });

export const useAcceptEntry = (id: number) =>
  useMutation({
    mutationFn: ({ position, ...body }: { position: number } & BodyInput<typeof acceptImportEntry>) =>
      call(acceptImportEntry, { params: { id, position }, body }),
    ...changed(id),
  });

export const useLeaveOut = (id: number) =>
  useMutation({
    mutationFn: ({ position, ...body }: { position: number } & BodyInput<typeof leaveOutImportEntry>) =>
      call(leaveOutImportEntry, { params: { id, position }, body }),
    ...changed(id),
  });
