import { useMutation } from '@tanstack/react-query';
import type { BodyInput } from '#contract/endpoint.ts';
import {
  createLawChange,
  decideLawChangeItems,
  getLawChange,
  type LawItemKind,
  listLawChangeItems,
  listLawChanges,
  previewLawChange,
  undoLawChange,
  undoLawDecision,
} from '#contract/school/law-changes.ts';
import { call, textOf } from '#web/lib/api.ts';
import { pagesQuery } from '#web/lib/pages-query.ts';
import { invalidate } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { toast } from '#web/ui/toast.ts';

export const lawChangesQuery = (lawId: number) =>
  readQuery(listLawChanges, keys.laws('changes', lawId), { params: { id: lawId } });

export const lawChangeQuery = (id: number) => readQuery(getLawChange, keys.laws('change', id), { params: { id } });

export const lawChangeItemsQuery = (id: number, kind: LawItemKind | undefined, isOpen: boolean) =>
  pagesQuery(listLawChangeItems, keys.laws('change-items', id, kind, isOpen), {
    params: { id },
    query: { kind, ...(isOpen ? { open: 'true' as const } : {}) },
  });

export const usePreviewChange = (lawId: number) =>
  useMutation({
    mutationFn: (body: BodyInput<typeof previewLawChange>) => call(previewLawChange, { params: { id: lawId }, body }),
  });

const refresh = () => invalidate(keys.laws());
const failed = (title: string) => (error: Error) => toast({ title, description: textOf(error), tone: 'bad' });

export const useCreateChange = (lawId: number) =>
  useMutation({
    mutationFn: (body: BodyInput<typeof createLawChange>) => call(createLawChange, { params: { id: lawId }, body }),
    onSuccess: refresh,
  });

export const useDecide = (id: number) =>
  useMutation({
    mutationFn: (body: BodyInput<typeof decideLawChangeItems>) => call(decideLawChangeItems, { params: { id }, body }),
    onSuccess: () => toast({ title: 'Decisão guardada' }),
    onError: failed('Não foi possível decidir'),
    onSettled: refresh,
  });

export const useUndoDecision = () =>
  useMutation({
    mutationFn: (id: number) => call(undoLawDecision, { params: { id } }),
    onSuccess: () => toast({ title: 'Decisão desfeita' }),
    onError: failed('Não foi possível desfazer'),
    onSettled: refresh,
  });

export const useUndoChange = () =>
  useMutation({
    mutationFn: (id: number) => call(undoLawChange, { params: { id } }),
    onSuccess: () => toast({ title: 'Mudança desfeita' }),
    onError: failed('Não foi possível desfazer'),
    onSettled: refresh,
  });
