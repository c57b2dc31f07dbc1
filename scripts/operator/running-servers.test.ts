import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { databasesOf, listRunningServers } from './running-servers.ts';

let proc: string;
beforeEach(() => {
  proc = mkdtempSync(join(tmpdir(), 'alvorada-proc-'));
});
afterEach(() => rmSync(proc, { recursive: true, force: true }));

function addProcess(pid: number, args: string[], environment?: Record<string, string>): void {
  const directory = join(proc, String(pid));
  mkdirSync(directory);
  writeFileSync(join(directory, 'cmdline'), args.join('\0'));
  symlinkSync('/opt/alvorada', join(directory, 'cwd'));
  const lines = Object.entries(environment ?? {}).map(([name, value]) => `${name}=${value}`);
  if (environment) writeFileSync(join(directory, 'environ'), lines.join('\0'));
}

test('a server is listed with its database, without user and password, or with its data directory', () => {
  addProcess(1, ['/x/node', '/opt/alvorada/server/main.ts'], { DATABASE_URL: 'postgres://u:p@h1,h2/escola?a=b' });
  addProcess(2, ['node', 'server/main.ts'], { PATH: '/bin' });
  expect(listRunningServers(proc)).toEqual([
    { pid: 1, databases: ['h1,h2/escola'] },
    { pid: 2, databases: ['/opt/alvorada/data/postgres'] },
  ]);
});

test('the embedded PostgreSQL of another account shows its directory, and counts once beside its own server', () => {
  addProcess(3, ['/x/bin/postgres', '-D', '/var/lib/alvorada/postgres', '-c', 'cluster_name=alvorada-server']);
  addProcess(4, ['/x/node', 'server/main.ts']);
  addProcess(5, ['/x/node', 'server/main.ts'], { DATA_DIR: '/var/lib/alvorada' });
  expect(listRunningServers(proc)).toEqual([{ pid: 3, databases: ['/var/lib/alvorada/postgres'] }]);
});

test('other programs, workers and servers of the test suite do not count', () => {
  addProcess(6, ['/usr/lib/postgresql/bin/postgres', '-D', '/var/lib/postgresql']);
  addProcess(7, ['vi', 'server/main.ts'], {});
  addProcess(8, ['node', 'server/main.ts'], { NODE_UNIQUE_ID: '1', DATABASE_URL: 'postgres://h/d' });
  addProcess(9, ['node', 'server/main.ts'], { NODE_ENV: 'test' });
  expect(listRunningServers(proc)).toEqual([]);
});

test('a pooled database is recognised by either of its addresses', () => {
  const urls = { DATABASE_URL: 'postgres://u:p@pooler/escola', DATABASE_DIRECT_URL: 'postgres://u:p@h/escola' };
  expect(databasesOf(urls)).toEqual(['pooler/escola', 'h/escola']);
});
