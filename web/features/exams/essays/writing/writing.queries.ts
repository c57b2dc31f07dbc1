import { useMutation } from '@tanstack/react-query';
import { deliverEssay, getEssay } from '#contract/exams/essays.ts';
import { call } from '#web/lib/api.ts';
import { invalidate, queryClient } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { toast } from '#web/ui/toast.ts';

export const essayQuery = (id: number) => readQuery(getEssay, keys.essays.of('one', id), { params: { id } });

/** The essay as it is stored now, after another tab or device saved first. */
export const fetchEssay = (id: number) => queryClient.fetchQuery({ ...essayQuery(id), staleTime: 0 });

export const useDeliverEssay = (id: number) =>
  useMutation({
    mutationFn: (body: { text: string; revision: number }) => call(deliverEssay, { params: { id }, body }),
    // Here and not at the caller: the sheet is unmounted as soon as the essay counts as delivered.
    onSuccess: (essay) => {
      toast({ title: 'Redação entregue', description: 'Você recebe um aviso quando a correção voltar.' });
      queryClient.setQueryData(essayQuery(id).queryKey, essay);
      return invalidate(keys.essays.of('themes'), keys.essays.of('theme', essay.themeId));
    },
  });
