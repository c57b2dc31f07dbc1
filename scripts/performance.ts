/** Writes the generated parts of docs/performance.md from bench/results/; with --check compares only. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readStored } from '../bench/judged-results.ts';
import { claimsWithoutResult, faultsOfPage, fillPage, renderParts } from '../bench/performance-page.ts';

const path = join(import.meta.dirname, '..', 'docs', 'performance.md');
const page = readFileSync(path, 'utf8');
const stored = await readStored();
const isCheck = process.argv.includes('--check');
if (!isCheck) writeFileSync(path, fillPage(page, renderParts(stored)));
const faults = isCheck ? faultsOfPage(page, stored) : claimsWithoutResult(page);
if (faults.length > 0) {
  console.error(`docs/performance.md:\n  ${faults.join('\n  ')}`);
  process.exitCode = 1;
}
