import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { viewOf } from './nodes.ts';

const server = createServer();
const listen = async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
afterEach(() => {
  server.closeAllConnections();
  server.close();
  server.removeAllListeners('request');
});

const members = [{ name: 'pg1', role: 'leader', state: 'running' }];

test('a node tells who there is', async () => {
  server.on('request', (_, response) => response.end(JSON.stringify({ members })));
  expect(await viewOf(await listen())).toEqual(members);
});

test('one that is stopped in the middle of its answer says nothing', async () => {
  server.on('request', (_, response) => response.write('{"members": ['));
  expect(await viewOf(await listen(), 50)).toEqual([]);
});

test('one that is not there says nothing, and neither does one that knows no cluster', async () => {
  server.on('request', (_, response) => response.writeHead(503).end('{}'));
  const address = await listen();
  expect(await viewOf(address)).toEqual([]);
  server.closeAllConnections();
  server.close();
  expect(await viewOf(address)).toEqual([]);
});
