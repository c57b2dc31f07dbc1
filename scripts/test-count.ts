export type Count = { passed: number; failed: number };

export const sum = (counts: Count[]): Count => ({
  passed: counts.reduce((total, { passed }) => total + passed, 0),
  failed: counts.reduce((total, { failed }) => total + failed, 0),
});

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    message?: string;
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[];
  }[];
};
type PlaywrightSuite = {
  title: string;
  file: string;
  suites?: PlaywrightSuite[];
  specs?: { title: string; ok: boolean; tests: { results: { errors?: { message?: string }[] }[] }[] }[];
};
type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number }; suites: PlaywrightSuite[] };

/** A test that failed: what is needed to find it from the end of a log, and to run its file again. */
export type Failure = { file: string; name: string; message: string };

export function failuresOfVitest(report: string): Failure[] {
  const { testResults } = JSON.parse(report) as VitestReport;
  return testResults.flatMap(({ name: file, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0 && status === 'failed') return [{ file, name: '(the file)', message: message ?? '' }];
    return failed.map((test) => ({ file, name: test.fullName, message: test.failureMessages?.[0] ?? '' }));
  });
}

export function failuresOfPlaywright(report: string): Failure[] {
  const ofSuite = ({ file, suites = [], specs = [] }: PlaywrightSuite): Failure[] => [
    ...specs
      .filter(({ ok }) => !ok)
      .map(({ title, tests }) => ({
        file,
        name: title,
        message: tests.flatMap(({ results }) => results.flatMap(({ errors = [] }) => errors))[0]?.message ?? '',
      })),
    ...suites.flatMap(ofSuite),
  ];
  return (JSON.parse(report) as PlaywrightReport).suites.flatMap(ofSuite);
}

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
