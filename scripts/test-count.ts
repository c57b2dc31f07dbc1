export type Count = { passed: number; failed: number };

export const sum = (counts: Count[]): Count => ({
  passed: counts.reduce((total, { passed }) => total + passed, 0),
  failed: counts.reduce((total, { failed }) => total + failed, 0),
});

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { status: string; assertionResults: unknown[] }[];
};
type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number } };

/** A file that does not load has no tests that could fail: it counts as one. */
export function countVitest(report: string | null, exitCode: number): Count {
  if (report === null) return withExitCode({ passed: 0, failed: 0 }, exitCode);
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(report) as VitestReport;
  const broken = testResults.filter(({ status, assertionResults }) => status === 'failed' && !assertionResults.length);
  return withExitCode({ passed: numPassedTests, failed: numFailedTests + broken.length }, exitCode);
}

export function countPlaywright(report: string | null, exitCode: number): Count {
  if (report === null) return withExitCode({ passed: 0, failed: 0 }, exitCode);
  const { stats } = JSON.parse(report) as PlaywrightReport;
  return withExitCode({ passed: stats.expected, failed: stats.unexpected + stats.flaky }, exitCode);
}

/** A suite that ran nothing, or that ended badly without naming a test, has failed all the same. */
function withExitCode({ passed, failed }: Count, exitCode: number): Count {
  const unexplained = failed === 0 && (exitCode !== 0 || passed === 0);
  return { passed, failed: unexplained ? 1 : failed };
}
