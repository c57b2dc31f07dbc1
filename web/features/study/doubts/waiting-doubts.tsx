import { queryOptions, useQuery } from '@tanstack/react-query';
import { listDoubts } from '#contract/study/doubts.ts';
import { callPage } from '#web/lib/api.ts';
import { keys } from '#web/lib/query-keys.ts';

const waitingQuery = queryOptions({
  queryKey: keys.doubts.of('waiting'),
  queryFn: ({ signal }) => callPage(listDoubts, { query: { limit: 1 }, signal }).then(({ total }) => total),
});

/** A link with the number of unanswered doubts. Renders nothing at zero or while the number is unknown. */
export default function WaitingDoubts() {
  const { data: total = 0 } = useQuery(waitingQuery);
  if (total === 0) return null;
  return (
    <>
      <span
        aria-hidden="true"
        className="rounded-full bg-sun-tint px-1.75 font-strong text-sun-ink text-xs tabular-nums"
      >
        {total > 99 ? '99+' : total}
      </span>
      <span className="sr-only">, {total === 1 ? '1 espera' : `${total} esperam`} resposta</span>
    </>
  );
}
