import type { OfflineQuestion } from '#contract/study/offline.ts';
import { listSaved, readSaved } from './saved.ts';

/** The questions with keys that were taken along for a lesson, or for today's review. */
export const savedQuestions = async (userId: string, of: number | 'review'): Promise<OfflineQuestion[]> =>
  (await readSaved<OfflineQuestion[]>(userId, `questions/${of}`)) ?? [];

/** All that can be practised now, each question once. */
export async function allSavedQuestions(userId: string): Promise<OfflineQuestion[]> {
  const lists = await listSaved<OfflineQuestion[]>(userId, 'questions');
  return [...new Map(lists.flat().map((question) => [question.id, question])).values()];
}
