import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query';
import {
  createLaw,
  deleteLaw,
  getLaw,
  getLawArticle,
  getLawText,
  listLawArticles,
  listLaws,
  listLawsForAuthors,
  listReadArticles,
  markArticleRead,
  previewLaw,
  readLawFile,
  updateLaw,
} from '#contract/content/laws.ts';
import type { BodyInput } from '#contract/endpoint.ts';
import { listArticleQuestions, startArticlePractice } from '#contract/study/law-study.ts';
import { call, callPage, textOf, upload } from '#web/lib/api.ts';
import { formOf } from '#web/lib/form-of.ts';
import { invalidate, queryClient } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { toast } from '#web/ui/toast.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';
import { orSavedLaw } from './or-saved-law.ts';

export const lawsQuery = readQuery(listLaws, keys.laws('list'));

/** 'today' where the reader left the day of the edital; undefined lets the server choose. */
export type On = 'today' | undefined;

export const lawQuery = (id: number, on: On) =>
  queryOptions({
    queryKey: keys.laws('one', id, on),
    queryFn: ({ signal }) =>
      orSavedLaw(call(getLaw, { params: { id }, query: { on }, signal }), { id, on }, ({ law }) => law),
  });

export const lawArticlesQuery = (id: number, on: On) =>
  infiniteQueryOptions({
    queryKey: keys.laws('articles', id, on),
    queryFn: ({ pageParam, signal }) =>
      orSavedLaw(
        callPage(listLawArticles, { params: { id }, query: { on, cursor: pageParam }, signal }),
        { id, on },
        // Stored whole: there is no second page of it.
        ({ articles }) => (pageParam === undefined ? { items: articles, total: articles.length, next: null } : null),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });

export const lawArticleQuery = (id: number, article: string, on?: On) =>
  queryOptions({
    queryKey: keys.laws('article', id, article, on),
    queryFn: ({ signal }) =>
      orSavedLaw(
        call(getLawArticle, { params: { id, article }, query: { on }, signal }),
        { id, on },
        (saved, { savedArticle }) => savedArticle(saved, article),
      ),
  });

export const lawTextQuery = (id: number, on: On) =>
  queryOptions({
    queryKey: keys.laws('text', id, on),
    queryFn: ({ signal }) =>
      orSavedLaw(call(getLawText, { params: { id }, query: { on }, signal }), { id, on }, ({ text }) => text),
  });

export const articleQuestionsQuery = (id: number, article: string) =>
  readQuery(listArticleQuestions, keys.laws('questions', id, article), { params: { id, article } });

export const usePractiseArticle = (id: number, article: string) =>
  useMutation({
    mutationFn: (creationKey: string) => call(startArticlePractice, { params: { id, article }, body: { creationKey } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.practices.list, refetchType: 'none' }),
    onError: toastFailure('Treino não iniciado'),
  });

export const readArticlesQuery = (id: number) => readQuery(listReadArticles, keys.laws('read', id), { params: { id } });

export const useMarkRead = (id: number, article: string) =>
  useMutation({
    mutationFn: (isRead: boolean) => call(markArticleRead, { params: { id, article }, body: { isRead } }),
    onSuccess: ({ isRead }) => {
      queryClient.setQueryData(
        readArticlesQuery(id).queryKey,
        (before) => before && [...before.filter((one) => one !== article), ...(isRead ? [article] : [])],
      );
      return queryClient.invalidateQueries({ queryKey: lawsQuery.queryKey, refetchType: 'none' });
    },
    onError: toastFailure('Leitura não guardada'),
  });

export const authoredLawsQuery = readQuery(listLawsForAuthors, keys.laws('authored'));

const refresh = () => invalidate(keys.laws());

export const useReadLawFile = () =>
  useMutation({
    mutationFn: (file: File) => upload(readLawFile, formOf({ file })),
  });

export const usePreviewLaw = () =>
  useMutation({ mutationFn: (body: BodyInput<typeof previewLaw>) => call(previewLaw, { body }) });

export const useCreateLaw = () =>
  useMutation({ mutationFn: (body: BodyInput<typeof createLaw>) => call(createLaw, { body }), onSuccess: refresh });

export const useUpdateLaw = (id: number) =>
  useMutation({
    mutationFn: (body: BodyInput<typeof updateLaw>) => call(updateLaw, { params: { id }, body }),
    onSuccess: refresh,
  });

export const useDeleteLaw = () =>
  useMutation({
    mutationFn: (id: number) => call(deleteLaw, { params: { id } }),
    onSuccess: () => toast({ title: 'Norma excluída' }),
    onError: (error) => toast({ title: 'Não foi possível excluir', description: textOf(error), tone: 'bad' }),
    onSettled: refresh,
  });
