import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, it } from 'vitest';

const program = join(import.meta.dirname, 'simulate.ts');

/** A separate process, because the simulator replaces random functions of the process. */
async function simulate(trace: string): Promise<string> {
  const options = ['--seed', '9', '--days', '1', '--trace', trace, '--cluster', JSON.stringify(inject('cluster'))];
  const env = { ...process.env, NODE_OPTIONS: '' };
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...options], { env });
  return stdout;
}

it('a school of a day with a crash and deeds at once breaks no law, and its seed played again sends the same statements and parameters', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'alvorada-trace-'));
  try {
    const [first, second] = [join(directory, 'first'), join(directory, 'second')];
    // Beside each other: each has its own process and database.
    const [said] = await Promise.all([simulate(first), simulate(second)]);
    expect(said).toContain('1 seeds of 1 days, 0 failed');
    const digests = async (file: string) =>
      (await readFile(file, 'utf8'))
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line).digest as string);
    const played = await digests(first);
    expect(played.length).toBeGreaterThan(30);
    expect(await digests(second)).toEqual(played);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}, 120_000);
