import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { BodyInput, ResponseOf } from '../../../contract/endpoint.ts';
import {
  type AuthoredQuiz,
  createQuiz,
  deleteQuiz,
  getAuthoredQuiz,
  listAuthoredQuizzes,
  publishQuiz,
  saveQuiz,
  unpublishQuiz,
} from '../../../contract/quiz-authoring.ts';
import { duplicateQuiz } from '../../../contract/quiz-composition.ts';
import { listSubjects } from '../../../contract/subjects.ts';
import { call, callPage } from '../../lib/api.ts';
import { newKey } from '../../lib/new-key.ts';
import { queryClient } from '../../lib/query-client.ts';
import { refreshQuizzes } from './quizzes.queries.ts';

export type AuthoredRow = ResponseOf<typeof listAuthoredQuizzes>[number];

const PAGE = 30;
const authoringKey = ['teacher', 'quizzes'];

export const authoredQuizzesQuery = infiniteQueryOptions({
  queryKey: [...authoringKey, 'list'],
  queryFn: ({ pageParam, signal }) =>
    callPage(listAuthoredQuizzes, { query: { limit: PAGE, cursor: pageParam }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => page.next ?? undefined,
});

export const authoredQuizQuery = (id: number) =>
  queryOptions({
    queryKey: [...authoringKey, id],
    queryFn: ({ signal }) => call(getAuthoredQuiz, { params: { id }, signal }),
    // Another window may have saved meanwhile: an editor begins with what stands.
    staleTime: 0,
    gcTime: 0,
  });

export const subjectsQuery = queryOptions({
  queryKey: ['subjects'],
  queryFn: ({ signal }) => call(listSubjects, { signal }),
});

const refreshLists = () =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: [...authoringKey, 'list'] }),
    refreshQuizzes(),
    queryClient.invalidateQueries({ queryKey: ['search'] }),
  ]);

const keep = (quiz: AuthoredQuiz) => {
  queryClient.setQueryData(authoredQuizQuery(quiz.id).queryKey, quiz);
  return refreshLists();
};

export const useCreateQuiz = () =>
  useMutation({
    mutationFn: (body: BodyInput<typeof createQuiz>) => call(createQuiz, { body }),
    onSuccess: keep,
  });

export const useSaveQuiz = (id: number) =>
  useMutation({
    mutationFn: (body: BodyInput<typeof saveQuiz>) => call(saveQuiz, { params: { id }, body }),
    onSuccess: keep,
  });

export const usePublishQuiz = (id: number) =>
  useMutation({
    mutationFn: (revision: number) => call(publishQuiz, { params: { id }, body: { revision } }),
    onSuccess: keep,
  });

export const useUnpublishQuiz = (id: number) =>
  useMutation({ mutationFn: () => call(unpublishQuiz, { params: { id } }), onSuccess: keep });

export const useDuplicateQuiz = (id: number) => {
  // One key per editor: a repeated click finds the copy that the first one made.
  const [creationKey] = useState(newKey);
  return useMutation({
    mutationFn: () => call(duplicateQuiz, { params: { id }, body: { creationKey } }),
    onSuccess: refreshLists,
  });
};

export const useDeleteQuiz = (id: number) =>
  useMutation({ mutationFn: () => call(deleteQuiz, { params: { id } }), onSuccess: refreshLists });
