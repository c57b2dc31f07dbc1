import { useMutation } from '@tanstack/react-query';
import type { BodyOf } from '#contract/endpoint.ts';
import { adjustCorrections, getCorrectionsOf } from '#contract/money/corrections.ts';
import { call } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { toast } from '#web/ui/toast.ts';

export const correctionsOfQuery = (id: string) => readQuery(getCorrectionsOf, keys.corrections(id), { params: { id } });

export const useAdjustCorrections = (id: string) =>
  useMutation({
    mutationFn: (body: BodyOf<typeof adjustCorrections>) => call(adjustCorrections, { params: { id }, body }),
    onSuccess: (known) => {
      queryClient.setQueryData(correctionsOfQuery(id).queryKey, known);
      toast({ title: 'Correções ajustadas' });
    },
  });
