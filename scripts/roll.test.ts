import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const script = join(import.meta.dirname, '../deploy/roll.sh');

/** Runs roll.sh with a stand-in for docker that notes its calls. `broken` is a server that never becomes ready. */
function roll(broken: string) {
  const bin = mkdtempSync(join(tmpdir(), 'alvorada-docker-'));
  try {
    const calls = join(bin, 'calls');
    writeFileSync(calls, '');
    const docker = join(bin, 'docker');
    writeFileSync(docker, `#!/bin/sh\necho "$2 $3 $4 $5 $6" >> ${calls}\n[ "$2 $4" != "exec ${broken}" ]\n`);
    chmodSync(docker, 0o755);
    const env = { PATH: `${bin}:${process.env.PATH}`, LIMIT_SECONDS: '0' };
    const { status, stdout, stderr } = spawnSync(script, { env, encoding: 'utf8' });
    const done = readFileSync(calls, 'utf8').trim().split('\n');
    return {
      status,
      stdout,
      stderr,
      started: done.filter((call) => call.startsWith('up ')).map((call) => call.trim()),
    };
  } finally {
    rmSync(bin, { recursive: true });
  }
}

test('roll.sh starts the second server only after the first is ready', () => {
  expect(roll('nobody')).toEqual({
    status: 0,
    stdout: 'waiting for server-1\nwaiting for server-2\n',
    stderr: '',
    started: ['up -d --no-deps --no-build server-1', 'up -d --no-deps --no-build server-2'],
  });
});

test('roll.sh gives up on a server that does not become ready, says so, and leaves the other one alone', () => {
  const { status, stderr, started } = roll('server-1');
  expect(status).toBe(1);
  expect(stderr).toBe('server-1 is not ready after 0 s. No other server was touched.\n');
  expect(started).toEqual(['up -d --no-deps --no-build server-1']);
});
