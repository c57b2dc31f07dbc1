import { expect, test } from 'vitest';
import { countPlaywright, countVitest, failuresOfPlaywright, failuresOfVitest, sum } from './test-count.ts';

const vitest = (passed: number, failed: number, files: object[] = []) =>
  JSON.stringify({ numPassedTests: passed, numFailedTests: failed, testResults: files });
const playwright = (expected: number, unexpected: number, flaky = 0) =>
  JSON.stringify({ stats: { expected, unexpected, flaky, skipped: 0 } });

test('passed and failed tests are counted', () => {
  expect(countVitest(vitest(5, 2), 1)).toEqual({ passed: 5, failed: 2 });
  expect(countPlaywright(playwright(3, 1), 1)).toEqual({ passed: 3, failed: 1 });
  expect(sum([countVitest(vitest(5, 0), 0), countPlaywright(playwright(3, 1), 1)])).toEqual({ passed: 8, failed: 1 });
});

test('a file that does not load is a failure', () => {
  expect(countVitest(vitest(5, 0, [{ status: 'failed', assertionResults: [] }]), 1)).toEqual({ passed: 5, failed: 1 });
});

test('a browser test that passes only at times is a failure', () => {
  expect(countPlaywright(playwright(3, 0, 1), 0)).toEqual({ passed: 3, failed: 1 });
});

test('a suite that ran nothing, wrote no report, or failed without naming a test is a failure', () => {
  expect(countVitest(vitest(0, 0), 0)).toEqual({ passed: 0, failed: 1 });
  expect(countPlaywright(null, 0)).toEqual({ passed: 0, failed: 1 });
  expect(countVitest(vitest(5, 0), 1)).toEqual({ passed: 5, failed: 1 });
});

test('failures are named with their file and their reason', () => {
  const report = vitest(1, 1, [
    {
      name: 'a.test.ts',
      status: 'failed',
      assertionResults: [
        { status: 'passed', fullName: 'stands' },
        { status: 'failed', fullName: 'breaks', failureMessages: ['expected 1 to be 2'] },
      ],
    },
    { name: 'b.test.ts', status: 'failed', message: 'does not load', assertionResults: [] },
    { name: 'c.test.ts', status: 'passed', assertionResults: [{ status: 'passed', fullName: 'stands' }] },
  ]);
  expect(failuresOfVitest(report)).toEqual([
    { file: 'a.test.ts', name: 'breaks', message: 'expected 1 to be 2' },
    { file: 'b.test.ts', name: '(the file)', message: 'does not load' },
  ]);
});

test('failures of a browser test are listed with their titles, inside a group too', () => {
  const spec = (title: string, ok: boolean) => ({
    title,
    ok,
    tests: [{ results: [{ errors: ok ? [] : [{ message: `${title}: no` }] }] }],
  });
  const report = JSON.stringify({
    stats: {},
    suites: [
      { file: 'a.spec.ts', specs: [spec('one', true), spec('two', false)] },
      { file: 'b.spec.ts', specs: [], suites: [{ file: 'b.spec.ts', specs: [spec('three', false)] }] },
    ],
  });
  expect(failuresOfPlaywright(report)).toEqual([
    { file: 'a.spec.ts', name: 'two', message: 'two: no' },
    { file: 'b.spec.ts', name: 'three', message: 'three: no' },
  ]);
});
