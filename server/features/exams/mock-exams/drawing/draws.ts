/**
 * Draws `counts[rule]` questions for each rule out of its pool, none twice. Rules may overlap ("10 de Português", "5
 * difíceis"), so a question that one rule holds is passed on where another needs it: whatever can be filled is filled.
 * Pools come in random order; the result is as random as they are.
 */
export function drawWithoutRepeats(counts: readonly number[], pools: readonly (readonly number[])[]): number[][] {
  const slots = counts.flatMap((count, rule) => Array.from({ length: count }, () => rule));
  const holders = new Map<number, number>();
  const place = (slot: number, tried: Set<number>): boolean => {
    const pool = pools[slots[slot] ?? 0] ?? [];
    const free = pool.find((question) => !holders.has(question));
    if (free !== undefined) {
      holders.set(free, slot);
      return true;
    }
    for (const question of pool) {
      const holder = holders.get(question);
      if (holder === undefined || tried.has(question)) continue;
      tried.add(question);
      if (slots[holder] !== slots[slot] && place(holder, tried)) {
        holders.set(question, slot);
        return true;
      }
    }
    return false;
  };
  for (const slot of slots.keys()) place(slot, new Set());
  const drawn: number[][] = counts.map(() => []);
  for (const [question, slot] of holders) drawn[slots[slot] ?? 0]?.push(question);
  return drawn;
}

type OfText = { questionId: number; baseTextId: number | null };

/**
 * Appends the questions selected by the draw to the fixed ones. A question with a base text goes right after the last
 * question with the same text.
 */
export function groupByBaseText<Question extends OfText>(
  fixed: readonly Question[],
  drawn: readonly Question[],
): Question[] {
  const sheet = [...fixed];
  for (const question of drawn) {
    const { baseTextId } = question;
    const last = baseTextId === null ? -1 : sheet.findLastIndex((other) => other.baseTextId === baseTextId);
    sheet.splice(last < 0 ? sheet.length : last + 1, 0, question);
  }
  return sheet;
}
