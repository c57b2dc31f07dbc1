import { queryOptions, useMutation } from '@tanstack/react-query';
import type { BodyInput } from '#contract/endpoint.ts';
import { PAYMENT_POLL_MS } from '#contract/limits.ts';
import { applyCoupon } from '#contract/money/coupons.ts';
import {
  createPaymentByEmail,
  getAnswerDeadline,
  getCurrentPayment,
  getPaymentByCode,
  openPaymentLink,
  type PublicPayment,
  uploadProof,
} from '#contract/money/payments.ts';
import { ApiError, call, upload } from '#web/lib/api.ts';
import { formOf } from '#web/lib/form-of.ts';
import { formatMoney } from '#web/lib/format.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { toast } from '#web/ui/toast.ts';

/** Null when the payment does not exist. */
async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    if (error instanceof ApiError) throw new Error('Failed to fetch payment', { cause: error });
    throw error;
  }
}

/** The error for people: the server's message is the cause of the thrown error. */
export const causeOf = (error: Error): Error => (error.cause instanceof Error ? error.cause : error);

/** Exchanges a link's key for the payment cookie, which decides what later calls may see. */
let linkOpened: Promise<unknown> = Promise.resolve();

/**
 * If the key is invalid, the payment is shown as to anybody with its code; without a network, the call that waits for
 * this one shows the error.
 */
export function openLink(paymentCode: string, key: string): void {
  linkOpened = call(openPaymentLink, { body: { paymentCode, key } }).then(
    // Data that was read without the cookie is refetched.
    () => void queryClient.invalidateQueries({ queryKey: keys.payment.all }),
    () => null,
  );
}

async function afterLink<T>(ask: () => Promise<T>): Promise<T | null> {
  await linkOpened;
  return orNull(ask());
}

export const paymentQuery = (code: string) =>
  queryOptions({
    queryKey: keys.payment.one(code),
    queryFn: ({ signal }) => afterLink(() => call(getPaymentByCode, { params: { paymentCode: code }, signal })),
    // It may have been decided elsewhere since the last read.
    staleTime: 0,
  });

/** The payment that this browser follows, read again every 30 seconds until it is approved. */
export const currentPaymentQuery = (code: string | null) =>
  queryOptions({
    queryKey: keys.payment.current(code),
    queryFn: ({ signal }) => afterLink(() => call(getCurrentPayment, { query: code ? { code } : {}, signal })),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.status === 'approved' ? false : PAYMENT_POLL_MS),
  });

/** Until when the school answers; a new analysis has a new one. */
export const deadlineQuery = ({ paymentCode, proofUploadedAt, updatedAt }: PublicPayment) =>
  readQuery(getAnswerDeadline, keys.payment.deadline(paymentCode, proofUploadedAt ?? updatedAt), {
    query: { code: paymentCode },
  });

/** How long the order's coupon is reserved. An amount that changed has another answer. */
export const reservationQuery = ({ paymentCode, amount }: Pick<PublicPayment, 'paymentCode' | 'amount'>) =>
  readQuery(getAnswerDeadline, keys.payment.reservation(paymentCode, amount), {
    query: { code: paymentCode },
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.coupon.reservedUntil ? PAYMENT_POLL_MS : false),
  });

export const useCreatePayment = () =>
  useMutation({
    mutationFn: (email: string) => call(createPaymentByEmail, { body: { email } }),
    onSuccess: remember,
  });

/** A coupon changes the amount and the code to pay with. */
export const useApplyCoupon = () =>
  useMutation({
    mutationFn: (body: BodyInput<typeof applyCoupon>) => call(applyCoupon, { body }),
    onSuccess: (payment) => {
      remember(payment);
      toast({ title: 'Cupom aplicado', description: `O valor agora é ${formatMoney(payment.amount)}.` });
    },
  });

type Sending = { code: string; file: File; onProgress: (fraction: number) => void; signal: AbortSignal };

export const useUploadProof = () =>
  useMutation({
    // The code comes first: the server can refuse a wrong one before the file is uploaded.
    mutationFn: ({ code, file, onProgress, signal }: Sending) =>
      upload(uploadProof, formOf({ paymentCode: code, file }), { onProgress, signal }),
    onSuccess: remember,
  });

/** Reads the payment again, and everything beside it. */
export const refreshPayment = (): void => void queryClient.invalidateQueries({ queryKey: keys.payment.all });

function remember(payment: PublicPayment): void {
  queryClient.setQueryData(paymentQuery(payment.paymentCode).queryKey, payment);
  queryClient.setQueryData(currentPaymentQuery(payment.paymentCode).queryKey, payment);
  // After a proof the amount can no longer be changed: the deadline is refetched.
  void queryClient.invalidateQueries({ queryKey: deadlineQuery(payment).queryKey });
}
