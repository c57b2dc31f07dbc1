import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, it, vi } from 'vitest';
import { type RawClient, sendRaw } from '#server/testing/raw-client.ts';
import { connectionsPerAddress, limitConnections, serverLimits } from './connections.ts';

let app: FastifyInstance;
const opened: RawClient[] = [];
afterEach(async () => {
  for (const { socket } of opened.splice(0)) socket.destroy();
  await app.close();
});

async function listen(perAddress: number | null, limits: Partial<typeof serverLimits> = {}) {
  app = Fastify({ http: { ...serverLimits, ...limits } });
  limitConnections(app, perAddress);
  app.get('/', () => 'ok');
  // Answered when the test says so.
  app.get('/long', (_request, reply) => {
    later.push(() => void reply.send('done'));
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };
  return async (bytes: string, address = '127.0.0.1') => {
    const client = await sendRaw(port, bytes, address);
    opened.push(client);
    return client;
  };
}
const later: (() => void)[] = [];
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

it('connections that send nothing, or stop in their headers, are closed within fifteen seconds', async () => {
  expect(serverLimits.headersTimeout + serverLimits.connectionsCheckingInterval).toBeLessThanOrEqual(15_000);
  const connect = await listen(null, { headersTimeout: 50, connectionsCheckingInterval: 10 });
  const clients = [await connect(''), await connect('GET / HTTP/1.1\r\nHost:')];
  await vi.waitFor(() => expect(clients.map((client) => client.isClosed())).toEqual([true, true]));
});

it('limits the connections of one address; one more closes its oldest idle one, and none of others', async () => {
  const connect = await listen(3);
  const silent = await connect('');
  const idle = await connect(get('/'));
  await vi.waitFor(() => expect(idle.status()).toBe(200));
  const working = await connect(get('/long'));
  const elsewhere = await connect('', '127.0.0.2');
  await vi.waitFor(() => expect(later).toHaveLength(1));

  const fourth = await connect(get('/'));
  await vi.waitFor(() => expect([fourth.status(), silent.isClosed()]).toEqual([200, true]));
  const fifth = await connect(get('/long'));
  await vi.waitFor(() => expect([idle.isClosed(), later.length]).toEqual([true, 2]));
  expect([working.isClosed(), fourth.isClosed(), elsewhere.isClosed()]).toEqual([false, false, false]);

  for (const answer of later.splice(0)) answer();
  await vi.waitFor(() => expect([working.status(), fifth.status()]).toEqual([200, 200]));
});

it('a new connection is refused when all connections of its address are busy', async () => {
  const connect = await listen(2);
  const working = [await connect(get('/long')), await connect(get('/long'))];
  await vi.waitFor(() => expect(later).toHaveLength(2));
  const third = await connect(get('/'));
  await vi.waitFor(() => expect(third.isClosed()).toBe(true));
  for (const answer of later.splice(0)) answer();
  await vi.waitFor(() => expect(working.map((client) => client.status())).toEqual([200, 200]));
});

it.each([
  [{ trustProxy: false, rateLimit: true, workers: 1 }, 200],
  [{ trustProxy: false, rateLimit: true, workers: 3 }, 67],
  [{ trustProxy: true, rateLimit: true, workers: 1 }, null],
  [{ trustProxy: false, rateLimit: false, workers: 1 }, null],
])('with %o one address may have %s connections', (config, expected) => {
  expect(connectionsPerAddress(config)).toBe(expected);
});
