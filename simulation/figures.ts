import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints } from '#contract/index.ts';

const contract = join(import.meta.dirname, '../contract');

/** Parts of the contract whose every writing call is to be used, by their files. */
const areaFiles: Record<string, RegExp> = {
  money: /^money\//,
  access: /^(money\/access|people\/people|people\/accounts)\.ts$/,
  exams: /^exams\//,
  review: /^study\/review/,
};

const writing = new Set(Object.entries(endpoints).flatMap(([name, { method }]) => (method === 'GET' ? [] : name)));

async function writesIn(files: RegExp): Promise<string[]> {
  const names = await readdir(contract, { recursive: true, encoding: 'utf8' });
  const chosen = names.filter((name) => files.test(name) && /(?<!\.test)\.ts$/.test(name)).sort();
  const modules = await Promise.all(chosen.map((name) => import(join(contract, name)) as Promise<object>));
  return modules.flatMap(Object.keys).filter((name) => writing.has(name));
}

export type Coverage = { area: string; used: number; of: number; unused: string[] };

/** How many writing calls were answered with success, in all and by area. */
export async function coverageOf(used: ReadonlySet<string>): Promise<Coverage[]> {
  const areas: [string, string[]][] = [['all', [...writing]]];
  for (const [area, files] of Object.entries(areaFiles)) areas.push([area, await writesIn(files)]);
  return areas.map(([area, calls]) => {
    const unused = calls.filter((name) => !used.has(name));
    return { area, used: calls.length - unused.length, of: calls.length, unused };
  });
}

const percent = ({ used, of }: Coverage) => Math.round((used * 100) / of);

export const coverageLines = (coverage: readonly Coverage[]): string[] =>
  coverage.map((one) => {
    const missing = one.area === 'all' || one.unused.length === 0 ? '' : `; not used: ${one.unused.join(', ')}`;
    return `writing calls, ${one.area}: ${one.used} of ${one.of} (${percent(one)} %)${missing}`;
  });

/** The first recorded run. A later one may be slower by a fifth at most. */
export type Bar = { schoolDaysACpuMinute: number; recordedOn: string };

const SLOWER_MAX = 0.2;
/** A shorter run is mostly its own start. */
export const DAYS_TO_JUDGE = 40;

/** Why a run is too slow; undefined: it is not, or it was too short to tell. */
export function tooSlow(bar: Bar, { days, daysACpuMinute }: { days: number; daysACpuMinute: number }) {
  const least = bar.schoolDaysACpuMinute * (1 - SLOWER_MAX);
  return days < DAYS_TO_JUDGE || daysACpuMinute >= least
    ? undefined
    : `${daysACpuMinute.toFixed(1)} school-days a CPU-minute are less than ${least.toFixed(1)}, four fifths of the ${bar.schoolDaysACpuMinute} of ${bar.recordedOn}.`;
}
