import { useMutation } from '@tanstack/react-query';
import type { BodyInput } from '#contract/endpoint.ts';
import { createSeries, getWindow, saveWindow } from '#contract/exams/quiz-windows.ts';
import { call } from '#web/lib/api.ts';
import { invalidate, queryClient } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { schoolKeys } from '#web/lib/school-keys.ts';
import { toast } from '#web/ui/toast.ts';

export const windowQuery = (id: number) => readQuery(getWindow, schoolKeys.quizWindow(id), { params: { id } });

export const useSaveWindow = (id: number) =>
  useMutation({
    mutationFn: (body: BodyInput<typeof saveWindow>) => call(saveWindow, { params: { id }, body }),
    onSuccess: (saved) => {
      toast({ title: saved.window ? 'Horário salvo' : 'Horário removido' });
      queryClient.setQueryData(windowQuery(id).queryKey, saved);
      return invalidate(keys.quizzes.all);
    },
  });

export const useCreateSeries = () =>
  useMutation({
    mutationFn: (body: BodyInput<typeof createSeries>) => call(createSeries, { body }),
    onSuccess: () => invalidate(schoolKeys.authoredQuizzes.all, keys.quizzes.all),
  });
