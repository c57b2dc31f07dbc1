import type { OfflineQuestion } from '#contract/study/offline.ts';
import { savedCache } from '#web/lib/cache-names.ts';
import { QUESTIONS } from '#web/lib/saved-courses.ts';
import { readOwner } from './saved.ts';

/** Every stored list with its address, whether the record of a course names it or not. */
export async function savedQuestionLists(userId: string): Promise<{ address: string; questions: OfflineQuestion[] }[]> {
  if (!(await readOwner(userId))) return [];
  const cache = await caches.open(savedCache(userId));
  const addresses = (await cache.keys())
    .map(({ url }) => new URL(url).pathname)
    .filter((address) => address.startsWith(QUESTIONS));
  return Promise.all(
    addresses.map(async (address) => {
      const stored = await cache.match(address);
      return { address, questions: stored ? ((await stored.json()) as OfflineQuestion[]) : [] };
    }),
  );
}
