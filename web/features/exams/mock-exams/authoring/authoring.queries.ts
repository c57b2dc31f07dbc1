import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { BodyInput, ResponseOf } from '#contract/endpoint.ts';
import {
  type AuthoredQuiz,
  createQuiz,
  deleteQuiz,
  getAuthoredQuiz,
  listAuthoredQuizzes,
  publishQuiz,
  saveQuiz,
  unpublishQuiz,
} from '#contract/exams/quiz-authoring.ts';
import { duplicateQuiz } from '#contract/exams/quiz-composition.ts';
import { call, fieldsOf, isOvertaken, textOf } from '#web/lib/api.ts';
import { newKey } from '#web/lib/new-key.ts';
import { pagesQuery } from '#web/lib/pages-query.ts';
import { invalidate, queryClient } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { schoolKeys } from '#web/lib/school-keys.ts';
import { toast } from '#web/ui/toast.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';
import { refreshQuizzes } from '../taking/quizzes.queries.ts';

export type AuthoredRow = ResponseOf<typeof listAuthoredQuizzes>[number];

const PAGE = 30;

export const authoredQuizzesQuery = pagesQuery(listAuthoredQuizzes, schoolKeys.authoredQuizzes.list, {
  query: { limit: PAGE },
});

export const authoredQuizQuery = (id: number) =>
  readQuery(getAuthoredQuiz, schoolKeys.authoredQuizzes.one(id), {
    params: { id },
    // Another window may have saved meanwhile: an editor starts with the current state.
    staleTime: 0,
    gcTime: 0,
  });

/** Fetches the current draft after another author saved it. */
export const fetchAuthoredQuiz = (id: number) => queryClient.fetchQuery(authoredQuizQuery(id));

const refreshLists = () =>
  Promise.all([invalidate(schoolKeys.authoredQuizzes.list, keys.search.all), refreshQuizzes()]);

const keep = (quiz: AuthoredQuiz) => {
  queryClient.setQueryData(authoredQuizQuery(quiz.id).queryKey, quiz);
  return refreshLists();
};

export const useCreateQuiz = () =>
  useMutation({
    mutationFn: (body: BodyInput<typeof createQuiz>) => call(createQuiz, { body }),
    onSuccess: keep,
    onError: toastFailure('Erro ao criar simulado'),
  });

export const useSaveQuiz = (id: number) =>
  useMutation({
    mutationFn: (body: BodyInput<typeof saveQuiz>) => call(saveQuiz, { params: { id }, body }),
    onSuccess: keep,
  });

export const usePublishQuiz = (id: number) =>
  useMutation({
    mutationFn: (revision: number) => call(publishQuiz, { params: { id }, body: { revision } }),
    onSuccess: (published) => {
      toast({ title: 'Simulado publicado!', description: 'Ele já está disponível para os alunos.' });
      return keep(published);
    },
    onError: (error) => {
      // The editor shows both versions.
      if (isOvertaken(error)) return;
      const [first] = Object.values(fieldsOf(error));
      toast({ title: 'Erro ao publicar', description: first ?? textOf(error), tone: 'bad' });
    },
  });

export const useUnpublishQuiz = (id: number) =>
  useMutation({
    mutationFn: () => call(unpublishQuiz, { params: { id } }),
    onSuccess: (withdrawn) => {
      toast({ title: 'Simulado retirado', description: 'Os alunos não o veem mais. Tentativas abertas continuam.' });
      return keep(withdrawn);
    },
    onError: toastFailure('Erro ao retirar simulado'),
  });

export const useDuplicateQuiz = (id: number) => {
  // One key per editor: a repeated click returns the copy created by the first.
  const [creationKey] = useState(newKey);
  return useMutation({
    mutationFn: () => call(duplicateQuiz, { params: { id }, body: { creationKey } }),
    onSuccess: () => {
      toast({ title: 'Simulado duplicado', description: 'A cópia é um rascunho com as mesmas questões.' });
      return refreshLists();
    },
    onError: toastFailure('Erro ao duplicar simulado'),
  });
};

export const useDeleteQuiz = (id: number) =>
  useMutation({
    mutationFn: () => call(deleteQuiz, { params: { id } }),
    onSuccess: () => {
      toast({ title: 'Simulado excluído' });
      return refreshLists();
    },
    onError: toastFailure('Erro ao excluir simulado'),
  });
