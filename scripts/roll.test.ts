import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const script = join(import.meta.dirname, '../deploy/roll.sh');

/**
 * Runs roll.sh with a stand-in for docker that records its calls, and with a clock that moves 7 s between two reads.
 * `broken` is a server that never becomes ready.
 */
function roll(broken: string, limitSeconds = 0) {
  const bin = mkdtempSync(join(tmpdir(), 'alvorada-docker-'));
  try {
    const [calls, probe, clock] = [join(bin, 'calls'), join(bin, 'probe'), join(bin, 'clock')];
    const standIns = {
      docker: `echo "$2 $3 $4 $5 $6" >> ${calls}
if [ "$2" = exec ]; then printf %s "$7" > ${probe}; fi
[ "$2 $4" != "exec ${broken}" ]`,
      date: `seconds=$(($(cat ${clock}) + 7)); echo $seconds | tee ${clock}`,
      sleep: ':',
    };
    for (const [name, text] of Object.entries(standIns)) {
      writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`);
      chmodSync(join(bin, name), 0o755);
    }
    writeFileSync(calls, '');
    writeFileSync(clock, '1000');
    const env = { PATH: `${bin}:${process.env.PATH}`, LIMIT_SECONDS: String(limitSeconds) };
    const { status, stdout, stderr } = spawnSync(script, { env, encoding: 'utf8' });
    const done = readFileSync(calls, 'utf8').trim().split('\n');
    const callsOf = (command: string) =>
      done.filter((call) => call.startsWith(`${command} `)).map((call) => call.trim());
    return {
      ...{ status, stdout, stderr, started: callsOf('up'), probes: callsOf('exec').length },
      probe: readFileSync(probe, 'utf8'),
    };
  } finally {
    rmSync(bin, { recursive: true });
  }
}

test('roll.sh starts the second server only after the first is ready', () => {
  expect(roll('nobody')).toMatchObject({
    status: 0,
    stdout: 'waiting for server-1\nwaiting for server-2\n',
    stderr: '',
    started: ['up -d --no-deps --no-build server-1', 'up -d --no-deps --no-build server-2'],
    probes: 2,
  });
});

test('roll.sh gives up on a first server that does not become ready, and leaves the second one alone', () => {
  const { status, stderr, started } = roll('server-1');
  expect(status).toBe(1);
  expect(stderr).toBe(
    'server-1 is not ready after 0 s. The new release may have migrated the database. server-2 was not touched.\n',
  );
  expect(started).toEqual(['up -d --no-deps --no-build server-1']);
});

test('roll.sh says of a second server that does not become ready that the first one serves the new release', () => {
  const { status, stderr, started } = roll('server-2');
  expect(status).toBe(1);
  expect(stderr).toBe('server-2 is not ready after 0 s. server-1 already serves the new release.\n');
  expect(started).toHaveLength(2);
});

test('roll.sh counts the seconds that a probe takes, not the probes', () => {
  expect(roll('server-1', 20)).toMatchObject({ status: 1, probes: 3 });
});

/** Runs the probe as the container would, against an answer of /readyz. The time of its signal is over at once. */
function exitOf(answer: (signal?: AbortSignal) => Promise<{ ok: boolean }>) {
  const { probe } = roll('nobody');
  return new Promise((resolve) => {
    let limitMs: number | undefined;
    const fetch = (_url: string, options?: { signal: AbortSignal }) => answer(options?.signal);
    const timeout = (ms: number) => {
      limitMs = ms;
      return AbortSignal.abort();
    };
    const exit = (code: number) => resolve({ code, limitMs });
    new Function('fetch', 'AbortSignal', 'process', probe)(fetch, { timeout }, { exit });
  });
}

test.each<[string, number, Parameters<typeof exitOf>[0]]>([
  ['is ready', 0, () => Promise.resolve({ ok: true })],
  ['is red', 1, () => Promise.resolve({ ok: false })],
  ['refuses connections', 1, () => Promise.reject(new Error('ECONNREFUSED'))],
  ['never answers', 1, (signal) => (signal?.aborted ? Promise.reject(signal.reason) : new Promise(() => undefined))],
])('the probe of a server that %s exits with %i', async (_, code, answer) => {
  expect(await exitOf(answer)).toEqual({ code, limitMs: 5000 });
});
