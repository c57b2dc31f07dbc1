import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { PAYMENT_POLL_MS } from '#contract/limits.ts';
import { countWaiting, type WaitingCounts } from '#contract/school/waiting-counts.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { schoolKeys } from '#web/lib/school-keys.ts';

const waitingCountsQuery = readQuery(countWaiting, schoolKeys.waitingCounts, { refetchInterval: PAYMENT_POLL_MS });

/** The pending tasks of this user. Undefined until loaded. */
export const useWaitingCounts = (): WaitingCounts | undefined => useQuery(waitingCountsQuery).data;

/** A decision on any screen may change a count: refetches after each successful mutation. Mounted once. */
export function useRefreshWaitingCounts(): void {
  useEffect(
    () =>
      queryClient.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'success')
          void queryClient.invalidateQueries({ queryKey: schoolKeys.waitingCounts });
      }),
    [],
  );
}
