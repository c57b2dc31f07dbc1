import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { modules } from './mutation-modules.ts';
import { judge, type Mutant } from './mutation-verdict.ts';

const source = 'const a = 1;\nconst b = a | 2;\n';
const mutant = (status: Mutant['status'], replacement = 'a & 2'): Mutant => ({
  status,
  replacement,
  location: { start: { line: 2, column: 11 }, end: { line: 2, column: 16 } },
});
const row = '| `a.ts` | `a ¦ 2` → `a & 2` |';
const many = (count: number, status: Mutant['status']) => Array.from({ length: count }, () => mutant(status));

test('every named module and test is there', () => {
  const named = Object.entries(modules).flatMap(([module, tests]) => [module, ...tests]);
  expect(named.filter((name) => !existsSync(join(import.meta.dirname, '..', name)))).toEqual([]);
});

test('mutants that tests reach are counted, also those that run without end', () => {
  const mutants = [...many(3, 'Killed'), mutant('Timeout'), mutant('Survived'), ...many(2, 'NoCoverage')];
  expect(judge('a.ts', source, `${row} why |`, mutants)).toEqual({
    module: 'a.ts',
    killed: 4,
    covered: 5,
    uncovered: 2,
    share: 0.8,
    survivors: [{ line: 2, row, isExplained: true }],
    isGood: false,
  });
});

test('the verdict is good at the minimum share, with every survivor explained', () => {
  const mutants = [...many(17, 'Killed'), ...many(3, 'Survived')];
  expect(judge('a.ts', source, `${row} why |`, mutants).isGood).toBe(true);
  expect(judge('a.ts', source, 'nothing', mutants).isGood).toBe(false);
  expect(judge('a.ts', source, `${row} why |`, [...mutants, mutant('Survived')]).isGood).toBe(false);
  expect(judge('a.ts', source, `${row} why |`, [...mutants, mutant('Killed'), mutant('Survived', 'a')]).isGood).toBe(
    false,
  );
});

test('a module that no test reaches is not good', () => {
  expect(judge('a.ts', source, '', many(3, 'NoCoverage')).isGood).toBe(false);
});
