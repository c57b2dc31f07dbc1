import { type InfiniteData, queryOptions, useMutation } from '@tanstack/react-query';
import type { BodyOf } from '#contract/endpoint.ts';
import { APPROVAL_UNDO_MS, PAYMENT_POLL_MS } from '#contract/limits.ts';
import { checkBank } from '#contract/money/charges.ts';
import { listOffersForAdmin } from '#contract/money/offers.ts';
import {
  type AdminPayment,
  approvePayment,
  type Decision,
  listOpenPayments,
  listPaymentDecisions,
  type PaymentFilters,
  rejectPayment,
  revokePayment,
} from '#contract/money/payments.ts';
import {
  attachRefundFile,
  enrollByHand,
  listRefunds,
  type RefundState,
  refundPayment,
  refuseRefund,
} from '#contract/money/payments-office.ts';
import { listUsers } from '#contract/people/accounts.ts';
import { call, callPage, isRefused, isSignedOut, textOf, upload } from '#web/lib/api.ts';
import { formOf } from '#web/lib/form-of.ts';
import { keepRows, pagesQuery } from '#web/lib/pages-query.ts';
import { invalidate, neverStale, queryClient } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { schoolKeys } from '#web/lib/school-keys.ts';
import { toast } from '#web/ui/toast.ts';

const PAGE_SIZE = 50;

export const offersForAdminQuery = readQuery(listOffersForAdmin, keys.offers.admin);

const SHOWN_STUDENTS = 5;

export const knownStudentsQuery = (search: string) =>
  queryOptions({
    queryKey: schoolKeys.users.students(search),
    queryFn: async ({ signal }) => {
      const { items } = await callPage(listUsers, { query: { search, limit: 50 }, signal });
      return items.filter(({ role }) => role === 'student').slice(0, SHOWN_STUDENTS);
    },
    placeholderData: (previous) => previous,
  });

/** Payments that wait for a decision, polled every 30 seconds. */
export const openPaymentsQuery = (filters: PaymentFilters = {}) =>
  pagesQuery(listOpenPayments, schoolKeys.payments.openPage(filters), {
    query: { ...filters, limit: PAGE_SIZE },
    refetchInterval: PAYMENT_POLL_MS,
    ...keepRows,
    ...neverStale,
  });

export const decisionsQuery = (decision: Decision, filters: PaymentFilters) =>
  pagesQuery(listPaymentDecisions, schoolKeys.payments.decisions(decision, filters), {
    query: { ...filters, decision, limit: PAGE_SIZE },
    ...keepRows,
  });

export const refundsQuery = (state: RefundState, filters: PaymentFilters = {}) =>
  pagesQuery(listRefunds, schoolKeys.payments.refunds(state, filters), {
    query: { ...filters, state, limit: PAGE_SIZE },
    ...keepRows,
  });

/** A decision changes both lists, access and dashboards. Nothing waits for the refetch. */
const refresh = () => void invalidate(schoolKeys.payments.all, schoolKeys.users.all, keys.dashboard.all);

type QueuePage = Awaited<ReturnType<typeof callPage<typeof listOpenPayments>>>;

/** A decided payment leaves the queue at once, so that the focus can move to the next row. */
function dropFromQueue({ paymentCode }: AdminPayment): void {
  const isIt = (payment: AdminPayment) => payment.paymentCode === paymentCode;
  queryClient.setQueriesData<InfiniteData<QueuePage>>({ queryKey: schoolKeys.payments.open }, (data) => {
    if (!data?.pages.some(({ items }) => items.some(isIt))) return data;
    const pages = data.pages.map(({ items, total, next }) => ({
      items: items.filter((payment) => !isIt(payment)),
      total: total - 1,
      next,
    }));
    return { ...data, pages };
  });
}

/** After a lost race the server reports the current state. The list is refetched in every case. */
function showFailure(error: Error, title: string, fallback: string): void {
  if (isSignedOut(error)) return;
  // The person cancelled the proof of identity.
  if (isRefused<typeof refundPayment | typeof revokePayment>(error, 'fresh_proof_required')) {
    toast({ title: 'Nada foi mudado', description: error.text });
    return;
  }
  const isTold =
    isRefused<typeof approvePayment | typeof revokePayment>(error, 'state_conflict') ||
    isRefused<typeof refundPayment>(error, 'unavailable');
  toast({ title, description: isTold ? error.text : fallback, tone: 'bad' });
}

/** As if it had not been, while it is fresh. The message that offers it outlives the row that was approved. */
async function undoApproval(paymentCode: string): Promise<void> {
  try {
    await call(revokePayment, { body: { paymentCode } });
    toast({ title: 'Aprovação desfeita', description: 'O pagamento voltou para a análise.' });
  } catch (error) {
    const late = isRefused<typeof revokePayment>(error, 'bad_request');
    const description = late
      ? 'Os dez segundos passaram. Em Aprovados, use "Estornar aprovação" e diga o motivo.'
      : textOf(error);
    toast({ title: 'Não foi possível desfazer', description, tone: 'bad' });
  }
  refresh();
}

/** What the bank says of an order now, before one press approves it. */
export const useCheckBank = () =>
  useMutation({ mutationFn: (paymentCode: string) => call(checkBank, { body: { paymentCode } }) });

// The toasts are here and not at `mutate`: the row is unmounted before the response arrives.
export const useApprove = () =>
  useMutation({
    mutationFn: (body: Pick<BodyOf<typeof approvePayment>, 'paymentCode'> & Partial<BodyOf<typeof approvePayment>>) =>
      call(approvePayment, { body }),
    onSuccess: (payment) => {
      dropFromQueue(payment);
      toast({
        title: 'Pagamento aprovado!',
        description:
          payment.user?.status === 'blocked'
            ? 'O aluno continua bloqueado: desbloqueie em Usuários para liberar o acesso.'
            : 'O acesso do aluno foi liberado.',
        action: { label: 'Desfazer', onPress: () => void undoApproval(payment.paymentCode) },
        duration: APPROVAL_UNDO_MS,
      });
    },
    onError: (error) => showFailure(error, 'Erro ao aprovar', 'Não foi possível aprovar o pagamento.'),
    onSettled: refresh,
  });

export const useReject = () =>
  useMutation({
    mutationFn: (body: { paymentCode: string; reason: string }) => call(rejectPayment, { body }),
    onSuccess: (payment) => {
      dropFromQueue(payment);
      toast({ title: 'Pagamento recusado', description: 'O aluno foi notificado sobre a recusa.' });
    },
    onError: (error) => showFailure(error, 'Erro ao recusar', 'Não foi possível recusar o pagamento.'),
    onSettled: refresh,
  });

export const useRevoke = () =>
  useMutation({
    mutationFn: (body: BodyOf<typeof revokePayment>) => call(revokePayment, { body }),
    onSuccess: () => toast({ title: 'Aprovação estornada', description: 'O pagamento voltou para a análise.' }),
    onError: (error) => showFailure(error, 'Erro ao estornar', 'Não foi possível estornar a aprovação.'),
    onSettled: refresh,
  });

export const useRefund = () =>
  useMutation({
    mutationFn: (body: BodyOf<typeof refundPayment>) => call(refundPayment, { body }),
    onSuccess: ({ status }) =>
      toast(
        status === 'refunded'
          ? { title: 'Reembolso registrado', description: 'O acesso terminou e o aluno foi avisado.' }
          : {
              title: 'Devolução a caminho',
              description: 'O provedor está devolvendo. O acesso termina quando confirmar.',
            },
      ),
    onError: (error) => showFailure(error, 'Erro ao registrar', 'Não foi possível registrar o reembolso.'),
    onSettled: refresh,
  });

/** The bank's paper of a refund, with it or later. */
export const useAttachRefundFile = () =>
  useMutation({
    // The code comes first, so that the server can refuse the file before reading it.
    mutationFn: ({ paymentCode, file }: { paymentCode: string; file: File }) =>
      upload(attachRefundFile, formOf({ paymentCode, file })),
    onSuccess: () => toast({ title: 'Comprovante guardado' }),
    onError: (error) => {
      if (!isSignedOut(error)) toast({ title: 'Comprovante não guardado', description: textOf(error), tone: 'bad' });
    },
    onSettled: refresh,
  });

export const useRefuseRefund = () =>
  useMutation({
    mutationFn: (body: BodyOf<typeof refuseRefund>) => call(refuseRefund, { body }),
    onSuccess: () => toast({ title: 'Pedido recusado', description: 'O aluno foi avisado e o acesso continua.' }),
    onError: (error) => showFailure(error, 'Erro ao recusar', 'Não foi possível recusar o pedido.'),
    onSettled: refresh,
  });

export const useEnroll = () =>
  useMutation({
    mutationFn: (body: BodyOf<typeof enrollByHand>) => call(enrollByHand, { body }),
    onSuccess: (payment) => toast({ title: 'Matrícula feita', description: `${nameOf(payment)} já tem acesso.` }),
    onError: (error) => {
      if (!isSignedOut(error)) toast({ title: 'Erro na matrícula', description: textOf(error), tone: 'bad' });
    },
    onSettled: refresh,
  });

export const nameOf = ({ user }: Pick<AdminPayment, 'user'>) =>
  user ? `${user.firstName} ${user.lastName}` : 'Aluno removido';
