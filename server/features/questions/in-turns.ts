import { setImmediate } from 'node:timers/promises';

/** So long nobody else is kept waiting. */
const TURN_MS = 10;

/** Maps one after the other, and lets other requests have their turn whenever it has taken a while. */
export async function mapInTurns<Item, Result>(items: readonly Item[], map: (item: Item) => Result): Promise<Result[]> {
  const results: Result[] = [];
  let begun = performance.now();
  for (const item of items) {
    results.push(map(item));
    if (performance.now() - begun < TURN_MS) continue;
    await setImmediate();
    begun = performance.now();
  }
  return results;
}
