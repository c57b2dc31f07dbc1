import type { Socket } from 'node:net';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { type EndpointSpec, endpoint } from '#contract/endpoint.ts';
import { handTimers } from '#server/testing/hand-timers.ts';
import { sendRaw } from '#server/testing/raw-client.ts';
import { handleErrors } from './errors.ts';
import { DRAIN_MAX_BYTES, refuseSlowBodies, UPLOAD_WINDOW_BYTES } from './slow-clients.ts';
import { readForm } from './uploads.ts';

let app: FastifyInstance;
let hand: ReturnType<typeof handTimers>;
let port: number;

const call = (path: string, bodyType: 'json' | 'multipart'): EndpointSpec =>
  endpoint({ method: 'POST', path, access: 'public', summary: 'x.', bodyType, body: z.any(), response: z.any() });

beforeEach(async () => {
  app = Fastify({ bodyLimit: 100 });
  hand = handTimers();
  handleErrors(app);
  refuseSlowBodies(app, hand.timers);
  await app.register(multipart);
  app.post('/json', { config: { endpoint: call('/json', 'json') } }, (request) => request.body);
  app.post('/form', { config: { endpoint: call('/form', 'multipart') } }, async (request) => {
    const file = await request.file();
    return { bytes: (await file?.toBuffer())?.length };
  });
  app.post('/limited', { config: { endpoint: call('/limited', 'multipart') } }, async (request, reply) => {
    await readForm(request, reply, { maxBytes: 1024, tooLarge: 'O arquivo é grande demais.' });
    return {};
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = app.server.address() as { port: number });
});
afterEach(() => app.close());

const head = (path: string, type: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`;
const json = (length: number) => head('/json', 'application/json', length);

test('a complete body leaves no timer', async () => {
  const client = await sendRaw(port, `${json(7)}{"a":1}`);
  await vi.waitFor(() => expect(client.status()).toBe(200));
  expect(client.received()).toContain('{"a":1}');
  expect(hand.pending()).toBe(0);
  client.socket.destroy();
});

test('an incomplete JSON body gets a 408, and its connection is closed', async () => {
  const client = await sendRaw(port, `${json(99)}{"a"`);
  await vi.waitFor(() => expect(hand.pending()).toBe(1));
  hand.fire();
  await vi.waitFor(() => expect(client.isClosed()).toBe(true));
  expect(client.status()).toBe(408);
  expect(client.received()).toContain('"code":"request_timeout"');
  expect(client.received().toLowerCase()).toContain('connection: close');
  await vi.waitFor(() => expect(hand.pending()).toBe(0));
});

test('the remainder of a refused body is read: the client gets the answer and may go on', async () => {
  const client = await sendRaw(port, `${json(2000)}{`);
  await vi.waitFor(() => expect(client.status()).toBe(413));
  expect(hand.pending()).toBe(1);
  client.socket.write('x'.repeat(1999));
  await vi.waitFor(() => expect(hand.pending()).toBe(0));
  client.socket.write(`${json(7)}{"a":1}`);
  await vi.waitFor(() => expect(client.received()).toContain('HTTP/1.1 200 '));
  client.socket.destroy();
});

test('a body of 25 MB is refused at once, and read to its end: a reset would lose the answer', async () => {
  const size = 25 * 1024 * 1024;
  const begin = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n';
  for (const [path, type, first] of [
    ['/json', 'application/json', '{'],
    ['/limited', 'multipart/form-data; boundary=b', begin],
  ] as const) {
    const client = await sendRaw(port, head(path, type, size) + first);
    await vi.waitFor(() => expect(client.status()).toBe(413));
    expect(client.received().toLowerCase()).not.toContain('connection: close');
    client.socket.write(Buffer.alloc(size - first.length, 'x'));
    await vi.waitFor(() => expect(hand.pending()).toBe(0), { timeout: 10_000 });
    client.socket.write(`${json(7)}{"a":1}`);
    await vi.waitFor(() => expect(client.received()).toContain('HTTP/1.1 200 '));
    client.socket.destroy();
  }
});

test('a refused body is read while it arrives, up to the limit of bytes', async () => {
  const client = await sendRaw(port, `${json(10 * DRAIN_MAX_BYTES)}{`);
  await vi.waitFor(() => expect(client.status()).toBe(413));
  const window = Buffer.alloc(UPLOAD_WINDOW_BYTES, 'x');
  const sendOn = async (bytes: Buffer) => {
    const before = serverBytes();
    client.socket.write(bytes);
    await vi.waitFor(() => expect(serverBytes()).toBe(before + bytes.length), { timeout: 10_000 });
    hand.fire();
  };
  await sendOn(window);
  await sendOn(window);
  expect([client.isClosed(), hand.pending()]).toEqual([false, 1]);
  await sendOn(Buffer.alloc(DRAIN_MAX_BYTES, 'x'));
  await vi.waitFor(() => expect(client.isClosed()).toBe(true));
  expect(hand.pending()).toBe(0);
});

test('a connection with many refused requests keeps no listeners of earlier ones', async () => {
  const client = await sendRaw(port, '');
  await vi.waitFor(() => expect(sockets).toHaveLength(1));
  const listeners = () => sockets[0]?.listenerCount('close');
  const before = listeners();
  for (let count = 1; count <= 3; count += 1) {
    client.socket.write(`${json(2000)}{`);
    await vi.waitFor(() => expect(client.received().split('HTTP/1.1 413 ')).toHaveLength(count + 1));
    client.socket.write('x'.repeat(1999));
    await vi.waitFor(() => expect(hand.pending()).toBe(0));
  }
  expect(listeners()).toBe(before);
  client.socket.destroy();
});

test('a refused body whose remainder does not arrive loses its connection', async () => {
  const client = await sendRaw(port, `${head('/json', 'text/xml', 99)}<`);
  await vi.waitFor(() => expect(client.status()).toBe(415));
  expect(client.isClosed()).toBe(false);
  await vi.waitFor(() => expect(hand.pending()).toBe(1));
  hand.fire();
  await vi.waitFor(() => expect(client.isClosed()).toBe(true));
  expect(hand.pending()).toBe(0);
});

test('an upload may take long at a sufficient speed; a slower one gets a 408', async () => {
  const begin = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n';
  const size = 4 * UPLOAD_WINDOW_BYTES;
  const client = await sendRaw(port, head('/form', 'multipart/form-data; boundary=b', size) + begin);
  for (const _ of [1, 2]) {
    await vi.waitFor(() => expect(hand.pending()).toBe(1));
    const before = serverBytes();
    client.socket.write('x'.repeat(UPLOAD_WINDOW_BYTES));
    await vi.waitFor(() => expect(serverBytes()).toBe(before + UPLOAD_WINDOW_BYTES));
    hand.fire();
    expect([client.status(), hand.pending()]).toEqual([null, 1]);
  }
  client.socket.write('x');
  hand.fire();
  await vi.waitFor(() => expect(client.isClosed()).toBe(true));
  expect(client.status()).toBe(408);
  await vi.waitFor(() => expect(hand.pending()).toBe(0));
});

let sockets: Socket[] = [];
const serverBytes = () => sockets.at(-1)?.bytesRead ?? 0;
beforeEach(() => {
  sockets = [];
  app.server.on('connection', (socket) => sockets.push(socket));
});
