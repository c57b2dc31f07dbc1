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

test('an installed release starts without development packages, serves its pages and stops', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'alvorada-installed-'));
  await chmod(folder, 0o711);
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 20 }));
  await install(join(folder, 'release'));
  const server = await startServerProcess(join(folder, 'data'), {}, join(folder, 'release/server/main.ts'));
  for (const path of ['/', '/auth', '/api/openapi.json']) {
    const answer = await fetch(`${server.url}${path}`);
    expect([path, answer.status]).toEqual([path, 200]);
    await answer.arrayBuffer();
  }
  const credentials = JSON.stringify({ username: 'admin', password: 'segredo-do-admin' });
  const headers = { 'content-type': 'application/json', origin: server.url };
  const login = await fetch(`${server.url}/api/login`, { method: 'POST', headers, body: credentials });
  expect(login.status).toBe(200);
  server.kill('SIGTERM');
  expect(await server.ended).toBe(0);
});
