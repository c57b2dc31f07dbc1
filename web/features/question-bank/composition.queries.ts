import { queryOptions, useMutation } from '@tanstack/react-query';
import type { BodyInput } from '../../../contract/endpoint.ts';
import { getComposition, listQuizVersions, saveComposition } from '../../../contract/quiz-composition.ts';
import { call } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { toast } from '../../ui/toast.ts';
import { toastFailure } from '../../ui/toast-failure.ts';

/** What the other screens of an author's quizzes read lies under this key. */
const authoringKey = ['teacher', 'quizzes'];
const compositionKey = (id: number) => ['quiz-composition', id];

export const compositionQuery = (id: number) =>
  queryOptions({
    queryKey: compositionKey(id),
    queryFn: ({ signal }) => call(getComposition, { params: { id }, signal }),
    // Written in another screen.
    refetchOnMount: 'always',
    gcTime: 0,
  });

export const versionsQuery = (id: number) =>
  queryOptions({
    queryKey: [...compositionKey(id), 'versions'],
    queryFn: ({ signal }) => call(listQuizVersions, { params: { id }, signal }),
    refetchOnMount: 'always',
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
      // The editor begins with what it finds: it must not find the quiz as it was.
      queryClient.removeQueries({ queryKey: [...authoringKey, id] });
      return queryClient.invalidateQueries({ queryKey: authoringKey });
    },
    onError: toastFailure('Erro ao salvar composição'),
  });
