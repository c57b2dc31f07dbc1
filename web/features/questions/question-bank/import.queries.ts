import { useMutation } from '@tanstack/react-query';
import type { BodyInput, ResponseOf } from '#contract/endpoint.ts';
import {
  applyImportKeys,
  chooseImportColumns,
  chooseImportTopics,
  confirmQuestionImport,
  correctImportEntry,
  decideImportEntry,
  discardQuestionImport,
  fillImportLabels,
  getQuestionImport,
  listImportEntries,
  type QuestionImport,
  readKeyFile,
  recogniseImportPages,
  uploadQuestionFile,
} from '#contract/questions/question-import.ts';
import type { PairVerdict } from '#contract/questions/question-pairs.ts';
import { call, upload } from '#web/lib/api.ts';
import { formOf } from '#web/lib/form-of.ts';
import { pagesQuery } from '#web/lib/pages-query.ts';
import { invalidate, queryClient } from '#web/lib/query-client.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { schoolKeys } from '#web/lib/school-keys.ts';
import { toast } from '#web/ui/toast.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';
import { refreshBank } from './bank.queries.ts';

const PAGE = 25;
const PROGRESS_POLL_MS = 700;
const COMPARING_POLL_MS = 3000;
const SCAN_POLL_MS = 2000;

export type EntryFilter = 'all' | 'ready' | 'problems' | 'keyless' | 'annulled' | 'duplicates' | 'alike';

/** Polls the progress while pages are recognised, and while questions are stored or compared. */
export const importQuery = (id: number) =>
  readQuery(getQuestionImport, schoolKeys.imports.one(id), {
    params: { id },
    refetchInterval: ({ state: { data } }) => {
      if (data?.state === 'importing') return PROGRESS_POLL_MS;
      if (data?.scan?.state === 'running') return SCAN_POLL_MS;
      return data?.state === 'preview' && !data.isCompared ? COMPARING_POLL_MS : false;
    },
  });

/** Puts the latest response into the cache, and cancels older requests, which must not overwrite it. */
export async function keepSaid(said: QuestionImport): Promise<void> {
  const { queryKey } = importQuery(said.id);
  await queryClient.cancelQueries({ queryKey, exact: true });
  queryClient.setQueryData(queryKey, said);
}

export const entriesQuery = (id: number, only: EntryFilter) =>
  pagesQuery(listImportEntries, schoolKeys.imports.entries(id, only), { params: { id }, query: { only, limit: PAGE } });

export const useUploadFile = (onProgress: (fraction: number) => void) =>
  useMutation({
    // The name comes first: it tells the server the kind of the file.
    mutationFn: (file: File): Promise<QuestionImport> =>
      upload(uploadQuestionFile, formOf({ name: file.name, file }), { onProgress }),
    onSuccess: (made) => queryClient.setQueryData(importQuery(made.id).queryKey, made),
  });

export const useRecognisePages = (id: number) =>
  useMutation({
    mutationFn: () => call(recogniseImportPages, { params: { id } }),
    onSuccess: keepSaid,
    onError: toastFailure('O reconhecimento não começou'),
  });

export const useConfirmImport = (id: number) =>
  useMutation({
    mutationFn: () => call(confirmQuestionImport, { params: { id } }),
    onSuccess: async (begun) => {
      await keepSaid(begun);
      void refreshBank();
    },
    onError: toastFailure('Nada foi importado'),
  });

export const useChooseTopics = (id: number) =>
  useMutation({
    mutationFn: (choices: BodyInput<typeof chooseImportTopics>['choices']) =>
      call(chooseImportTopics, { params: { id }, body: { choices } }),
    onSuccess: keepSaid,
    onError: toastFailure('A escolha não foi guardada'),
  });

export const useChooseColumns = (id: number) =>
  useMutation({
    mutationFn: (body: BodyInput<typeof chooseImportColumns>) => call(chooseImportColumns, { params: { id }, body }),
    onSuccess: async (read) => {
      await keepSaid(read);
      return invalidate(schoolKeys.imports.allEntries(id));
    },
    onError: toastFailure('As colunas não foram mudadas'),
  });

export const useDecideEntry = (id: number) =>
  useMutation({
    mutationFn: ({ position, verdict }: { position: number; verdict: PairVerdict }) =>
      call(decideImportEntry, { params: { id, position }, body: { verdict } }),
    onSuccess: async (changed) => {
      await keepSaid(changed);
      return invalidate(schoolKeys.imports.allEntries(id));
    },
    onError: toastFailure('A decisão não foi guardada'),
  });

export const useCorrectEntry = (id: number) =>
  useMutation({
    mutationFn: ({ position, body }: { position: number; body: BodyInput<typeof correctImportEntry> }) =>
      call(correctImportEntry, { params: { id, position }, body }),
    onSuccess: async (changed) => {
      toast({ title: 'Questão corrigida' });
      await keepSaid(changed);
      return invalidate(schoolKeys.imports.allEntries(id));
    },
  });

export const useApplyKeys = (id: number) =>
  useMutation({
    mutationFn: (body: BodyInput<typeof applyImportKeys>) => call(applyImportKeys, { params: { id }, body }),
    onSuccess: async ({ import: changed }) => {
      await keepSaid(changed);
      return invalidate(schoolKeys.imports.allEntries(id));
    },
  });

export const useReadKeyFile = () =>
  useMutation({
    mutationFn: ({ file, recognise }: { file: File; recognise: boolean }): Promise<ResponseOf<typeof readKeyFile>> =>
      upload(readKeyFile, formOf({ recognise: String(recognise), file })),
  });

export const useFillLabels = (id: number) =>
  useMutation({
    mutationFn: (body: BodyInput<typeof fillImportLabels>) => call(fillImportLabels, { params: { id }, body }),
    onSuccess: async (changed) => {
      toast({ title: 'Campos vazios preenchidos' });
      await keepSaid(changed);
      return invalidate(schoolKeys.imports.allEntries(id));
    },
    onError: toastFailure('Os campos não foram preenchidos'),
  });

export const useDiscardImport = (id: number) =>
  useMutation({
    mutationFn: () => call(discardQuestionImport, { params: { id } }),
    onError: toastFailure('A importação não foi descartada'),
  });
