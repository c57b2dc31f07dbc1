import type { Result } from './measure.ts';
import { type SizeName, sizes } from './sizes.ts';

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

function slope(points: { x: number; y: number }[]): number {
  const mean = (of: 'x' | 'y') => points.reduce((sum, point) => sum + point[of], 0) / points.length;
  const [mx, my] = [mean('x'), mean('y')];
  const covariance = points.reduce((sum, { x, y }) => sum + (x - mx) * (y - my), 0);
  const variance = points.reduce((sum, { x }) => sum + (x - mx) ** 2, 0);
  return variance === 0 ? 0 : covariance / variance;
}
