import { queryOptions, useMutation } from '@tanstack/react-query';
import { getMyAccess } from '../../../../contract/access.ts';
import { listMyOrders, type Order, requestRefund, withdrawRefund } from '../../../../contract/orders.ts';
import { call, isRefused, isSignedOut, textOf } from '../../../lib/api.ts';
import { invalidate, queryClient } from '../../../lib/query-client.ts';
import { keys } from '../../../lib/query-keys.ts';
import { toast } from '../../../ui/toast.ts';

export const myAccessQuery = queryOptions({
  queryKey: keys.purchase.access,
  queryFn: ({ signal }) => call(getMyAccess, { signal }),
});

export const myOrdersQuery = queryOptions({
  queryKey: keys.purchase.orders,
  queryFn: ({ signal }) => call(listMyOrders, { signal }),
});

/** What the server answers is shown at once; the rest is read again in the background. */
function showOrder(order: Order): void {
  queryClient.setQueryData(myOrdersQuery.queryKey, (orders) =>
    orders?.map((known) => (known.id === order.id ? order : known)),
  );
}

const refresh = () => void invalidate(keys.purchase.all);

function tellFailure(error: Error, title: string): void {
  if (!isSignedOut(error)) toast({ title, description: textOf(error), tone: 'bad' });
}

export const useRequestRefund = () =>
  useMutation({
    mutationFn: (id: number) => call(requestRefund, { params: { id } }),
    onSuccess: (order) => {
      showOrder(order);
      toast({ title: 'Reembolso pedido', description: 'Você recebe um e-mail quando o valor for devolvido.' });
    },
    onError: (error) =>
      tellFailure(
        error,
        isRefused<typeof requestRefund>(error, 'refund_too_late') ? 'Prazo encerrado' : 'Erro ao pedir o reembolso',
      ),
    onSettled: refresh,
  });

export const useWithdrawRefund = () =>
  useMutation({
    mutationFn: (id: number) => call(withdrawRefund, { params: { id } }),
    onSuccess: (order) => {
      showOrder(order);
      toast({ title: 'Pedido retirado', description: 'Seu acesso continua como antes.' });
    },
    onError: (error) => tellFailure(error, 'Erro ao retirar o pedido'),
    onSettled: refresh,
  });
