import { queryOptions, useQuery } from '@tanstack/react-query';
import { PAYMENT_POLL_MS } from '#contract/limits.ts';
import { listOpenPayments } from '#contract/money/payments.ts';
import { callPage } from '#web/lib/api.ts';
import { keys } from '#web/lib/query-keys.ts';

const waitingQuery = queryOptions({
  queryKey: keys.payments.waiting,
  queryFn: ({ signal }) => callPage(listOpenPayments, { query: { limit: 1 }, signal }).then(({ total }) => total),
  refetchInterval: PAYMENT_POLL_MS,
});

const badgeStyles = {
  bar: 'absolute top-1.5 left-[calc(50%+6px)] min-w-4.5 rounded-full bg-ink px-1.25 text-center font-strong text-[11px] text-surface leading-[18px]',
  line: 'rounded-full bg-sun-tint px-1.75 font-strong text-sun-ink text-xs',
};

/** How many payments wait for a decision, beside the way to them. Nothing at zero, and nothing while it is unknown. */
export default function WaitingPayments({ place }: { place: keyof typeof badgeStyles }) {
  const { data: total = 0 } = useQuery(waitingQuery);
  if (total === 0) return null;
  return (
    <>
      <span aria-hidden="true" className={`${badgeStyles[place]} tabular-nums`}>
        {total > 99 ? '99+' : total}
      </span>
      <span className="sr-only">, {total === 1 ? '1 espera' : `${total} esperam`} por você</span>
    </>
  );
}
