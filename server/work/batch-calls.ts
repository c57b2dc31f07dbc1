/**
 * Batches concurrent calls. While one batch runs the next one gathers, so no call waits for others to join: a single
 * call runs at once; in a rush, a hundred share the cost of one. Every caller gets the result of its item, and none
 * before its whole batch is done.
 *
 * `keyOf`: two items with the same key are never in one batch; the later one goes with the next.
 */
export function batchCalls<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  { most, keyOf }: { most: number; keyOf: (item: Item) => string },
): (item: Item) => Promise<Result> {
  type Piece = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void };
  let waiting: Piece[] = [];
  let isBusy = false;

  const nextPart = (): Piece[] => {
    const keys = new Set<string>();
    const later: Piece[] = [];
    const part = waiting.filter((piece) => {
      const key = keyOf(piece.item);
      const fits = keys.size < most && !keys.has(key);
      if (fits) keys.add(key);
      else later.push(piece);
      return fits;
    });
    waiting = later;
    return part;
  };

  const doPart = async (part: readonly Piece[]): Promise<void> => {
    try {
      const results = await work(part.map(({ item }) => item));
      if (results.length !== part.length) throw new Error('As many results as pieces of work.');
      for (const [at, { resolve }] of part.entries()) resolve(results[at] as Result);
    } catch (error) {
      for (const { reject } of part) reject(error);
    }
  };

  const doAll = async (): Promise<void> => {
    while (waiting.length > 0) await doPart(nextPart());
    isBusy = false;
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (isBusy) return;
      isBusy = true;
      // Calls of the same turn join the batch.
      setImmediate(() => void doAll());
    });
}
