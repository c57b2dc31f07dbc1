import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { handleErrors } from './errors.ts';
import { isOverloaded, limits, refuseOverload } from './overload.ts';

const calm = { inFlight: 10, waitingForDatabase: 0, loopDelayMs: 5 };

test.each<[string, Partial<typeof calm>, boolean]>([
  ['an ordinary moment', {}, false],
  ['many requests at once', { inFlight: limits.inFlight + 1 }, true],
  ['a long queue for the database', { waitingForDatabase: limits.waitingForDatabase + 1 }, true],
  ['a slow machine with little to do', { loopDelayMs: 5000 }, false],
  ['a slow machine with much to do', { loopDelayMs: 500, inFlight: 60 }, true],
])('%s', (_, change, expected) => {
  expect(isOverloaded({ ...calm, ...change })).toBe(expected);
});

test('an overloaded process says when to come back, stays alive, and recovers with the pressure', async () => {
  const pool = { waitingCount: 0 };
  const app = Fastify();
  handleErrors(app);
  refuseOverload(app, pool);
  app.get('/healthz', () => 'ok');
  app.get('/work', () => 'done');
  expect((await app.inject('/work')).statusCode).toBe(200);

  pool.waitingCount = limits.waitingForDatabase + 1;
  const refused = await app.inject('/work');
  expect([refused.statusCode, refused.json().code, refused.headers['retry-after']]).toEqual([503, 'unavailable', '2']);
  expect((await app.inject('/healthz')).statusCode).toBe(200);

  pool.waitingCount = 0;
  expect((await app.inject('/work')).statusCode).toBe(200);
  expect(app.pressure().inFlight).toBe(0);
  await app.close();
});
