import { useMutation, useQuery } from '@tanstack/react-query';
import type { BodyInput } from '#contract/endpoint.ts';
import {
  getComposition,
  listQuizVersions,
  previewComposition,
  saveComposition,
} from '#contract/exams/quiz-composition.ts';
import { listSimilarQuestions } from '#contract/questions/question-bank.ts';
import { call } from '#web/lib/api.ts';
import { invalidate, queryClient } from '#web/lib/query-client.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { schoolKeys } from '#web/lib/school-keys.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { toast } from '#web/ui/toast.ts';
import { toastUnsaved } from '#web/ui/toast-editing.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';

export const compositionQuery = (id: number) =>
  readQuery(getComposition, schoolKeys.composition.one(id), { params: { id }, gcTime: 0 });

/** Fetches the current composition after another author saved it. */
export const fetchComposition = (id: number) => queryClient.fetchQuery({ ...compositionQuery(id), staleTime: 0 });

export const versionsQuery = (id: number) =>
  readQuery(listQuizVersions, schoolKeys.composition.versions(id), { params: { id } });

/** The preview of the current composition, fetched after a debounce. */
export function useCompositionPreview(id: number, wanted: BodyInput<typeof previewComposition>) {
  const body = useDebounced(JSON.stringify(wanted));
  return useQuery(
    readQuery(previewComposition, schoolKeys.composition.preview(id, body), {
      params: { id },
      body: JSON.parse(body),
      placeholderData: (previous) => previous,
      gcTime: 0,
    }),
  );
}

/** The most similar question, except those named. Undefined: there is none. */
export const useSimilarQuestion = () =>
  useMutation({
    mutationFn: async ({ id, besides }: { id: number; besides: readonly number[] }) =>
      (await call(listSimilarQuestions, { params: { id }, query: { besides: besides.join(',') || undefined } })).at(0),
    onError: toastFailure('Questão não trocada'),
  });

export const useSaveComposition = (id: number) =>
  useMutation({
    mutationFn: (body: BodyInput<typeof saveComposition>) => call(saveComposition, { params: { id }, body }),
    onSuccess: (saved) => {
      toast({
        title: 'Composição salva',
        description: saved.hasUnpublishedChanges ? 'Publique o simulado para que valha para os alunos.' : undefined,
      });
      queryClient.setQueryData(compositionQuery(id).queryKey, saved);
      // The editor initialises from the cache, so the outdated quiz is removed from it.
      queryClient.removeQueries({ queryKey: schoolKeys.authoredQuizzes.one(id) });
      return invalidate(schoolKeys.authoredQuizzes.all);
    },
    onError: toastUnsaved('Erro ao salvar composição'),
  });
