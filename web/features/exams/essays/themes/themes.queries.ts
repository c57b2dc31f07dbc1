import { infiniteQueryOptions, useMutation } from '@tanstack/react-query';
import type { BodyInput } from '#contract/endpoint.ts';
import { regradeEssays } from '#contract/exams/essay-regrading.ts';
import {
  type AuthoredTheme,
  closeTheme,
  createTheme,
  getAuthoredTheme,
  listAuthoredThemes,
  listThemeVersions,
  publishTheme,
  saveTheme,
  type ThemeDraft,
} from '#contract/exams/essay-themes.ts';
import { listBaseTexts } from '#contract/questions/base-texts.ts';
import { call, callPage } from '#web/lib/api.ts';
import { invalidate, queryClient } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { toast } from '#web/ui/toast.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';

const TEXTS_SHOWN = 8;

export const authoredThemesQuery = infiniteQueryOptions({
  queryKey: keys.essays.of('authored'),
  queryFn: ({ pageParam, signal }) =>
    callPage(listAuthoredThemes, { query: pageParam ? { cursor: pageParam } : {}, signal }),
  initialPageParam: '',
  getNextPageParam: ({ next }) => next,
});

export const authoredThemeQuery = (id: number) =>
  readQuery(getAuthoredTheme, keys.essays.of('draft', id), { params: { id }, staleTime: 0, gcTime: 0 });

/** The draft as it is stored now, after another person or tab saved it. */
export const fetchAuthoredTheme = (id: number) => queryClient.fetchQuery(authoredThemeQuery(id));

export const themeVersionsQuery = (id: number) =>
  readQuery(listThemeVersions, keys.essays.of('versions', id), { params: { id } });

export const textChoicesQuery = (search: string) =>
  readQuery(listBaseTexts, keys.essays.of('texts', search), { query: { limit: TEXTS_SHOWN, search } });

const store = (theme: AuthoredTheme) => {
  queryClient.setQueryData(authoredThemeQuery(theme.id).queryKey, theme);
  return invalidate(keys.essays.of('authored'), keys.essays.of('versions', theme.id), keys.essays.of('themes'));
};

export const useCreateTheme = () =>
  useMutation({
    mutationFn: (body: BodyInput<typeof createTheme>) => call(createTheme, { body }),
    onSuccess: store,
    onError: toastFailure('Erro ao criar tema'),
  });

export const useSaveTheme = (id: number) =>
  useMutation({
    mutationFn: (body: { draft: ThemeDraft; revision: number }) => call(saveTheme, { params: { id }, body }),
    onSuccess: store,
  });

export const usePublishTheme = (id: number) =>
  useMutation({
    mutationFn: (revision: number) => call(publishTheme, { params: { id }, body: { revision } }),
    onSuccess: (theme) => {
      toast({
        title: 'Tema publicado',
        description: 'Os alunos já podem escrever. Redações começadas seguem o espelho com que começaram.',
      });
      return store(theme);
    },
  });

export const useRegrade = (themeId: number) =>
  useMutation({
    mutationFn: (body: BodyInput<typeof regradeEssays>) => call(regradeEssays, { params: { id: themeId }, body }),
    onSuccess: () => {
      toast({ title: 'Recalculando as notas', description: 'Quem tiver a nota mudada recebe um aviso.' });
      return invalidate(themeVersionsQuery(themeId).queryKey);
    },
    onError: toastFailure('Nada foi recalculado'),
  });

export const useCloseTheme = (id: number) =>
  useMutation({
    mutationFn: () => call(closeTheme, { params: { id } }),
    onSuccess: (theme) => {
      toast({ title: 'Tema fechado', description: 'Quem já começou ainda pode entregar.' });
      return store(theme);
    },
    onError: toastFailure('Nada mudou'),
  });
