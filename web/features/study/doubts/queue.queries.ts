import { useMutation } from '@tanstack/react-query';
import type { BodyInput } from '#contract/endpoint.ts';
import { answerDoubt, type DoubtList, listDoubts, moderateDoubt } from '#contract/study/doubts.ts';
import { call } from '#web/lib/api.ts';
import { pagesQuery } from '#web/lib/pages-query.ts';
import { invalidate } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { toast } from '#web/ui/toast.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';

export const queueQuery = (list: DoubtList) =>
  pagesQuery(listDoubts, keys.doubts.of('queue', list), { query: { list } });

export const refreshDoubts = () => invalidate(keys.doubts.all, keys.dashboard.admin);

export const useAnswerDoubt = (id: number) =>
  useMutation({
    mutationFn: (body: BodyInput<typeof answerDoubt>) => call(answerDoubt, { params: { id }, body }),
    onSuccess: () => {
      toast({ title: 'Resposta enviada', description: 'O aluno foi avisado.' });
      return refreshDoubts();
    },
  });

export const useModerate = (id: number) =>
  useMutation({
    mutationFn: (isHidden: boolean) => call(moderateDoubt, { params: { id }, body: { isHidden } }),
    onSuccess: ({ isHidden }) => {
      toast({ title: isHidden ? 'Dúvida ocultada' : 'Dúvida à vista de todos' });
      return refreshDoubts();
    },
    onError: toastFailure('Nada mudou'),
  });
