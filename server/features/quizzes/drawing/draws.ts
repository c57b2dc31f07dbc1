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
