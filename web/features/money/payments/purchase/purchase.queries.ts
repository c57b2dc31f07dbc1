import { useMutation } from '@tanstack/react-query';
import type { BodyInput } from '#contract/endpoint.ts';
import { getMyAccess } from '#contract/money/access.ts';
import { checkCoupon } from '#contract/money/coupons.ts';
import { listOffers } from '#contract/money/offers.ts';
import {
  cancelOrder,
  listMyOrders,
  type Order,
  openOrder,
  requestRefund,
  withdrawRefund,
} from '#contract/money/orders.ts';
import { call, isRefused, isSignedOut, textOf } from '#web/lib/api.ts';
import { invalidate, queryClient } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { toast } from '#web/ui/toast.ts';

export const myAccessQuery = readQuery(getMyAccess, keys.purchase.access);

export const myOrdersQuery = readQuery(listMyOrders, keys.purchase.orders);

/** The offers that are sold today. */
export const offersQuery = readQuery(listOffers, keys.purchase.offers);

/** The response is shown at once; other queries are refetched in the background. */
function showOrder(order: Order): void {
  queryClient.setQueryData(myOrdersQuery.queryKey, (orders) =>
    orders?.map((known) => (known.id === order.id ? order : known)),
  );
}

export const refreshPurchase = () => void invalidate(keys.purchase.all);

function showFailure(error: Error, title: string): void {
  if (!isSignedOut(error)) toast({ title, description: textOf(error), tone: 'bad' });
}

export const useRequestRefund = () =>
  useMutation({
    mutationFn: ({ id, pixKey }: { id: number; pixKey: string }) =>
      call(requestRefund, { params: { id }, body: { pixKey } }),
    onSuccess: (order) => {
      showOrder(order);
      toast({ title: 'Reembolso pedido', description: 'Você recebe um e-mail quando o valor for devolvido.' });
    },
    onError: (error) =>
      showFailure(
        error,
        isRefused<typeof requestRefund>(error, 'refund_too_late') ? 'Prazo encerrado' : 'Erro ao pedir o reembolso',
      ),
    onSettled: refreshPurchase,
  });

export const useWithdrawRefund = () =>
  useMutation({
    mutationFn: (id: number) => call(withdrawRefund, { params: { id } }),
    onSuccess: (order) => {
      showOrder(order);
      toast({ title: 'Pedido retirado', description: 'Seu acesso continua como antes.' });
    },
    onError: (error) => showFailure(error, 'Erro ao retirar o pedido'),
    onSettled: refreshPurchase,
  });

export const useOpenOrder = () =>
  useMutation({
    mutationFn: (body: BodyInput<typeof openOrder>) => call(openOrder, { body }),
    onError: (error) => showFailure(error, 'Erro ao renovar'),
    onSettled: refreshPurchase,
  });

export const useCancelOrder = () =>
  useMutation({
    mutationFn: (id: number) => call(cancelOrder, { params: { id } }),
    onSuccess: (order) => {
      showOrder(order);
      toast({ title: 'Compra cancelada' });
    },
    onError: (error) => showFailure(error, 'Erro ao cancelar'),
    onSettled: refreshPurchase,
  });

/** The price of an offer with a coupon; the field shows why one is refused. */
export const useCheckCoupon = () =>
  useMutation({ mutationFn: (body: BodyInput<typeof checkCoupon>) => call(checkCoupon, { body }) });
