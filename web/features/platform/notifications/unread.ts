import { countUnread } from '#contract/platform/notifications.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';

const POLL_MS = 60_000;

/** How many notifications wait: the bell's number. */
export const unreadQuery = readQuery(countUnread, keys.notifications.unread, { refetchInterval: POLL_MS });
