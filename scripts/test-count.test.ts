import { expect, test } from 'vitest';
import { countPlaywright, countVitest, sum } from './test-count.ts';

const vitest = (passed: number, failed: number, files: object[] = []) =>
  JSON.stringify({ numPassedTests: passed, numFailedTests: failed, testResults: files });
const playwright = (expected: number, unexpected: number, flaky = 0) =>
  JSON.stringify({ stats: { expected, unexpected, flaky, skipped: 0 } });

test('counts what passed and failed', () => {
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

test('so is a suite that ran nothing, wrote no report, or ended badly without a name', () => {
  expect(countVitest(vitest(0, 0), 0)).toEqual({ passed: 0, failed: 1 });
  expect(countPlaywright(null, 0)).toEqual({ passed: 0, failed: 1 });
  expect(countVitest(vitest(5, 0), 1)).toEqual({ passed: 5, failed: 1 });
});
