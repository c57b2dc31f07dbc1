import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/**
 * The long test files begin first (test-order.ts). Vitest knows how long a file took only where it ran before: on a new
 * clone it begins with the largest files, and a short file that takes a minute would leave one worker alone at the end.
 */
const root = join(import.meta.dirname, '..');
export const longestFile = join(import.meta.dirname, 'test-longest.json');

/** Seconds of the long files, by path. */
type Longest = Record<string, number>;

/** A file that takes less fills what the long ones leave. */
const LONG_SECONDS = 5;

export const readLongest = (): Longest => JSON.parse(readFileSync(longestFile, 'utf8')) as Longest;

type VitestReport = { testResults: { name: string; startTime: number; endTime: number }[] };

/** What is known, with the files of these reports as they are now. */
export function longestAfter(known: Longest, reports: readonly string[]): Longest {
  const seconds = new Map(Object.entries(known));
  for (const { name, startTime, endTime } of reports.flatMap(
    (report) => (JSON.parse(report) as VitestReport).testResults,
  )) {
    seconds.set(relative(root, name), Math.round((endTime - startTime) / 1000));
  }
  const long = [...seconds].filter(([, took]) => took >= LONG_SECONDS);
  return Object.fromEntries(long.sort(([, one], [, other]) => other - one));
}

/** The order that is given, with the long files first in each group. */
export function longestFirst<File>(
  files: readonly File[],
  longest: Longest,
  of: (file: File) => { group: string; path: string },
): File[] {
  const secondsOf = (file: File) => longest[relative(root, of(file).path)] ?? 0;
  const groups = Map.groupBy(files, (file) => of(file).group);
  return [...groups.values()].flatMap((group) => group.toSorted((one, other) => secondsOf(other) - secondsOf(one)));
}
