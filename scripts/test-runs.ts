import { stripVTControlCharacters } from 'node:util';
import type { Count, Failure } from './test-count.ts';

/** More failing files than these are not chance: they are not run again. */
const FILES_TO_RUN_AGAIN = 3;
const MESSAGE_LINES = 12;

export type Outcome = { count: Count; failures: Failure[] };
export type Verdict = 'FAILED' | 'FAILED twice' | 'UNSTABLE';
export type Judged = Failure & { suite: string; verdict: Verdict };

type SuiteRun = {
  suite: string;
  /** Only in CI a failing file may run once more. Everywhere else one failure is a failure. */
  mayRunAgain: boolean;
  /** Runs the named files, or all of the suite. */
  run: (files: string[]) => Promise<Outcome>;
  onAgain: (files: string[]) => void;
};

/**
 * Runs a suite. In CI, files with failures run once more, where every failure has a name and they are few. A test that
 * passes then counts as passed, and is reported as UNSTABLE.
 */
export async function runSuiteOnce({
  suite,
  mayRunAgain,
  run,
  onAgain,
}: SuiteRun): Promise<{ count: Count; judged: Judged[] }> {
  const { count, failures } = await run([]);
  const judge = (verdict: Verdict, found: Failure[]) => found.map((failure) => ({ ...failure, suite, verdict }));
  if (count.failed === 0) return { count, judged: [] };
  const files = [...new Set(failures.map(({ file }) => file))];
  const isFew = failures.length === count.failed && files.length <= FILES_TO_RUN_AGAIN;
  if (!mayRunAgain || !isFew) return { count, judged: judge('FAILED', failures) };
  onAgain(files);
  const second = await run(files);
  if (second.count.failed === 0) {
    return { count: { passed: count.passed + count.failed, failed: 0 }, judged: judge('UNSTABLE', failures) };
  }
  const failedAgain = new Set(second.failures.map(({ file }) => file));
  const passedAgain = failures.filter(({ file }) => failedAgain.size > 0 && !failedAgain.has(file));
  const others = failures.filter((failure) => !passedAgain.includes(failure));
  return {
    count: { passed: count.passed + passedAgain.length, failed: second.count.failed },
    judged: [...judge('FAILED twice', [...others, ...second.failures]), ...judge('UNSTABLE', passedAgain)],
  };
}

const firstLines = (message: string) =>
  stripVTControlCharacters(message).split('\n').slice(0, MESSAGE_LINES).join('\n');

/** The end of the log: failures with their messages, then one line for each unstable test. */
export function reportOf(judged: readonly Judged[], nameOf: (file: string) => string): string {
  const title = ({ verdict, suite, file, name }: Judged) => `${verdict} (${suite}): ${nameOf(file)} › ${name}`;
  const messages = judged.map((one) => `\n${title(one)}\n${firstLines(one.message)}\n`);
  const unstable = judged.filter(({ verdict }) => verdict === 'UNSTABLE').map((one) => `${title(one)}\n`);
  const heading = '\nUNSTABLE: passed in the second run only. To be mended before anything else is begun.\n';
  return [...messages, ...(unstable.length > 0 ? [heading, ...unstable] : [])].join('');
}
