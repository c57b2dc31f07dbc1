import { useMutation } from '@tanstack/react-query';
import { createSubject, deleteSubject, mergeSubject, renameSubject } from '#contract/content/subjects.ts';
import { call } from '#web/lib/api.ts';
import { refreshLessons } from './lessons.queries.ts';

export const useCreateSubject = () =>
  useMutation({
    mutationFn: (name: string) => call(createSubject, { body: { name } }),
    // Also after a refusal: an existing subject that this list does not know yet is the usual reason.
    onSettled: refreshLessons,
  });

export const useRenameSubject = () =>
  useMutation({
    mutationFn: ({ id, name }: { id: number; name: string }) => call(renameSubject, { params: { id }, body: { name } }),
    onSuccess: () => void refreshLessons(),
  });

export const useMergeSubject = () =>
  useMutation({
    mutationFn: ({ id, into }: { id: number; into: number }) => call(mergeSubject, { params: { id }, body: { into } }),
    onSuccess: () => void refreshLessons(),
  });

export const useDeleteSubject = () =>
  useMutation({
    mutationFn: (id: number) => call(deleteSubject, { params: { id } }),
    onSuccess: () => void refreshLessons(),
  });
