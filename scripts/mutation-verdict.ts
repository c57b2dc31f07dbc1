import type { Stryker } from '@stryker-mutator/core';

export type Mutant = Pick<
  Awaited<ReturnType<Stryker['runMutationTest']>>[number],
  'status' | 'location' | 'replacement'
>;

/** The share of covered mutants that must be killed in each module. */
export const LEAST_SHARE = 0.85;

type Survivor = { line: number; row: string; isExplained: boolean };

export type Verdict = {
  module: string;
  killed: number;
  covered: number;
  uncovered: number;
  share: number;
  survivors: Survivor[];
  isGood: boolean;
};

const LONGEST = 70;
const oneLine = (text: string) => {
  const plain = text.replace(/\s+/g, ' ').replaceAll('`', "'").replaceAll('|', '¦').trim();
  return plain.length > LONGEST ? `${plain.slice(0, LONGEST)}…` : plain;
};

/** What stood at a place of the source; lines and columns are counted from one. */
function textAt(source: string, { start, end }: Mutant['location']): string {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  const last = lines.length - 1;
  lines[last] = (lines[last] ?? '').slice(0, end.column - 1);
  lines[0] = (lines[0] ?? '').slice(start.column - 1);
  return lines.join('\n');
}

/**
 * What a run says of one module. A survivor is explained where the page has a row that begins with the module and the
 * change, as `row` writes them: no line numbers, which move with every edit.
 */
export function judge(module: string, source: string, page: string, mutants: readonly Mutant[]): Verdict {
  const count = (...states: string[]) => mutants.filter(({ status }) => states.includes(status)).length;
  const killed = count('Killed', 'Timeout');
  const survivors = mutants
    .filter(({ status }) => status === 'Survived')
    .map(({ location, replacement = '' }) => {
      const change = `\`${oneLine(textAt(source, location))}\` → \`${oneLine(replacement)}\``;
      const row = `| \`${module}\` | ${change} |`;
      return { line: location.start.line, row, isExplained: page.includes(row) };
    })
    .sort((a, b) => a.line - b.line);
  const covered = killed + survivors.length;
  const share = covered === 0 ? 0 : killed / covered;
  const isGood = share >= LEAST_SHARE && survivors.every(({ isExplained }) => isExplained);
  return { module, killed, covered, uncovered: count('NoCoverage'), share, survivors, isGood };
}
