import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  currentOf,
  exponentOf,
  judgeStored,
  missingResults,
  readStored,
  type Stored,
} from '../bench/judged-results.ts';
import { limits } from '../bench/limits.ts';
import type { Result } from '../bench/measure.ts';
import { claimsWithoutResult, faultsOfPage, fillPage, renderParts } from '../bench/performance-page.ts';
import { METHOD, type Run } from '../bench/run-details.ts';
import { scenarios } from '../bench/scenarios/index.ts';

const run: Run = {
  commit: 'abc1234567',
  date: '2026-11-18T20:00',
  version: '1.0.0',
  method: METHOD,
  load: 0.4,
  cores: 2,
  machine: { nodeMs: 0.02, insertMs: 0.1 },
};

const hotLesson = (change: { run?: Partial<Run>; httpRatio?: number; statements?: number } = {}): Result => {
  const ownRun = { ...run, ...change.run };
  return {
    scenario: 'lesson, hot',
    counts: { statements: change.statements ?? 0, bytes: 2700, run: ownRun },
    cost: {
      perSecond: 20_000,
      p50AtHalf: 1,
      p99AtHalf: 2,
      cpuMs: { server: 0.04, database: 0 },
      memoryMb: 200,
      httpRatio: change.httpRatio ?? 0.7,
      pgRatio: null,
      besideRatio: null,
      ofWhich: null,
      run: ownRun,
    },
  };
};

const storedWith = (...results: Result[]): Stored => ({
  version: '1.0.0',
  sizes: { S: results, M: [], L: [] },
  programs: {},
});

const verdicts = (stored: Stored, subject = 'lesson, hot') =>
  Object.fromEntries(
    judgeStored(currentOf(stored))
      .filter((one) => one.subject === subject)
      .map(({ bar, verdict }) => [bar, verdict]),
  );

const page = (written = '') =>
  `${['summary', 'missing', 'runs', 'scenarios', 'growth', 'programs']
    .map((name) => `<!-- generated: ${name} -->\n<!-- /generated -->`)
    .join('\n\n')}\n${written}`;

it('the performance page of the repository agrees with the stored results', async () => {
  const text = readFileSync(join(import.meta.dirname, '..', 'docs', 'performance.md'), 'utf8');
  expect(faultsOfPage(text, await readStored())).toEqual([]);
});

it('every scenario has a limit of statements and bytes, and nothing else has one', () => {
  expect(Object.keys(limits).sort()).toEqual(scenarios.map(({ name }) => name).sort());
});

it('judges ratios, statements and bytes by the ceilings of the same run', () => {
  expect(verdicts(storedWith(hotLesson()))).toEqual({
    statements: 'holds',
    bytes: 'holds',
    '× bare node': 'holds',
    'of node:http': 'holds',
    'exponent S to L': 'missing',
  });
  expect(verdicts(storedWith(hotLesson({ httpRatio: 0.59, statements: 1 })))).toMatchObject({
    statements: 'missed',
    'of node:http': 'missed',
  });
  // 0.04 ms are two bare requests on one machine, and forty on another that is twenty times faster.
  const machine = { nodeMs: 0.001, insertMs: 0.1 };
  expect(verdicts(storedWith(hotLesson({ run: { machine } })))['× bare node']).toBe('missed');
});

it.each([
  ['of another version', { version: '0.9.0' }],
  ['of another method', { method: METHOD - 1 }],
  ['two months older than the newest', { date: '2026-09-01T20:00' }],
])('a result %s counts as missing', (_, change) => {
  const newest = { ...hotLesson(), scenario: 'landing' };
  const current = currentOf(storedWith(hotLesson({ run: change }), newest));
  expect(missingResults(current)).toContain('lesson, hot: cost at S');
  expect(missingResults(current)).not.toContain('landing: cost at S');
  expect(verdicts(storedWith(hotLesson({ run: change }), newest))['of node:http']).toBe('missing');
});

it('a result older than a full run counts as missing in that run', () => {
  expect(missingResults(currentOf(storedWith(hotLesson()), '2026-11-18T20:01'))).toContain('lesson, hot: cost at S');
});

it('the exponent of a cost is calculated, and is missing where a size is missing', () => {
  expect(exponentOf([10, 10, 10])).toBe(0);
  expect(exponentOf([1, 20, 200])).toBe(1);
  expect(exponentOf([10, null, 10])).toBeNull();
});

it('fails a page whose generated part says what the results do not', () => {
  const stored = storedWith(hotLesson({ httpRatio: 0.32 }));
  const written = fillPage(page(), renderParts(stored));
  expect(faultsOfPage(written, stored)).toEqual([]);
  expect(written).toContain('**0.32** (≥ 0.6)');
  expect(faultsOfPage(written.replace('**0.32**', '0.72'), stored)).toHaveLength(1);
  expect(faultsOfPage(written, storedWith(hotLesson()))).toHaveLength(1);
  expect(faultsOfPage(page().replace('generated: growth', 'generated: grown'), stored)).toHaveLength(1);
});

it('fails a figure that is written by hand outside the dated sections of the history', () => {
  expect(claimsWithoutResult('A hot lesson costs 0.04 ms.')).toHaveLength(1);
  expect(claimsWithoutResult('The landing page has 11 KB; 99 % are fast.')).toHaveLength(1);
  expect(claimsWithoutResult('500 lessons, 50 quizzes, size S')).toEqual([]);
  const past = (heading: string) => `# Page\n\n## History\n\n${heading}\n\n20 ms an attempt.`;
  expect(claimsWithoutResult(past('### Rush, 2026-11-17, `93054701`'))).toEqual([]);
  expect(claimsWithoutResult(past('### Rush'))).toHaveLength(1);
  expect(claimsWithoutResult(past('No heading.'))).toHaveLength(1);
});
