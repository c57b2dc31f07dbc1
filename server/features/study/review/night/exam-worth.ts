import { GROUP_QUESTIONS } from '../topic-groups.ts';

/** How many questions the bank has of a topic; under null those without one. */
export type BankTopic = { topicId: number | null; count: number };

/** The bank by the groups in which the list repeats a topic; a question without a topic stands alone. */
export const inGroups = (bank: readonly BankTopic[]): BankTopic[] =>
  bank.map(({ topicId, count }) => ({
    topicId,
    count: topicId === null ? count : Math.ceil(count / GROUP_QUESTIONS),
  }));

/** What the exam asks about a topic is shared by the bank's questions of it; without a syllabus all count alike. */
export function worthOfQuestion(
  worth: ReadonlyMap<number, number>,
  bank: readonly BankTopic[],
  topicId: number | null,
): number {
  if (worth.size === 0) return 1;
  const points = topicId === null ? 0 : (worth.get(topicId) ?? 0);
  const count = bank.find((topic) => topic.topicId === topicId)?.count ?? 0;
  return points / Math.max(1, count);
}

/** Unanswered questions grouped by worth, as many as are reachable before the exam. */
export function freshGroups(
  worth: ReadonlyMap<number, number>,
  bank: readonly BankTopic[],
  topicsOfSeen: readonly (number | null)[],
  reachable: number,
): { worth: number; count: number }[] {
  const seen = new Map<number | null, number>();
  for (const topicId of topicsOfSeen) seen.set(topicId, (seen.get(topicId) ?? 0) + 1);
  const parts = bank
    .map(({ topicId, count }) => ({
      worth: worthOfQuestion(worth, bank, topicId),
      count: Math.max(0, count - (seen.get(topicId) ?? 0)),
    }))
    .filter((part) => part.worth > 0 && part.count > 0)
    .toSorted((a, b) => b.worth - a.worth);
  let left = reachable;
  return parts.flatMap((part) => {
    const count = Math.min(left, part.count);
    left -= count;
    return count > 0 ? [{ ...part, count }] : [];
  });
}
