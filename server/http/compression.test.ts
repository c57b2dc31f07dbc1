import { Readable } from 'node:stream';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { COMPRESSED_FROM, compressAnswers } from './compression.ts';

const long = JSON.stringify({ names: Array.from({ length: 200 }, (_, index) => `Aluna ${index}`) });
const app = Fastify();
compressAnswers(app);
app.get('/json', (_request, reply) => reply.type('application/json; charset=utf-8').send(long));
app.get('/csv', (_request, reply) => reply.type('text/csv').header('vary', 'Origin').send(Buffer.from(long)));
app.get('/picture', (_request, reply) => reply.type('image/webp').send(Buffer.from(long)));
app.get('/ready', (_request, reply) =>
  reply.type('application/json').header('content-encoding', 'gzip').send(Buffer.from(long)),
);
app.get('/stream', (_request, reply) => reply.type('text/csv').send(Readable.from([long])));
app.get('/tagged', (_request, reply) => reply.type('application/json').header('etag', '"one"').send(long));
app.get<{ Params: { size: string } }>('/size/:size', (request, reply) =>
  reply.type('application/json').send('x'.repeat(Number(request.params.size))),
);

const get = (url: string, headers: Record<string, string> = { 'accept-encoding': 'gzip, br' }) =>
  app.inject({ method: 'GET', url, headers });

test('JSON above the limit is sent as brotli, and unpacked it is the same', async () => {
  const reply = await get('/json');
  expect(reply.headers).toMatchObject({
    'content-encoding': 'br',
    vary: 'Accept-Encoding',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(reply.rawPayload.length),
  });
  expect(brotliDecompressSync(reply.rawPayload).toString()).toBe(long);
  expect(reply.rawPayload.length).toBeLessThan(long.length / 3);
});

test('a client that takes only gzip gets gzip, also for a buffer of text', async () => {
  const reply = await get('/csv', { 'accept-encoding': 'br;q=0, gzip' });
  expect(reply.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Origin, Accept-Encoding' });
  expect(gunzipSync(reply.rawPayload).toString()).toBe(long);
});

test('a client that takes no encoding gets the answer plain, and caches learn that it depends on the client', async () => {
  const reply = await get('/json', {});
  expect(reply.headers['content-encoding']).toBeUndefined();
  expect(reply.headers.vary).toBe('Accept-Encoding');
  expect(reply.body).toBe(long);
});

test.each(['/picture', '/stream'])('%s is not compressed', async (url) => {
  const reply = await get(url);
  expect(reply.headers['content-encoding']).toBeUndefined();
  expect(reply.body).toBe(long);
});

test('an answer that has an encoding is not compressed again', async () => {
  expect((await get('/ready')).body).toBe(long);
});

test('an answer below the limit is not compressed', async () => {
  expect((await get(`/size/${COMPRESSED_FROM - 1}`)).headers['content-encoding']).toBeUndefined();
  expect((await get(`/size/${COMPRESSED_FROM}`)).headers['content-encoding']).toBe('br');
});

test.each(['cross-site', 'same-site'])('a request that a %s page sent gets its answer plain', async (site) => {
  const reply = await get('/json', { 'accept-encoding': 'br', 'sec-fetch-site': site });
  expect(reply.headers['content-encoding']).toBeUndefined();
  expect(reply.body).toBe(long);
});

test.each(['same-origin', 'none'])('a request of our own pages (%s) gets its answer compressed', async (site) => {
  const reply = await get('/json', { 'accept-encoding': 'br', 'sec-fetch-site': site });
  expect(reply.headers['content-encoding']).toBe('br');
});

test('a strong tag becomes a weak one, because the bytes differ', async () => {
  expect((await get('/tagged')).headers.etag).toBe('W/"one"');
  expect((await get('/tagged', {})).headers.etag).toBe('"one"');
});
