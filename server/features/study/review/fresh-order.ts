/** What new questions are taken from, and what is known of them. */
export type FreshChoices = {
  /** Active questions of the bank, the oldest first. */
  byTopic: ReadonlyMap<number, readonly number[]>;
  bySubject: readonly (readonly number[])[];
  /** What each topic is worth in the exam, and how many of its questions were answered. */
  worth: ReadonlyMap<number, number>;
  answered: ReadonlyMap<number, number>;
  /** Neither answered before nor withheld from this student. */
  mayCome: (questionId: number) => boolean;
};

/**
 * New questions by descending worth. Topics take turns by the Sainte-Laguë method: their weight in the exam against
 * the number of its questions answered so far. Topics that the exam does not ask come last, one question per subject in turn.
 */
export function inOrderOfWorth(
  { byTopic, bySubject, worth, answered, mayCome }: FreshChoices,
  count: number,
): number[] {
  const topics = [...worth]
    .filter(([, weight]) => weight > 0)
    .map(([id, weight]) => ({ weight, taken: answered.get(id) ?? 0, next: inTurn(byTopic.get(id) ?? [], mayCome) }))
    .map((topic) => ({ ...topic, id: topic.next() }));
  const ordered = new Set<number>();
  while (ordered.size < count) {
    let best: (typeof topics)[number] | undefined;
    for (const topic of topics) if (topic.id !== undefined && (!best || shareOf(topic) > shareOf(best))) best = topic;
    if (best?.id === undefined) break;
    ordered.add(best.id);
    best.taken += 1;
    best.id = best.next();
  }
  let subjects = bySubject.map((ids) => inTurn(ids, (id) => mayCome(id) && !ordered.has(id)));
  while (ordered.size < count && subjects.length > 0) {
    const left: typeof subjects = [];
    for (const next of subjects) {
      const id = ordered.size < count ? next() : undefined;
      if (id === undefined) continue;
      ordered.add(id);
      left.push(next);
    }
    subjects = left;
  }
  return [...ordered];
}

const shareOf = ({ weight, taken }: { weight: number; taken: number }) => weight / (2 * taken + 1);

function inTurn(ids: readonly number[], mayCome: (id: number) => boolean): () => number | undefined {
  let at = 0;
  return () => {
    while (at < ids.length && !mayCome(ids[at] as number)) at += 1;
    at += 1;
    return ids[at - 1];
  };
}
