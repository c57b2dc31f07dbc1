import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
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
import { schoolKeys } from '#web/lib/school-keys.ts';
import { toast } from '#web/ui/toast.ts';
import { toastUnsaved } from '#web/ui/toast-editing.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';

export type Content = LandingContent | LegalContent;

export const pageQuery = (page: SitePage) =>
  queryOptions({
    queryKey: schoolKeys.sitePages.one(page),
    queryFn: ({ signal }) => call(getSitePage, { params: { page }, signal }),
  });

/** The stored version, bypassing the cache. */
export const fetchPage = (page: SitePage): Promise<EditedPage> =>
  queryClient.fetchQuery({ ...pageQuery(page), staleTime: 0 });

export const previewQuery = (page: SitePage, content: Content) =>
  queryOptions({
    queryKey: schoolKeys.sitePages.preview(page, content),
    queryFn: ({ signal }) => call(previewSitePage, { params: { page }, body: { content }, signal }),
    placeholderData: keepPreviousData,
    // Every pause in typing creates one: only the last few are cached.
    gcTime: 30_000,
    staleTime: 30_000,
  });

export const versionsQuery = (page: SitePage) =>
  queryOptions({
    queryKey: schoolKeys.sitePages.versions(page),
    queryFn: ({ signal }) => call(listSiteVersions, { params: { page }, signal }),
  });

export const versionQuery = (page: SitePage, number: number) =>
  queryOptions({
    queryKey: schoolKeys.sitePages.version(page, number),
    queryFn: ({ signal }) => call(getSiteVersion, { params: { page, number }, signal }),
  });

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
