/** A question that was never answered, and the topic it belongs to. */
export type Unseen = { questionId: number; topicId: number | null; topic: string; subject: string | null };

/**
 * New questions in the order in which they are worth it: the topic that the exam asks most about for what was answered
 * of it, one after the other (Sainte-Laguë). What the exam does not ask comes last, as it came.
 */
export function inOrderOfWorth<Q extends Unseen>(
  questions: readonly Q[],
  { worth, answered }: { worth: ReadonlyMap<number, number>; answered: ReadonlyMap<number, number> },
): Q[] {
  const isAsked = ({ topicId }: Q) => topicId !== null && (worth.get(topicId) ?? 0) > 0;
  const topics = [...Map.groupBy(questions.filter(isAsked), ({ topicId }) => topicId as number)].map(([id, own]) => ({
    weight: worth.get(id) ?? 0,
    taken: answered.get(id) ?? 0,
    left: [...own].reverse(),
  }));
  const ordered: Q[] = [];
  const share = ({ weight, taken }: (typeof topics)[number]) => weight / (2 * taken + 1);
  for (;;) {
    const open = topics.filter(({ left }) => left.length > 0);
    if (open.length === 0) return [...ordered, ...questions.filter((one) => !isAsked(one))];
    const best = open.reduce((a, b) => (share(b) > share(a) ? b : a));
    best.taken += 1;
    ordered.push(best.left.pop() as Q);
  }
}
