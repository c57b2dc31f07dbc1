import { useMutation } from '@tanstack/react-query';
import { hidePromise, type LandingPromise, listPromises } from '#contract/school/promises.ts';
import { call } from '#web/lib/api.ts';
import { invalidate, queryClient } from '#web/lib/query-client.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { schoolKeys } from '#web/lib/school-keys.ts';
import { toast } from '#web/ui/toast.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';

export const promisesQuery = readQuery(listPromises, schoolKeys.promises);

export const useHidePromise = () =>
  useMutation({
    mutationFn: ({ promise, isHidden }: { promise: LandingPromise; isHidden: boolean }) =>
      call(hidePromise, { params: { promise }, body: { isHidden } }),
    onSuccess: (states, { isHidden }) => {
      queryClient.setQueryData(promisesQuery.queryKey, states);
      toast({
        title: isHidden ? 'Linha escondida' : 'Linha de volta',
        description: isHidden
          ? 'A página de vendas já está sem ela. Em Sistema você a mostra de novo.'
          : 'A página de vendas já a mostra.',
      });
      return invalidate(schoolKeys.settings.now, schoolKeys.settings.changes);
    },
    onError: toastFailure('Não foi possível mudar a página de vendas'),
  });
