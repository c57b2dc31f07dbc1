import { connect, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { handTimers } from '#server/testing/hand-timers.ts';
import { sendRaw } from '#server/testing/raw-client.ts';
import { refuseSlowReaders } from './slow-readers.ts';

let app: FastifyInstance;
let hand: ReturnType<typeof handTimers>;
let port: number;
let source: PassThrough;
let connections: Set<Socket>;
let asked: number;
let answered: number;
let answerLate: () => void;

/** More than the buffers of both ends can take. */
const BIG = Buffer.alloc(64 * 1024 * 1024, 'x');

beforeEach(async () => {
  app = Fastify();
  hand = handTimers();
  source = new PassThrough();
  connections = new Set();
  app.server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  refuseSlowReaders(app, hand.timers);
  app.get('/big', (_, reply) => reply.type('text/plain').send(BIG));
  [asked, answered] = [0, 0];
  const late = new Promise<void>((resolve) => {
    answerLate = resolve;
  });
  app.get('/late', async () => {
    asked += 1;
    await late;
    return 'late';
  });
  app.addHook('onSend', async () => {
    answered += 1;
  });
  app.get('/made-slowly', (_, reply) => reply.type('text/plain').send(source));
  await app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = app.server.address() as { port: number });
});
afterEach(() => app.close());

const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const pass = (looks: number) => {
  for (let look = 0; look < looks; look += 1) hand.fire();
};
const held = () => [...connections].reduce((sum, socket) => sum + socket.writableLength, 0);

test('a client that does not read its answer is disconnected after a minute, and its answer released', async () => {
  const clients = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const socket = connect({ port, host: '127.0.0.1' });
      socket.on('error', () => undefined);
      socket.write(ask('/big'));
      return socket;
    }),
  );
  await vi.waitFor(() => expect(connections.size).toBe(5));
  await vi.waitFor(() => expect([...connections].every((socket) => socket.writableLength > 0)).toBe(true));
  // The system's buffers fill up first; from then on no byte moves.
  await vi.waitFor(() => {
    pass(1);
    expect(connections.size).toBe(0);
  });
  expect(held()).toBe(0);
  expect(hand.pending()).toBe(0);
  for (const socket of clients) socket.destroy();
});

test('a client that disconnects before its answer leaves nothing behind', async () => {
  const client = await sendRaw(port, ask('/late'));
  await vi.waitFor(() => expect(asked).toBe(1));
  client.socket.destroy();
  await vi.waitFor(() => expect(connections.size).toBe(0));
  answerLate();
  await vi.waitFor(() => expect(answered).toBe(1));
  expect(hand.pending()).toBe(0);
});

test('a client that reads stays connected, and so does one whose answer is still being produced', async () => {
  const slow = await sendRaw(port, ask('/made-slowly'));
  source.write('first ');
  await vi.waitFor(() => expect(slow.received()).toContain('first '));
  pass(20);
  source.end('last');
  await vi.waitFor(() => expect(slow.received()).toContain('last'));
  const reader = await sendRaw(port, ask('/big'));
  await vi.waitFor(() => expect(reader.received().length).toBeGreaterThan(BIG.length), 20_000);
  await vi.waitFor(() => expect(hand.pending()).toBe(0));
  expect([slow.isClosed(), reader.isClosed()]).toEqual([false, false]);
  for (const { socket } of [slow, reader]) socket.destroy();
});
