import { useMutation } from '@tanstack/react-query';
import {
  acceptChargeCase,
  chargeRest,
  checkBank,
  closeChargeCase,
  compareMoney,
  getMoneyComparison,
  listChargeCases,
} from '#contract/money/charges.ts';
import { call } from '#web/lib/api.ts';
import { sentNote, sentWords } from '#web/lib/mail-words.ts';
import { pagesQuery } from '#web/lib/pages-query.ts';
import { invalidate } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { toast } from '#web/ui/toast.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';

export const casesQuery = pagesQuery(listChargeCases, keys.charge.cases, { query: { limit: 20 } });

export const comparisonQuery = readQuery(getMoneyComparison, keys.charge.comparison);

const refresh = () => void invalidate(keys.charge.cases, keys.dashboard.all);

export const useCloseCase = () =>
  useMutation({
    mutationFn: (id: number) => call(closeChargeCase, { params: { id } }),
    onError: toastFailure('O caso não foi marcado como resolvido'),
    onSettled: refresh,
  });

export const useAcceptCase = () =>
  useMutation({
    mutationFn: ({ id, reason }: { id: number; reason: string }) =>
      call(acceptChargeCase, { params: { id }, body: { reason } }),
    onSuccess: () => toast({ title: 'Diferença aceita', description: 'O motivo ficou na auditoria.' }),
    onError: toastFailure('A diferença não foi aceita'),
    onSettled: refresh,
  });

export const useChargeRest = () =>
  useMutation({
    mutationFn: (id: number) => call(chargeRest, { params: { id } }),
    onSuccess: () =>
      toast({
        title: sentWords('Cobrança', 'enviada'),
        description: sentNote('O aluno recebeu um PIX do resto por e-mail.'),
      }),
    onError: toastFailure('O resto não foi cobrado'),
    onSettled: refresh,
  });

/** The order as the bank knows it now, to give money back from. */
export const useOrderOfCase = () =>
  useMutation({
    mutationFn: (paymentCode: string) => call(checkBank, { body: { paymentCode } }),
    onError: toastFailure('Não conseguimos abrir o pedido'),
  });

export const useCompare = () =>
  useMutation({
    mutationFn: () => call(compareMoney),
    onSuccess: () =>
      toast({ title: 'Comparando', description: 'Em alguns instantes, atualize a página para ver o resultado.' }),
    onError: toastFailure('A comparação não começou'),
    onSettled: () => void invalidate(keys.charge.comparison, keys.charge.cases),
  });
