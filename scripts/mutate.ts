import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { modules } from './mutation-modules.ts';
import { judge, LEAST_SHARE, type Verdict } from './mutation-verdict.ts';

/**
 * Breaks one module after the other on purpose and counts the breaks that its tests notice. `npm run mutate -- PATH`
 * does it for the modules whose path begins so. Fails below the least share, and on a survivor without a reason in
 * docs/mutation.md. Stryker's own settings are in stryker.config.json: no tsconfig, because what it does with one wants
 * a compiler in JavaScript and ours is native.
 */
const root = join(import.meta.dirname, '..');
const read = (name: string) => readFile(join(root, name), 'utf8');

async function mutate(module: string, tests: readonly string[]): Promise<Verdict> {
  // Not Stryker's own `testFiles`: with it, a broken constant is put in place only after the module was read.
  process.env.MUTATION_TESTS = tests.join(',');
  const mutants = await new Stryker({ mutate: [module] }).runMutationTest();
  return judge(module, await read(module), await read('docs/mutation.md'), mutants);
}

function report({ module, killed, covered, uncovered, share, survivors }: Verdict, seconds: number): void {
  const percent = `${Math.floor(share * 1000) / 10} %`;
  const rest = uncovered > 0 ? `, ${uncovered} reached by none` : '';
  console.log(`${module}: ${killed} of ${covered} noticed (${percent})${rest}, ${Math.round(seconds)} s`);
  for (const { line, row, isExplained } of survivors) {
    console.log(`  ${isExplained ? 'explained' : 'UNEXPLAINED'}, line ${line}: ${row}`);
  }
}

const wanted = process.argv.slice(2);
const chosen = Object.entries(modules).filter(
  ([module]) => wanted.length === 0 || wanted.some((path) => module.startsWith(path)),
);
if (chosen.length === 0) {
  console.error(`scripts/mutation-modules.ts names no module that begins with ${wanted.join(' or ')}.`);
  process.exit(1);
}

const verdicts: Verdict[] = [];
for (const [module, tests] of chosen) {
  const begun = performance.now();
  const verdict = await mutate(module, tests);
  report(verdict, (performance.now() - begun) / 1000);
  verdicts.push(verdict);
}
const bad = verdicts.filter(({ isGood }) => !isGood);
const least = `at least ${LEAST_SHARE * 100} % noticed and every survivor explained`;
console.log(`\n${verdicts.length - bad.length} of ${verdicts.length} modules good: ${least}`);
for (const { module } of bad) console.log(`not good: ${module}`);
process.exitCode = bad.length > 0 ? 1 : 0;
