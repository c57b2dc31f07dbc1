import type { OfflineQuestion } from '#contract/study/offline.ts';
import { savedCache } from '#web/lib/cache-names.ts';
import { QUESTIONS } from '#web/lib/saved-courses.ts';
import { listSaved, readOwner, readSaved } from './saved.ts';

/** The questions with keys that were taken along for a lesson, or for today's review. */
export const savedQuestions = async (userId: string, of: number | 'review'): Promise<OfflineQuestion[]> =>
  (await readSaved<OfflineQuestion[]>(userId, `questions/${of}`)) ?? [];

/** All that can be practised now, each question once. */
export async function allSavedQuestions(userId: string): Promise<OfflineQuestion[]> {
  const lists = await listSaved<OfflineQuestion[]>(userId, 'questions');
  return [...new Map(lists.flat().map((question) => [question.id, question])).values()];
}

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
