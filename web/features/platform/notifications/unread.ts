import { queryOptions } from '@tanstack/react-query';
import { countUnread } from '#contract/platform/notifications.ts';
import { call } from '#web/lib/api.ts';
import { keys } from '#web/lib/query-keys.ts';

const POLL_MS = 60_000;

/** How many notifications wait: the bell's number. */
export const unreadQuery = queryOptions({
  queryKey: keys.notifications.unread,
  queryFn: ({ signal }) => call(countUnread, { signal }),
  refetchInterval: POLL_MS,
});
