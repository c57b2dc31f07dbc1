import { keepPreviousData, useMutation } from '@tanstack/react-query';
import type { LandingContent, LegalContent, SitePage } from '#contract/school/site-content.ts';
import {
  type EditedPage,
  getSitePage,
  getSiteVersion,
  listSiteVersions,
  previewSitePage,
  publishSitePage,
  saveSitePage,
} from '#contract/school/site-pages.ts';
import { call } from '#web/lib/api.ts';
import { invalidate, queryClient } from '#web/lib/query-client.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { schoolKeys } from '#web/lib/school-keys.ts';
import { toast } from '#web/ui/toast.ts';
import { toastUnsaved } from '#web/ui/toast-editing.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';

export type Content = LandingContent | LegalContent;

export const pageQuery = (page: SitePage) =>
  readQuery(getSitePage, schoolKeys.sitePages.one(page), { params: { page } });

/** The stored version, bypassing the cache. */
export const fetchPage = (page: SitePage): Promise<EditedPage> =>
  queryClient.fetchQuery({ ...pageQuery(page), staleTime: 0 });

export const previewQuery = (page: SitePage, content: Content) =>
  readQuery(previewSitePage, schoolKeys.sitePages.preview(page, content), {
    params: { page },
    body: { content },
    placeholderData: keepPreviousData,
    // Every pause in typing creates one: only the last few are cached.
    gcTime: 30_000,
    staleTime: 30_000,
  });

export const versionsQuery = (page: SitePage) =>
  readQuery(listSiteVersions, schoolKeys.sitePages.versions(page), { params: { page } });

export const versionQuery = (page: SitePage, number: number) =>
  readQuery(getSiteVersion, schoolKeys.sitePages.version(page, number), { params: { page, number } });

export const useSavePage = (page: SitePage) =>
  useMutation({
    mutationFn: (body: { revision: number; content: Content }) => call(saveSitePage, { params: { page }, body }),
    onSuccess: (saved) => void queryClient.setQueryData(pageQuery(page).queryKey, saved),
    onError: toastUnsaved('Não foi possível salvar o rascunho'),
  });

export const usePublishPage = (page: SitePage) =>
  useMutation({
    mutationFn: (revision: number) => call(publishSitePage, { params: { page }, body: { revision } }),
    onSuccess: (published) => {
      queryClient.setQueryData(pageQuery(page).queryKey, published);
      toast({ title: 'Página publicada', description: 'Os visitantes já veem esta versão.' });
      return Promise.all([invalidate(schoolKeys.sitePages.versions(page)), invalidate(schoolKeys.sitePages.claims)]);
    },
    onError: toastFailure('Não foi possível publicar'),
  });
