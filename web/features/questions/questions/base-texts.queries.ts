import { useMutation } from '@tanstack/react-query';
import type { BodyInput } from '#contract/endpoint.ts';
import {
  createBaseText,
  deleteBaseText,
  getBaseText,
  listBaseTexts,
  saveBaseText,
} from '#contract/questions/base-texts.ts';
import { call } from '#web/lib/api.ts';
import { keepRows, pagesQuery } from '#web/lib/pages-query.ts';
import { invalidate } from '#web/lib/query-client.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { schoolKeys } from '#web/lib/school-keys.ts';

const PAGE = 20;

export const baseTextsQuery = (search: string) =>
  pagesQuery(listBaseTexts, schoolKeys.bank.texts(search), {
    query: { search: search || undefined, limit: PAGE },
    ...keepRows,
  });

export const baseTextQuery = (id: number) =>
  readQuery(getBaseText, schoolKeys.bank.text(id), {
    params: { id },
    // Refetched before each edit: a save over an older version is refused.
    gcTime: 0,
    staleTime: 0,
  });

/** A change of a text also changes its questions. */
const refresh = () => invalidate(schoolKeys.bank.all);

export const useCreateText = () =>
  useMutation({
    mutationFn: (body: BodyInput<typeof createBaseText>) => call(createBaseText, { body }),
    onSuccess: () => void refresh(),
  });

export const useSaveText = (id: number) =>
  useMutation({
    mutationFn: (body: BodyInput<typeof saveBaseText>) => call(saveBaseText, { params: { id }, body }),
    onSuccess: () => void refresh(),
  });

export const useDeleteText = (id: number) =>
  useMutation({
    mutationFn: () => call(deleteBaseText, { params: { id } }),
    onSuccess: () => void refresh(),
  });
