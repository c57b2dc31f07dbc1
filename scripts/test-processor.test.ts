import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { childSeconds, processorLines, timed } from './test-processor.ts';

test.each([
  ['0m0.01s 0m0.02s\n1m2.50s 0m4.25s\n', 66.75],
  ['0m0.000000s 0m0.010000s\n0m0.500000s 0m0.250000s\n', 0.75],
  ['0m0,01s 0m0,02s\n0m1,50s 0m0,50s\n', 2],
  ['', null],
  ['sh: times: not found', null],
])('reads the seconds of the children out of %j', (times, seconds) => {
  expect(childSeconds(times)).toBe(seconds);
});

/** Runs a command with its times and returns how it ended and what it took. */
function run(...command: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'alvorada-times-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'times');
  const [shell = '', ...args] = timed(file, command);
  const { status, stdout } = spawnSync(shell, args, { encoding: 'utf8' });
  return { status, stdout, seconds: childSeconds(readFileSync(file, 'utf8')) };
}

test('a command keeps its arguments, its output and its exit code', () => {
  const { status, stdout } = run('sh', '-c', 'echo "$1"; exit 3', 'sh', 'two words $HOME');
  expect([status, stdout]).toEqual([3, 'two words $HOME\n']);
});

test('the CPU time of a grandchild process is counted', () => {
  // The same work, measured by the process itself.
  const work =
    'let sum = 0; for (let at = 0; at < 3e7; at += 1) sum += at % 7; const { user, system } = process.cpuUsage(); console.log((user + system) / 1e6, sum)';
  const { stdout, seconds } = run('sh', '-c', '"$0" -e "$1"; true', process.execPath, work);
  const own = Number(stdout.split(' ')[0]);
  expect(own).toBeGreaterThan(0);
  // The clock of `times` ticks a hundred times a second.
  expect(seconds).toBeGreaterThanOrEqual(own - 0.02);
});

test('each suite and the sum stand beside what is recorded', () => {
  expect(processorLines({ unit: 66, api: 300 }, { unit: 60, api: 400, e2e: 900 })).toEqual([
    '  unit: 66 s (recorded 60 s, +10 %)',
    '  api: 300 s (recorded 400 s, −25 %)',
    '  in all: 366 s (recorded 460 s, −20 %)',
  ]);
});

test('a suite without a record, and a run without a figure, say so', () => {
  expect(processorLines({ unit: 66, e2e: 10 }, { unit: 60 })).toEqual([
    '  unit: 66 s (recorded 60 s, +10 %)',
    '  e2e: 10 s (no figure recorded)',
    '  in all: 76 s (no figure recorded)',
  ]);
  expect(processorLines({}, { unit: 60 })).toEqual([]);
});
