import type { PracticeSubject } from '../../../contract/practice.ts';

type Counted = PracticeSubject['topics'][number];
type Offered = { id: number; parentId: number | null; topic: string; count: number };

/** What can be chosen: a topic counts its subtopics' questions, and stands there even where it has none of its own. */
export function practiceTopics(topics: readonly Counted[]): Offered[] {
  const offered = new Map<number, Offered>();
  const total = (id: number) =>
    topics.reduce((sum, one) => (one.id === id || one.parentId === id ? sum + one.count : sum), 0);
  for (const { id, parentId, parentName, topic, count } of topics) {
    if (id === null) continue;
    if (parentId !== null && parentName !== null && !offered.has(parentId)) {
      offered.set(parentId, { id: parentId, parentId: null, topic: parentName, count: total(parentId) });
    }
    offered.set(id, { id, parentId, topic, count: parentId === null ? total(id) : count });
  }
  return [...offered.values()];
}
