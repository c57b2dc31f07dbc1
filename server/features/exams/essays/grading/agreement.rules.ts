/** How often two readers of one essay gave these tenths of the total, and the sum of first less second in shares. */
export type PairCount = { readerId: string | null; own: number; other: number; count: number; difference: number };

/** Tenths of the total, from 0 to 10. */
const CATEGORIES = 11;

/** Cohen's kappa with quadratic weights. Null: no pairs, or chance alone would agree completely. */
export function quadraticKappa(pairs: readonly Pick<PairCount, 'own' | 'other' | 'count'>[]): number | null {
  const total = pairs.reduce((sum, { count }) => sum + count, 0);
  const own = new Array<number>(CATEGORIES).fill(0);
  const other = new Array<number>(CATEGORIES).fill(0);
  let observed = 0;
  for (const pair of pairs) {
    own[pair.own] = (own[pair.own] ?? 0) + pair.count;
    other[pair.other] = (other[pair.other] ?? 0) + pair.count;
    observed += pair.count * (pair.own - pair.other) ** 2;
  }
  let expected = 0;
  for (const [first, firstCount] of own.entries()) {
    for (const [second, secondCount] of other.entries()) {
      expected += (firstCount * secondCount * (first - second) ** 2) / total;
    }
  }
  return total === 0 || expected === 0 ? null : 1 - observed / expected;
}

export type Agreement = { readerId: string | null; pairs: number; difference: number; kappa: number | null };

/** The figures of each reader; `difference` in hundredths of the total, above 0 for a generous one. */
export function agreementOf(pairs: readonly PairCount[]): Agreement[] {
  return [...Map.groupBy(pairs, ({ readerId }) => readerId)].map(([readerId, own]) => {
    const count = own.reduce((sum, one) => sum + one.count, 0);
    const difference = own.reduce((sum, one) => sum + one.difference, 0);
    return { readerId, pairs: count, difference: (difference / count) * 100, kappa: quadraticKappa(own) };
  });
}
