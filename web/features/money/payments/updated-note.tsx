import { useInfiniteQuery } from '@tanstack/react-query';
import type { PaymentFilters } from '#contract/money/payments.ts';
import { formatRelative } from '#web/lib/format.ts';
import { useNow } from '#web/lib/hydration.ts';
import { openPaymentsQuery } from './queue.queries.ts';

/** How old the list is. It renders again with every poll, which is as exact as it has to be. */
export function UpdatedNote({ filters }: { filters: PaymentFilters }) {
  const { dataUpdatedAt, isRefetchError } = useInfiniteQuery(openPaymentsQuery(filters));
  const now = useNow();
  if (dataUpdatedAt === 0) return null;
  // The time of the document is slightly older than its data.
  const age = formatRelative(new Date(Math.min(dataUpdatedAt, now.getTime())), now);
  return (
    <p className="pt-3 text-ink-soft text-sm max-md:sr-only">
      {isRefetchError
        ? `Não conseguimos atualizar a lista: ela é de ${age}.`
        : `Atualizado ${age}. A lista se atualiza a cada 30 segundos.`}
    </p>
  );
}
