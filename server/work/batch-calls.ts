/**
 * Work that many ask for at the same time, done in one go. While one part is under way the next one gathers, so that
 * nobody waits for company: alone, a piece is done at once; in a rush, a hundred share the price of one. Every caller
 * has the result of their own piece, and none before its whole part is done.
 *
 * `keyOf`: two pieces with the same key are never in one part; the later one goes with the next.
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
      // Whatever else has arrived in this turn comes along.
      setImmediate(() => void doAll());
    });
}
