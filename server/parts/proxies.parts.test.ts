import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { connect } from '#server/db/connect.ts';
import { createPerson } from '#server/testing/factories.ts';
import { startOutsidePostgres } from '#server/testing/outside-postgres.ts';
import { type ServerProcess, startServerProcess } from '#server/testing/server-process.ts';
import { startWriters } from '#server/testing/writers.ts';
import { freePort, untilOpen } from './testing/ports.ts';
import { installed, type Program } from './testing/program.ts';
import { startCaddy, startNginx } from './testing/proxies.ts';

/** The proxy configurations that operators get, in front of two servers. */
let directory: string;
let database: Awaited<ReturnType<typeof startOutsidePostgres>>;
let servers: ServerProcess[];
let cookie: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'alvorada-parts-'));
  await chmod(directory, 0o711);
  database = await startOutsidePostgres(join(directory, 'outside'));
  servers = [await startServer('one'), await startServer('two')];
  const { db } = connect(database.connection, { warn: () => undefined }, 1);
  ({ cookie } = await createPerson(db, { role: 'teacher', now: new Date() }));
  await db.destroy();
});

afterAll(async () => {
  for (const server of servers ?? []) server.kill('SIGKILL');
  await database?.stop();
  await rm(directory, { recursive: true, force: true, maxRetries: 20 });
});

const startServer = (name: string, port = '0') =>
  startServerProcess(join(directory, name), {
    DATABASE_URL: database.url,
    SESSION_SECRET: 'x'.repeat(32),
    TRUST_PROXY: 'on',
    DRAIN_SECONDS: '3',
    PORT: port,
  });

const ports = () => servers.map(({ url }) => Number(new URL(url).port));

describe.each([
  ['caddy', startCaddy],
  ['nginx', startNginx],
] as const)('behind %s', (name, startProxy) => {
  let proxy: Program;
  let url: string;

  beforeAll(async () => {
    installed(name);
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    proxy = await startProxy(directory, port, ports());
    await untilOpen(port).catch((error: Error) => {
      throw new Error(`${name} does not listen: ${error.message}\n${proxy.said()}`);
    });
  });
  afterAll(() => proxy?.stop());

  const get = async (path: string) => {
    const response = await fetch(`${url}${path}`, { headers: { cookie }, redirect: 'manual' });
    return { status: response.status, retryAfter: response.headers.get('retry-after'), body: await response.text() };
  };

  test('metrics and health are not reachable through the proxy', async () => {
    for (const path of ['/metrics', '/readyz', '/servingz']) expect((await get(path)).status, path).toBe(404);
  });

  test('an oversized body is refused with the product’s message', async () => {
    const response = await fetch(`${url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'x'.repeat(3_000_000) }),
    });
    expect([response.status, (await response.json()).code]).toEqual([413, 'too_large']);
  });

  test('stopping a server loses no request', async () => {
    const writers = startWriters({ urls: [url], cookie, clients: 3, name: `${name} ${Date.now()}` });
    await vi.waitFor(() => expect(writers.acknowledged.length).toBeGreaterThan(20), { timeout: 20_000 });
    const [, second] = servers;
    second?.kill('SIGTERM');
    await second?.ended;
    const before = writers.acknowledged.length;
    await vi.waitFor(() => expect(writers.acknowledged.length).toBeGreaterThan(before + 20), { timeout: 20_000 });
    await writers.stop();
    expect(writers.attempts.filter(({ status }) => status !== 201)).toEqual([]);
    // On the port in the proxy's configuration.
    servers[1] = await startServer('two', new URL(second?.url ?? '').port);
  });

  test('while the database is down people get the landing page, the shell and the product’s own 503', async () => {
    expect((await get('/')).status).toBe(200);
    await database.stop();
    await vi.waitFor(
      async () => {
        const refused = await get('/api/subjects');
        expect(refused).toMatchObject({ status: 503, retryAfter: '2' });
        expect(JSON.parse(refused.body)).toMatchObject({ code: 'unavailable' });
      },
      { timeout: 20_000 },
    );
    // Longer than the proxy's health check interval.
    await new Promise((resolve) => setTimeout(resolve, 4000));
    expect(JSON.parse((await get('/api/subjects')).body)).toMatchObject({ code: 'unavailable' });
    const visitor = await fetch(`${url}/`);
    expect([visitor.status, (await visitor.text()).includes('<h1')]).toEqual([200, true]);
    expect((await get('/auth')).status).toBe(200);
    await database.bringBack();
    await vi.waitFor(async () => expect((await get('/api/subjects')).status).toBe(200), { timeout: 20_000 });
  });

  test('without any server the proxy answers with a page in Portuguese', async () => {
    const port = await freePort();
    const lonely = await startProxy(directory, port, [await freePort(), await freePort()]);
    await untilOpen(port);
    const response = await fetch(`http://127.0.0.1:${port}/study`);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await response.text()).toContain('Estamos atualizando a plataforma.');
    await lonely.stop();
  });
});
