/**
 * Every scenario at every size and every long program, one after the other (hours): `npm run bench -- --all`. Ends with
 * a list of results that are missing or old, and fails when there is one, or when a program has failed.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { currentOf, missingResults, readStored } from './judged-results.ts';
import { programs } from './programs.ts';

const runs = [
  ['--size', 'S'],
  ['--size', 'M', '--reads'],
  ['--size', 'L', '--reads'],
  ...programs.map(({ args }) => args),
];
const begun = new Date().toISOString().slice(0, 16);
const failed: string[] = [];
for (const args of runs) {
  console.log(`\n# npm run bench -- ${args.join(' ')}`);
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, 'run.ts'), ...args], { stdio: 'inherit' });
  if (status !== 0) failed.push(args.join(' '));
}
// Results of before this run are missing, too: a program that fails leaves those of an earlier one.
const missing = missingResults(currentOf(await readStored(), begun));
if (failed.length > 0) console.log(`\nFailed:\n  ${failed.join('\n  ')}`);
console.log(missing.length > 0 ? `\nMissing or old results:\n  ${missing.join('\n  ')}` : '\nNo result is missing.');
if (failed.length + missing.length > 0) process.exitCode = 1;
