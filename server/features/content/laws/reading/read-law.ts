import type { LawLine } from './law-lines.ts';
import { findGaps, markOldVersions } from './law-versions.ts';
import { type LawReading, parseLaw } from './parse-law.ts';

const PROBLEMS_MAX = 300;

/** The devices of a norm, with everything that was not understood. */
export function readLaw(lines: readonly LawLine[]): LawReading {
  const reading = parseLaw(lines);
  markOldVersions(reading.devices);
  const found = [...reading.problems, ...findGaps(reading.devices)];
  const all = [...new Map(found.map((problem) => [`${problem.line} ${problem.words}`, problem])).values()].sort(
    (one, other) => one.line - other.line,
  );
  return {
    ...reading,
    problems: all.slice(0, PROBLEMS_MAX),
    moreProblems: reading.moreProblems + Math.max(0, all.length - PROBLEMS_MAX),
  };
}
