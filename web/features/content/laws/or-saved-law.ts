import type { User } from '#contract/platform/users.ts';
import type { SavedLaw } from '#web/features/platform/offline/saved-laws.ts';
import { isRefused } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';

type SavedLaws = typeof import('#web/features/platform/offline/saved-laws.ts');

/**
 * Without a network, what the law on this device says; the code for that is loaded on demand. It was stored as of the
 * edital's day: today's text is the same only where there is no edital.
 */
export async function orSavedLaw<T>(
  doing: Promise<T>,
  { id, on }: { id: number; on: 'today' | undefined },
  pick: (saved: SavedLaw, laws: SavedLaws) => T | null,
): Promise<T> {
  try {
    return await doing;
  } catch (error) {
    const user = queryClient.getQueryData<User>(keys.session);
    if (!user || !isRefused(error, 'offline')) throw error;
    const laws = await import('#web/features/platform/offline/saved-laws.ts').catch(() => null);
    const saved = (await laws?.readSavedLaw(user.id, id)) ?? null;
    const fits = saved !== null && (on === undefined || saved.law.asOf.edital === null);
    const found = laws && saved && fits ? pick(saved, laws) : null;
    if (found === null) throw error;
    return found;
  }
}
