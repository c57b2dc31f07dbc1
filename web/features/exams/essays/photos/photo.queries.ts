import { useMutation } from '@tanstack/react-query';
import type { BodyOf } from '#contract/endpoint.ts';
import type { EssayPage } from '#contract/exams/essay-pages.ts';
import { addEssayPages, deliverEssayPages, getEssayPage, removeEssayPage } from '#contract/exams/essay-photos.ts';
import { addressOf, call, upload } from '#web/lib/api.ts';
import { invalidate, queryClient } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { toast } from '#web/ui/toast.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';
import { essayQuery } from '../writing/writing.queries.ts';

export const pageAddress = (id: number) => addressOf(getEssayPage, { params: { id } });

const setPages = (id: number, pages: EssayPage[]) =>
  queryClient.setQueryData(essayQuery(id).queryKey, (before) => before && { ...before, pages });

type SentPage = { file: Blob; name: string; replaces: number | null; onProgress?: (fraction: number) => void };

export const useAddPages = (id: number) =>
  useMutation({
    mutationFn: ({ file, name, replaces, onProgress }: SentPage) => {
      const form = new FormData();
      if (replaces !== null) form.set('replaces', String(replaces));
      form.set('file', file, name);
      return upload(addEssayPages, form, { params: { id }, ...(onProgress ? { onProgress } : {}) });
    },
    onSuccess: ({ pages }) => setPages(id, pages),
    onError: toastFailure('A página não foi enviada'),
  });

export const useRemovePage = (id: number) =>
  useMutation({
    mutationFn: (pageId: number) => call(removeEssayPage, { params: { id, pageId } }),
    onSuccess: ({ pages }) => setPages(id, pages),
    onError: toastFailure('A página continua aqui'),
  });

export const useDeliverPages = (id: number) =>
  useMutation({
    mutationFn: (body: BodyOf<typeof deliverEssayPages>) => call(deliverEssayPages, { params: { id }, body }),
    onSuccess: (essay) => {
      toast({ title: 'Redação entregue', description: 'Você recebe um aviso quando a correção voltar.' });
      queryClient.setQueryData(essayQuery(id).queryKey, essay);
      return invalidate(keys.essays.of('themes'), keys.essays.of('theme', essay.themeId));
    },
  });
