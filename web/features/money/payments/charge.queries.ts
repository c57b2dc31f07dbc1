import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { CHARGE_POLL_MS } from '#contract/limits.ts';
import { getCharge, openCharge, type PayableCharge } from '#contract/money/charges.ts';
import type { PaymentStatus } from '#contract/money/payments.ts';
import { HOUR_MS } from '#contract/time.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';

/** Idempotent: repeated calls return the same charge; another amount is another charge. */
const chargeQuery = (code: string, amount: number) =>
  readQuery(openCharge, keys.charge.opened(code, amount), { body: { paymentCode: code }, staleTime: HOUR_MS });

/** Polled every three seconds, and only while a charge of a provider is open. */
const watchQuery = (code: string) =>
  readQuery(getCharge, keys.charge.watched(code), {
    query: { code },
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.charge ? CHARGE_POLL_MS : false),
  });

/** How a charge can be paid. */
export type Payable = NonNullable<PayableCharge['charge']>;

type Watched = { paymentCode: string; status: PaymentStatus | 'unknown' };

/** Refetches the payment as soon as the lightweight poll reports another status. */
export function useWatchedCharge({ paymentCode, status }: Watched, isWatched: boolean, onChange?: () => void): void {
  const told = useQuery({ ...watchQuery(paymentCode), enabled: isWatched }).data?.status;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new callback must not run the effect again
  useEffect(() => {
    if (!isWatched || told === undefined || told === status) return;
    void queryClient.invalidateQueries({ queryKey: keys.payment.all });
    onChange?.();
  }, [isWatched, told, status]);
}

/** The charge that a provider confirms automatically; null when a proof is required. */
export function useCharge(payment: Watched & { amount: number }, onChange?: () => void): Payable | null {
  // 'analyzing' only means that others reported the payment: the page shows the code then, too.
  const isPayable = payment.status === 'pending' || payment.status === 'analyzing';
  const opened = useQuery({ ...chargeQuery(payment.paymentCode, payment.amount), enabled: isPayable });
  const charge = isPayable ? (opened.data?.charge ?? null) : null;
  useWatchedCharge(payment, charge !== null, onChange);
  return charge;
}
