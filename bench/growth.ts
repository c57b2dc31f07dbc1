import type { Result } from './measure.ts';
import { type SizeName, sizes } from './sizes.ts';
import { slope } from './slope.ts';

/** Cost ~ size^exponent, by least squares on the logarithms: about 0 for reads by key and bounded lists. */
export function growth(bySize: Record<SizeName, Result[]>): Record<string, { exponent: number }> {
  const names = bySize.S.map(({ scenario }) => scenario);
  return Object.fromEntries(
    names.map((name) => {
      const points = (Object.keys(sizes) as SizeName[]).flatMap((size) => {
        const found = bySize[size].find(({ scenario }) => scenario === name);
        return found
          ? [{ x: Math.log(sizes[size].students), y: Math.log(found.cpuMs.server + found.cpuMs.database) }]
          : [];
      });
      return [name, { exponent: Number(slope(points).toFixed(2)) }];
    }),
  );
}
