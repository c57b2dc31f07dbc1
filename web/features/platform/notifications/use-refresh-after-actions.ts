import { useEffect } from 'react';
import type { Key } from '#web/lib/entry-keys.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { unreadQuery } from './unread.ts';

const SHORTEST_PAUSE_MS = 10_000;

/** Reading a notification causes none. */
const mayCauseOne = ({ options }: { options: { mutationKey?: Key | undefined } }) =>
  options.mutationKey?.[0] !== keys.notifications.all[0];

/**
 * The user's actions can cause notifications: refetches after each, but not after every answer of a simulado. The bell
 * mounts after its screen with the preloaded count, so actions before that are included.
 */
export function useRefreshAfterActions(): void {
  useEffect(() => {
    let last = Number.NEGATIVE_INFINITY;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = () => {
      timer = undefined;
      last = performance.now();
      void queryClient.invalidateQueries(unreadQuery);
    };
    const plan = () => {
      timer ??= setTimeout(refresh, Math.max(0, last + SHORTEST_PAUSE_MS - performance.now()));
    };
    const mutations = queryClient.getMutationCache();
    if (mutations.getAll().some((each) => each.state.status === 'success' && mayCauseOne(each))) plan();
    const unsubscribe = mutations.subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'success' && mayCauseOne(event.mutation)) plan();
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, []);
}
