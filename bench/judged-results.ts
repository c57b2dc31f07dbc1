import { type Bars, type Judged, judge, type Reached, times } from './bars.ts';
import { limits } from './limits.ts';
import { type Result, totalMs } from './measure.ts';
import { judgeProgram, programs } from './programs.ts';
import { readProgram, readScenarios, type StoredProgram } from './report.ts';
import { productVersion, type Run, whyOld } from './run-details.ts';
import type { Scenario } from './scenario.ts';
import { scenarios } from './scenarios/index.ts';
import { type SizeName, sizes } from './sizes.ts';
import { slope } from './slope.ts';

/** Cost ~ size^exponent. Every read of one thing or one page is to be independent of the size of the school. */
const READ_EXPONENT = 0.15;

export const sizeNames = Object.keys(sizes) as SizeName[];

export type Stored = {
  version: string;
  sizes: Record<SizeName, Result[]>;
  programs: Record<string, StoredProgram | null>;
};

export async function readStored(): Promise<Stored> {
  const [S, M, L] = await Promise.all([readScenarios('S'), readScenarios('M'), readScenarios('L')]);
  const entries = await Promise.all(programs.map(async ({ file }) => [file, await readProgram(file)] as const));
  return { version: productVersion(), sizes: { S, M, L }, programs: Object.fromEntries(entries) };
}

const allRuns = ({ sizes: bySize, programs: byFile }: Stored): Run[] => [
  ...sizeNames.flatMap((size) => bySize[size].flatMap(({ counts, cost }) => [counts.run, ...(cost ? [cost.run] : [])])),
  ...Object.values(byFile).flatMap((stored) => (stored ? [stored.run] : [])),
];

/** What counts of the stored results: those that are too old, or of before `since`, count as if they did not exist. */
export function currentOf(stored: Stored, since = '') {
  const newest = allRuns(stored).reduce((latest, { date }) => (date > latest ? date : latest), '');
  const isCurrent = (run: Run) => run.date >= since && whyOld(run, stored.version, newest) === null;
  const find = (size: SizeName, name: string) => stored.sizes[size].find(({ scenario }) => scenario === name);
  return {
    counts(size: SizeName, name: string) {
      const counts = find(size, name)?.counts;
      return counts && isCurrent(counts.run) ? counts : null;
    },
    cost(size: SizeName, name: string) {
      const cost = find(size, name)?.cost;
      return cost && isCurrent(cost.run) ? cost : null;
    },
    program(file: string) {
      const found = stored.programs[file];
      return found && isCurrent(found.run) ? found : null;
    },
  };
}

export type Current = ReturnType<typeof currentOf>;

/** The cost of a scenario at each size, in bare requests of the same run, so that sizes of different runs compare. */
export const timesBySize = (current: Current, name: string): (number | null)[] =>
  sizeNames.map((size) => {
    const cost = current.cost(size, name);
    return cost && times(totalMs(cost), cost.run.machine, 'nodeMs');
  });

export function exponentOf(costs: readonly (number | null)[]): number | null {
  const points = costs.flatMap((cost, index) => {
    const size = sizeNames[index];
    return cost && size ? [{ x: Math.log(sizes[size].students), y: Math.log(cost) }] : [];
  });
  return points.length === sizeNames.length ? Number(slope(points).toFixed(2)) : null;
}

export const barsOf = ({ name, bars, grows }: Scenario): Bars => ({
  ...limits[name],
  ...(grows === false ? {} : { exponent: READ_EXPONENT }),
  ...bars,
});

function reachedBy(current: Current, name: string): Reached {
  const counts = current.counts('S', name);
  const cost = current.cost('S', name);
  return {
    statements: counts?.statements ?? null,
    bytes: counts?.bytes ?? null,
    nodeTimes: cost && times(totalMs(cost), cost.run.machine, 'nodeMs'),
    insertTimes: cost && times(totalMs(cost), cost.run.machine, 'insertMs'),
    httpRatio: cost?.httpRatio ?? null,
    pgRatio: cost?.pgRatio ?? null,
    besideRatio: cost?.besideRatio ?? null,
    exponent: exponentOf(timesBySize(current, name)),
  };
}

export const judgeStored = (current: Current): Judged[] => [
  ...scenarios.flatMap((scenario) => judge(scenario.name, barsOf(scenario), reachedBy(current, scenario.name))),
  ...programs.flatMap((program) => {
    const found = current.program(program.file);
    return judgeProgram(program, found && { result: found.result, machine: found.run.machine });
  }),
];

export const judgeScenarios = async (): Promise<Judged[]> => judgeStored(currentOf(await readStored()));

/** Everything that `npm run bench -- --all` owes a result for, and has none that is current. */
export function missingResults(current: Current): string[] {
  const missing: string[] = [];
  for (const { name, grows } of scenarios) {
    if (!current.counts('S', name)) missing.push(`${name}: statements and bytes`);
    for (const size of grows === false ? (['S'] as const) : sizeNames)
      if (!current.cost(size, name)) missing.push(`${name}: cost at ${size}`);
  }
  for (const { name, file } of programs) if (!current.program(file)) missing.push(name);
  return missing;
}
