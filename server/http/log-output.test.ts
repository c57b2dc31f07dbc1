import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { createLogOutput } from './log-output.ts';

const failure = (code: string) => Object.assign(new Error(code), { code });

/** An output whose writes are the next ones of the list: bytes that are taken, or the code of an error. */
function outputOf(results: (number | string)[]) {
  const written: string[] = [];
  const output = createLogOutput(1, (_fd, bytes) => {
    const result = results.shift() ?? bytes.length;
    if (typeof result === 'string') throw failure(result);
    written.push(bytes.subarray(0, result).toString());
    return result;
  });
  return { output, written };
}

test('a line that the pipe takes in pieces is written whole', () => {
  const { output, written } = outputOf([3]);
  output.write('{"a":1}\n');
  expect(written.join('')).toBe('{"a":1}\n');
});

test('lines that a slow reader does not take wait, and are written in order once it reads', () => {
  vi.useFakeTimers();
  const { output, written } = outputOf(['EAGAIN', 'EAGAIN']);
  output.write('first\n');
  output.write('second\n');
  expect(written).toEqual([]);
  vi.advanceTimersByTime(1000);
  expect(written.join('')).toBe('first\nsecond\n');
  vi.useRealTimers();
});

test('lines beyond the buffer of a slow reader are dropped, and the log says how many', () => {
  vi.useFakeTimers();
  const { output, written } = outputOf(Array.from({ length: 5 }, () => 'EAGAIN'));
  const long = `${'x'.repeat(600_000)}\n`;
  for (let line = 0; line < 4; line += 1) output.write(long);
  vi.advanceTimersByTime(1000);
  expect(written.join('')).toBe(`${long}{"level":40,"msg":"3 log lines were lost: nobody read them in time"}\n`);
  vi.useRealTimers();
});

test('without a reader the lines are dropped, and the next ones are tried again', () => {
  const { output, written } = outputOf(['EPIPE', 'EPIPE']);
  for (const line of ['first\n', 'second\n', 'third\n']) output.write(line);
  expect(written.join('')).toBe('third\n{"level":40,"msg":"2 log lines were lost: nobody read them in time"}\n');
});

test('a process whose log has no reader goes on, also after a fatal line', async () => {
  const program = `
    import { createLog } from '#server/http/logging.ts';
    const log = createLog({ logLevel: 'info' });
    process.stdin.once('data', () => {
      for (let line = 0; line < 3; line += 1) log.fatal('nobody reads this');
      process.stdout.write('nor this');
      setTimeout(() => process.stderr.write('goes on', () => process.exit(0)), 50);
    });
    log.info('started');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: join(import.meta.dirname, '../..'),
  });
  await once(child.stdout, 'data');
  child.stdout.destroy();
  child.stdin.write('now');
  expect(await text(child.stderr)).toBe('goes on');
}, 20_000);
