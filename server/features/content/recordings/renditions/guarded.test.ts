import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#contract/time.ts';
import { runGuarded } from './guarded.ts';

const shell = (script: string, longestMs = MINUTE_MS, bounds?: { memoryKb: number; fileBytes: number }) =>
  runGuarded('/bin/sh', ['-c', script], longestMs, bounds);
const plenty = { memoryKb: 3 * 1024 * 1024, fileBytes: 20 * 1024 ** 3 };

it('a guarded program gets a small share of the machine and none of our settings', async () => {
  const outcome = await shell('ulimit -v; ulimit -t; ulimit -f; nice; env', 3 * HOUR_MS);
  expect(outcome?.errors).toBe('');
  const [memory, seconds, blocks, nice, ...settings] = outcome?.output.trim().split('\n') ?? [];
  expect([memory, seconds, blocks]).toEqual(['3145728', '10800', String((20 * 1024 ** 3) / 512)]);
  expect(Number(nice)).toBeGreaterThanOrEqual(15);
  // The shell's own, and where programs are.
  expect(
    settings.map((line) => line.split('=')[0]).filter((name) => !['PWD', 'PATH', '_'].includes(name ?? '')),
  ).toEqual([]);
});

it('a guarded program that takes too long is ended, and does not count as killed', async () => {
  expect(await shell('exec sleep 600', 200)).toMatchObject({ code: 137, wasKilled: false });
});

it('a guarded program that exceeds its processor time is ended, and does not count as killed', async () => {
  // A processor's second takes at least a second: the bound of time is moved out of its way.
  const outcome = await shell('ulimit -S -t 1; while :; do :; done');
  expect(outcome?.code).toBe(152);
  expect(outcome?.wasKilled).toBe(false);
});

it('a guarded program can exceed neither its file size nor its memory', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'alvorada-guarded-'));
  try {
    const path = join(directory, 'large');
    const written = await shell(`exec dd if=/dev/zero of=${path} bs=1024 count=100`, MINUTE_MS, {
      ...plenty,
      fileBytes: 10 * 1024,
    });
    expect(written).toMatchObject({ wasKilled: false });
    expect(written?.code).not.toBe(0);
    expect((await stat(path)).size).toBeLessThanOrEqual(10 * 1024);
    const filled = await shell('exec dd if=/dev/zero of=/dev/null bs=256M count=1', MINUTE_MS, {
      ...plenty,
      memoryKb: 100 * 1024,
    });
    expect(filled).toMatchObject({ wasKilled: false });
    expect(filled?.code).not.toBe(0);
  } finally {
    await rm(directory, { recursive: true });
  }
});

it('a guarded program that was killed, one that gave up and one that does not exist are distinguished', async () => {
  expect(await shell('kill -9 $$')).toMatchObject({ code: 137, wasKilled: true });
  expect(await shell('echo no >&2; exit 3')).toMatchObject({ code: 3, errors: 'no\n', wasKilled: false });
  expect(await runGuarded('/nowhere/ffmpeg', [], MINUTE_MS)).toBeNull();
});

it('the output of a guarded program is received up to a limit', async () => {
  const outcome = await shell('head -c 60000 /dev/zero | tr "\\0" x');
  expect(outcome?.output).toHaveLength(60_000);
});
