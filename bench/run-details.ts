import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { DAY_MS } from '#contract/time.ts';

/** Raised when the data or the way of measuring changes: results of an earlier method no longer count. */
export const METHOD = 1;
/** A page must not mix months: a result that is this much older than the newest one no longer counts. */
const OLD_DAYS = 30;

/** What this machine can do at best, measured in the same run: CPU of server and database per request. */
export type Machine = {
  /** A bare `node:http` server that answers a short text. */
  nodeMs: number;
  /** A bare INSERT of one row with its commit, behind `node:http`. */
  insertMs: number;
};

/** Where and when a result was measured. */
export type Run = {
  commit: string;
  date: string;
  version: string;
  method: number;
  /** Processes that wanted a core, mean of the minute before. */
  load: number;
  cores: number;
  machine: Machine;
};

const root = join(import.meta.dirname, '..');

const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/** The commit, with a plus where the code had changes that are not committed. */
function currentCommit(): string {
  const changed = git('status', '--porcelain', '--', 'server', 'contract', 'web', 'bench/*.ts', 'bench/scenarios');
  return `${git('rev-parse', '--short=10', 'HEAD')}${changed ? '+' : ''}`;
}

export const productVersion = (): string =>
  (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version;

export const describeRun = (machine: Machine): Run => ({
  commit: currentCommit(),
  date: new Date().toISOString().slice(0, 16),
  version: productVersion(),
  method: METHOD,
  load: Number((loadavg()[0] ?? 0).toFixed(1)),
  cores: availableParallelism(),
  machine,
});

/** Why a result does not count any more; null where it does. `newest` is the date of the newest stored result. */
export function whyOld(run: Run, version: string, newest: string): string | null {
  if (run.version !== version) return `of version ${run.version}`;
  if (run.method !== METHOD) return 'measured by another method';
  if (Date.parse(newest) - Date.parse(run.date) > OLD_DAYS * DAY_MS) return `of ${run.date.slice(0, 10)}`;
  return null;
}
