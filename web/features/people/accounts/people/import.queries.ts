import { useMutation } from '@tanstack/react-query';
import type { BodyInput } from '#contract/endpoint.ts';
import {
  checkPeopleLines,
  getPeopleImport,
  type ImportField,
  type PeopleImport,
  previewPeople,
  sendImportLetters,
  startPeopleImport,
  type TypedLine,
  undoPeopleImport,
} from '#contract/people/people-imports.ts';
import { call, upload } from '#web/lib/api.ts';
import { formOf } from '#web/lib/form-of.ts';
import { invalidate, queryClient } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { schoolKeys } from '#web/lib/school-keys.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';

const POLL_MS = 2000;

const isMoving = ({ state, lettersAt, invited, created }: PeopleImport): boolean =>
  state === 'running' || state === 'undoing' || (lettersAt !== null && invited < created);

/** Read again while something happens in the background. */
export const importedQuery = (id: number) =>
  readQuery(getPeopleImport, schoolKeys.users.imported(id), {
    params: { id },
    refetchInterval: ({ state: { data } }) => (data && isMoving(data) ? POLL_MS : false),
  });

export const usePreviewPeople = () =>
  useMutation({
    mutationFn: ({ file, mapping }: { file: File; mapping: ImportField[] | null }) =>
      upload(previewPeople, formOf({ mapping: mapping ? JSON.stringify(mapping) : undefined, file })),
  });

export const useCheckLines = () =>
  useMutation({
    mutationFn: (lines: TypedLine[]) => call(checkPeopleLines, { body: { lines } }),
    onError: toastFailure('A linha não foi conferida'),
  });

export const useStartImport = () =>
  useMutation({
    mutationFn: (body: BodyInput<typeof startPeopleImport>) => call(startPeopleImport, { body }),
    onSuccess: (started) => void queryClient.setQueryData(importedQuery(started.id).queryKey, started),
    onError: toastFailure('A importação não começou'),
  });

const refresh = (id: number) => invalidate(schoolKeys.users.imported(id), schoolKeys.users.all, keys.dashboard.all);

export const useSendLetters = (id: number) =>
  useMutation({
    mutationFn: () => call(sendImportLetters, { params: { id } }),
    onError: toastFailure('Os convites não saíram'),
    onSettled: () => refresh(id),
  });

export const useUndoImport = (id: number) =>
  useMutation({
    mutationFn: () => call(undoPeopleImport, { params: { id } }),
    onError: toastFailure('Não foi possível desfazer'),
    onSettled: () => refresh(id),
  });
