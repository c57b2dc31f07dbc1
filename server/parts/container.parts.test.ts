import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PlainPostgres, startPlainPostgres } from './testing/plain-postgres.ts';
import { freePort, untilOpen } from './testing/ports.ts';
import { installed } from './testing/program.ts';

/**
 * The image of deploy/image.sh, run as in production: without root, writing only to /data and /tmp, no capabilities.
 * Building takes minutes: IMAGE=name tests an existing one. PODMAN_ARGS is for machines that need more, such as
 * `--runtime runc --cgroup-manager cgroupfs` with old control groups.
 */
const root = join(import.meta.dirname, '../..');
const image = process.env.IMAGE ?? 'localhost/alvorada:trial';
const name = `alvorada-trial-${process.pid}`;
const more = (process.env.PODMAN_ARGS ?? '').split(' ').filter(Boolean);
const podman = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(installed('podman'), [...more, ...args], { encoding: 'utf8' });
  return { status, said: `${stdout}${stderr}`.trim(), told: stdout.trim() };
};
const limits = ['--ulimit', 'nofile=4096:4096', '--ulimit', 'nproc=1024:1024'];
const run = ['run', '--network', 'host', '--no-healthcheck', ...limits];
const inside = (command: string) => podman('exec', name, 'sh', '-c', command);

const BUILD_MS = 900_000;
let database: PlainPostgres;
let port: number;

beforeAll(async () => {
  if (!process.env.IMAGE) execFileSync(join(root, 'deploy/image.sh'), ['alvorada:trial'], { cwd: root });
  database = await startPlainPostgres();
  port = await freePort();
}, BUILD_MS);

afterAll(async () => {
  podman('rm', '--force', name);
  await database?.stop();
});

const environment = () => ({
  DATABASE_URL: database.url,
  SESSION_SECRET: 'x'.repeat(32),
  PUBLIC_URL: 'https://escola.example',
  SUPPORT_EMAIL: 'ajuda@escola.example',
  PIX_KEY: 'ajuda@escola.example',
  PIX_MERCHANT_NAME: 'ESCOLA',
  PIX_MERCHANT_CITY: 'SAO PAULO',
  PORT: String(port),
});

test('the image serves without root, without a writable system and without capabilities', async () => {
  const settings = Object.entries(environment()).flatMap(([key, value]) => ['--env', `${key}=${value}`]);
  const hardening = ['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'];
  expect(podman(...run, '--detach', '--name', name, ...hardening, ...settings, image)).toMatchObject({ status: 0 });
  await untilOpen(port).catch((error: Error) => {
    throw new Error(`${error.message}\n${podman('logs', name).said}`);
  });

  const ready = await fetch(`http://127.0.0.1:${port}/readyz`);
  expect(ready.status).toBe(200);
  const landing = await fetch(`http://127.0.0.1:${port}/`);
  expect([landing.status, await landing.text()]).toEqual([200, expect.stringContaining('Alvorada')]);
  expect(inside('id -u').told).toBe('10001');
  expect(inside('touch /app/x').said).toMatch(/Read-only file system/);
  expect(inside('touch /data/x /tmp/x')).toMatchObject({ status: 0 });
  expect(inside('grep CapEff /proc/self/status').told).toMatch(/0{16}$/);
  // The metadata of the image.
  expect(inside('node scripts/health.ts')).toMatchObject({ status: 0 });
  const { told } = podman('image', 'inspect', '--format', '{{.Config.User}} {{json .Config.Healthcheck.Test}}', image);
  expect(told).toBe('10001:10001 ["CMD","node","scripts/health.ts"]');
});

test('the image stops with exit code 0 on request', () => {
  expect(podman('stop', '--time', '30', name)).toMatchObject({ status: 0 });
  expect(podman('inspect', '--format', '{{.State.ExitCode}}', name).told).toBe('0');
});

test('the image contains only what runs', () => {
  const listed = podman(...run, '--rm', '--entrypoint', 'sh', image, '-c', 'ls /app');
  expect(listed.told.split(/\s+/).sort()).toEqual(
    ['bin', 'contract', 'dist', 'node_modules', 'package.json', 'scripts', 'server'].sort(),
  );
  const megabytes = Number(podman('image', 'inspect', '--format', '{{.Size}}', image).told) / 1e6;
  expect(megabytes).toBeLessThan(500);
});
