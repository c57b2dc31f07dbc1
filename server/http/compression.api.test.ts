import { brotliDecompressSync } from 'node:zlib';
import { beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { binary, type EndpointSpec, redirect } from '#contract/endpoint.ts';
import { endpoints } from '#contract/index.ts';
import { addressOf, missingParams, requiredQuery } from '#server/testing/endpoints.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { COMPRESSED_FROM } from './compression.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
const admin = {} as Person;

beforeAll(async () => {
  Object.assign(admin, await createPerson(test.deps.db, { role: 'admin', now: test.clock.now() }));
  for (let one = 0; one < 20; one += 1) await createPerson(test.deps.db, { payment: 'analyzing' });
});

const reads = Object.entries<EndpointSpec>(endpoints).filter(
  ([, { method, response }]) => method === 'GET' && response !== binary && response !== redirect,
);

it('every read of the contract is compressed from the limit on, and unpacked it is what its schema declares', async () => {
  const compressed: string[] = [];
  for (const [name, endpoint] of reads) {
    const url = addressOf(endpoint, missingParams(endpoint)) + requiredQuery(endpoint);
    const reply = await test.request({ method: 'GET', url, as: admin, headers: { 'accept-encoding': 'br' } });
    const isCompressed = reply.headers['content-encoding'] === 'br';
    const plain = isCompressed ? brotliDecompressSync(reply.rawPayload) : reply.rawPayload;
    expect(isCompressed || plain.length < COMPRESSED_FROM, `${name}: ${plain.length} bytes`).toBe(true);
    if (reply.statusCode === 200 && plain.length > 0) {
      const { response } = endpoint;
      if (!(response instanceof z.ZodMiniType)) throw new Error(`${name} answers no JSON.`);
      expect(z.safeParse(response, JSON.parse(plain.toString())).success, name).toBe(true);
    }
    if (isCompressed) compressed.push(name);
  }
  expect(compressed).toEqual(expect.arrayContaining(['listUsers', 'listOpenPayments']));
});
