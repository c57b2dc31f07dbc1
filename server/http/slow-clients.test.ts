import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import Fastify from 'fastify';
import { afterEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type EndpointSpec, endpoint } from '../../contract/endpoint.ts';
import { handleErrors } from './errors.ts';
import { refuseSlowBodies } from './slow-clients.ts';

const app = Fastify();
afterEach(() => app.close());

test('a JSON body that does not come to its end is 408, and its connection is closed', async () => {
  handleErrors(app);
  refuseSlowBodies(app, 50);
  const spec: EndpointSpec = endpoint({
    method: 'POST',
    path: '/slow',
    access: 'public',
    summary: 'x.',
    body: z.any(),
    response: z.any(),
  });
  app.post('/slow', { config: { endpoint: spec } }, (request) => request.body);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };

  const quick = await fetch(`http://127.0.0.1:${port}/slow`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"a":1}',
  });
  expect(await quick.json()).toEqual({ a: 1 });

  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write('POST /slow HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"a"');
  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(answer).toContain('"code":"request_timeout"');
  expect(answer.toLowerCase()).toContain('connection: close');
});
