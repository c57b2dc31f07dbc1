import { type Result, totalMs } from './measure.ts';
import type { Scenario } from './scenario.ts';
import { type SizeName, sizes } from './sizes.ts';
import { slope } from './slope.ts';

/** Cost ~ size^exponent, by least squares on the logarithms: about 0 for reads by key and bounded lists. */
export type Growth = { scenario: string; cpuMs: Record<SizeName, number>; exponent: number; p99LOverS: number };

export function growth(bySize: Record<SizeName, Result[]>): Growth[] {
  return bySize.S.map(({ scenario }) => {
    const at = (size: SizeName) => {
      const found = bySize[size].find((result) => result.scenario === scenario);
      if (!found) throw new Error(`${scenario} was not measured at ${size}.`);
      return found;
    };
    const names = Object.keys(sizes) as SizeName[];
    const points = names.map((size) => ({ x: Math.log(sizes[size].students), y: Math.log(totalMs(at(size))) }));
    return {
      scenario,
      cpuMs: {
        S: Number(totalMs(at('S')).toFixed(3)),
        M: Number(totalMs(at('M')).toFixed(3)),
        L: Number(totalMs(at('L')).toFixed(3)),
      },
      exponent: Number(slope(points).toFixed(2)),
      p99LOverS: Number((at('L').p99AtHalf / at('S').p99AtHalf).toFixed(2)),
    };
  });
}

export function missedGrowth(rows: readonly Growth[], scenarios: readonly Scenario[]): string[] {
  return rows.flatMap(({ scenario, p99LOverS }) => {
    const bar = scenarios.find(({ name }) => name === scenario)?.bars?.p99Growth;
    return bar !== undefined && p99LOverS > bar ? [`${scenario}: p99 at L is ${p99LOverS} of S, bar ${bar}`] : [];
  });
}
