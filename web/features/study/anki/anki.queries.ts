import { useMutation } from '@tanstack/react-query';
import type { BodyInput } from '#contract/endpoint.ts';
import {
  type AnkiImport,
  discardAnkiImport,
  getAnkiImport,
  listAnkiImports,
  startAnkiImport,
  undoAnkiImport,
  uploadAnkiDeck,
} from '#contract/study/anki.ts';
import { call, upload } from '#web/lib/api.ts';
import { formOf } from '#web/lib/form-of.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';

const POLL_MS = 1500;

export const ankiImportsQuery = readQuery(listAnkiImports, keys.cards('imports'));

/** Read again while the import or its undo runs. */
export const ankiImportQuery = (id: number) =>
  readQuery(getAnkiImport, keys.cards('imports', id), {
    params: { id },
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'running' || data?.state === 'undoing' ? POLL_MS : false,
  });

const save = async (read: AnkiImport) => {
  await queryClient.invalidateQueries({ queryKey: keys.cards() });
  queryClient.setQueryData(ankiImportQuery(read.id).queryKey, read);
};

export const useUploadDeck = (onProgress: (fraction: number) => void) =>
  useMutation({
    mutationFn: (file: File) => upload(uploadAnkiDeck, formOf({ name: file.name, file }), { onProgress }),
    onSuccess: save,
  });

export const useStartAnkiImport = (id: number) =>
  useMutation({
    mutationFn: (body: BodyInput<typeof startAnkiImport>) => call(startAnkiImport, { params: { id }, body }),
    onSuccess: save,
    onError: toastFailure('A importação não começou'),
  });

export const useUndoAnkiImport = (id: number) =>
  useMutation({
    mutationFn: () => call(undoAnkiImport, { params: { id } }),
    onSuccess: save,
    onError: toastFailure('Não foi possível desfazer'),
  });

export const useDiscardAnkiImport = (id: number) =>
  useMutation({
    mutationFn: () => call(discardAnkiImport, { params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.cards('imports') }),
    onError: toastFailure('Não foi possível descartar'),
  });
