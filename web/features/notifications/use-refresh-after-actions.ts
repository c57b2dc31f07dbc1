import { useEffect } from 'react';
import { queryClient } from '../../lib/query-client.ts';
import { keys } from '../../lib/query-keys.ts';
import { unreadQuery } from '../../lib/unread.ts';

const SHORTEST_PAUSE_MS = 10_000;

/** One's own actions can cause notifications: ask again after each, but not with every answer of a simulado. */
export function useRefreshAfterActions(): void {
  useEffect(() => {
    let last = Number.NEGATIVE_INFINITY;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = () => {
      timer = undefined;
      last = performance.now();
      void queryClient.invalidateQueries(unreadQuery);
    };
    const unsubscribe = queryClient.getMutationCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'success') return;
      if (event.mutation.options.mutationKey?.[0] === keys.notifications.all[0]) return;
      timer ??= setTimeout(refresh, Math.max(0, last + SHORTEST_PAUSE_MS - performance.now()));
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, []);
}
