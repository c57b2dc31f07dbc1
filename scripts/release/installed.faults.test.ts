import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startServerProcess } from '#server/testing/server-process.ts';
import type { Lock } from './manifest.ts';
import { filesOfRelease } from './release.ts';

const root = join(import.meta.dirname, '../..');

/** Unpacks the release and links the packages of its lock file, as `npm ci` would install them. */
async function install(folder: string): Promise<void> {
  for (const { name, content } of await filesOfRelease()) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
  const { packages } = JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8')) as Lock;
  for (const name of Object.keys(packages)) {
    // Nested packages come with the package around them, those of other machines are not installed.
    if (!/^node_modules\/(@[^/]+\/)?[^/]+$/.test(name) || !existsSync(join(root, name))) continue;
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await symlink(join(root, name), join(folder, name));
  }
}

/** Records every connection that leaves the machine, and refuses it. */
const withoutNetwork = (record: string) => `
import { appendFileSync } from 'node:fs';
import net from 'node:net';
const connect = net.Socket.prototype.connect;
net.Socket.prototype.connect = function (...args) {
  const [first] = Array.isArray(args[0]) ? args[0] : args;
  const host = typeof first === 'object' ? first.host : typeof args[1] === 'string' ? args[1] : undefined;
  const isLocal = (typeof first === 'object' && first.path) || typeof first === 'string' || !host || /^(localhost|127\\.|::1|\\/)/.test(host);
  if (!isLocal) {
    appendFileSync(${JSON.stringify(record)}, host + '\\n');
    throw new Error('There is no network: ' + host);
  }
  return connect.apply(this, args);
};
`;

test('an installed release starts without development packages, compilers and network, serves its pages and stops', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'alvorada-installed-'));
  await chmod(folder, 0o711);
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 20 }));
  await install(join(folder, 'release'));
  const record = join(folder, 'connections');
  await writeFile(join(folder, 'without-network.mjs'), withoutNetwork(record));
  // No program of the machine is found: neither a compiler nor npm.
  await mkdir(join(folder, 'programs'));
  const environment = {
    PATH: join(folder, 'programs'),
    NODE_OPTIONS: `--import=${join(folder, 'without-network.mjs')}`,
  };
  const server = await startServerProcess(join(folder, 'data'), environment, join(folder, 'release/server/main.ts'));
  for (const path of ['/', '/auth', '/api/openapi.json']) {
    const answer = await fetch(`${server.url}${path}`);
    expect([path, answer.status]).toEqual([path, 200]);
    await answer.arrayBuffer();
  }
  const credentials = JSON.stringify({ username: 'admin', password: 'segredo-do-admin' });
  const headers = { 'content-type': 'application/json', origin: server.url };
  const login = await fetch(`${server.url}/api/login`, { method: 'POST', headers, body: credentials });
  expect(login.status).toBe(200);
  expect(existsSync(record)).toBe(false);
  server.kill('SIGTERM');
  expect(await server.ended).toBe(0);
});
