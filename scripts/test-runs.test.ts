import { expect, test } from 'vitest';
import { type Outcome, reportOf, runSuiteOnce } from './test-runs.ts';

const failure = (file: string, name = 'breaks') => ({ file, name, message: `${name}: no` });
const outcome = (passed: number, ...failures: ReturnType<typeof failure>[]): Outcome => ({
  count: { passed, failed: failures.length },
  failures,
});

/** Runs a suite whose runs end as given, and tells which files each run was asked for. */
async function run(mayRunAgain: boolean, ...outcomes: Outcome[]) {
  const asked: string[][] = [];
  const result = await runSuiteOnce({
    suite: 'api',
    mayRunAgain,
    run: async (files) => {
      asked.push(files);
      return outcomes[asked.length - 1] as Outcome;
    },
    onAgain: () => undefined,
  });
  return { ...result, asked, verdicts: result.judged.map(({ verdict, file }) => `${verdict} ${file}`) };
}

test('without CI a failure is a failure, and nothing runs again', async () => {
  const { asked, count, verdicts } = await run(false, outcome(5, failure('a.ts')), outcome(1));
  expect(asked).toEqual([[]]);
  expect(count).toEqual({ passed: 5, failed: 1 });
  expect(verdicts).toEqual(['FAILED a.ts']);
});

test('in CI the failed files alone run once more, and what passes then is UNSTABLE', async () => {
  const first = outcome(5, failure('a.ts', 'one'), failure('a.ts', 'two'), failure('b.ts'));
  const { asked, count, verdicts } = await run(true, first, outcome(9));
  expect(asked).toEqual([[], ['a.ts', 'b.ts']]);
  expect(count).toEqual({ passed: 8, failed: 0 });
  expect(verdicts).toEqual(['UNSTABLE a.ts', 'UNSTABLE a.ts', 'UNSTABLE b.ts']);
});

test('a test that fails again counts as failed, and no third run follows', async () => {
  const { asked, count, verdicts } = await run(
    true,
    outcome(5, failure('a.ts'), failure('b.ts')),
    outcome(3, failure('b.ts')),
    outcome(9),
  );
  expect(asked).toHaveLength(2);
  expect(count).toEqual({ passed: 6, failed: 1 });
  expect(verdicts).toEqual(['FAILED twice b.ts', 'FAILED twice b.ts', 'UNSTABLE a.ts']);
});

test('a second run that ends badly without naming a test has failed', async () => {
  const { count, verdicts } = await run(true, outcome(5, failure('a.ts')), {
    count: { passed: 0, failed: 1 },
    failures: [],
  });
  expect(count).toEqual({ passed: 5, failed: 1 });
  expect(verdicts).toEqual(['FAILED twice a.ts']);
});

test.each([
  ['more than three files', outcome(5, ...['a', 'b', 'c', 'd'].map((file) => failure(file)))],
  ['a failure without a name', { count: { passed: 5, failed: 2 }, failures: [failure('a.ts')] }],
])('%s are not run again', async (_what, first) => {
  const { asked, count } = await run(true, first, outcome(9));
  expect(asked).toEqual([[]]);
  expect(count).toEqual(first.count);
});

test('a suite without a failure is reported by nothing', async () => {
  const { judged, count } = await run(true, outcome(5));
  expect(count).toEqual({ passed: 5, failed: 0 });
  expect(reportOf(judged, (file) => file)).toBe('');
});

test('the report ends with the unstable tests, one line each', () => {
  const judged = [
    { ...failure('/p/a.ts'), suite: 'api', verdict: 'UNSTABLE' as const },
    { ...failure('/p/b.ts'), suite: 'e2e', verdict: 'FAILED' as const },
  ];
  const lines = reportOf(judged, (file) => file.replace('/p/', ''))
    .trimEnd()
    .split('\n');
  expect(lines.slice(0, 3)).toEqual(['', 'UNSTABLE (api): a.ts › breaks', 'breaks: no']);
  expect(lines).toContain('FAILED (e2e): b.ts › breaks');
  expect(lines.slice(-2)).toEqual([
    'UNSTABLE: passed in the second run only. To be mended before anything else is begun.',
    'UNSTABLE (api): a.ts › breaks',
  ]);
});
