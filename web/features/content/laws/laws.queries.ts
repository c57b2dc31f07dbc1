import { queryOptions, useMutation } from '@tanstack/react-query';
import {
  createLaw,
  deleteLaw,
  getLaw,
  getLawArticle,
  getLawText,
  listLawArticles,
  listLaws,
  listLawsForAuthors,
  previewLaw,
  readLawFile,
  updateLaw,
} from '#contract/content/laws.ts';
import type { BodyInput } from '#contract/endpoint.ts';
import { call, textOf, upload } from '#web/lib/api.ts';
import { pagesQuery } from '#web/lib/pages-query.ts';
import { invalidate } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { toast } from '#web/ui/toast.ts';

export const lawsQuery = queryOptions({
  queryKey: keys.laws('list'),
  queryFn: ({ signal }) => call(listLaws, { signal }),
});

export const lawQuery = (id: number) =>
  queryOptions({
    queryKey: keys.laws('one', id),
    queryFn: ({ signal }) => call(getLaw, { params: { id }, signal }),
  });

export const lawArticlesQuery = (id: number) =>
  pagesQuery(listLawArticles, keys.laws('articles', id), { params: { id }, query: {} });

export const lawArticleQuery = (id: number, article: string) =>
  queryOptions({
    queryKey: keys.laws('article', id, article),
    queryFn: ({ signal }) => call(getLawArticle, { params: { id, article }, signal }),
  });

export const lawTextQuery = (id: number) =>
  queryOptions({
    queryKey: keys.laws('text', id),
    queryFn: ({ signal }) => call(getLawText, { params: { id }, signal }),
  });

export const authoredLawsQuery = queryOptions({
  queryKey: keys.laws('authored'),
  queryFn: ({ signal }) => call(listLawsForAuthors, { signal }),
});

const refresh = () => invalidate(keys.laws());

export const useReadLawFile = () =>
  useMutation({
    mutationFn: (file: File) => {
      const form = new FormData();
      form.set('file', file);
      return upload(readLawFile, form);
    },
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
