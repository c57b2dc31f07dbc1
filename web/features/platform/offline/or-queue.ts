import type { User } from '#contract/platform/users.ts';
import { isRefused } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';

type Outbox = typeof import('./outbox.ts');

/** Offline, the action is queued and sent later. The code for that is loaded on demand. */
export async function orQueue<T>(doing: Promise<T>, keep: (outbox: Outbox, userId: string) => T): Promise<T> {
  try {
    return await doing;
  } catch (error) {
    const user = queryClient.getQueryData<User>(keys.session);
    if (!user || !isRefused(error, 'offline')) throw error;
    const outbox = await import('./outbox.ts').catch(() => null);
    if (!outbox) throw error;
    return keep(outbox, user.id);
  }
}
