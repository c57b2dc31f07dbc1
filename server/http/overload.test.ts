import Fastify from 'fastify';
import { expect, test } from 'vitest';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { saveAnswers } from '#contract/exams/quiz-attempts.ts';
import { endpoints } from '#contract/index.ts';
import { handleErrors } from './errors.ts';
import { isOverloaded, limits, ordinaryLimits, refuseOverload } from './overload.ts';

const calm = { inFlight: 10, waitingForDatabase: 0, loopDelayMs: 5 };

test.each<[string, Partial<typeof calm>, boolean]>([
  ['an ordinary moment', {}, false],
  ['many requests at once', { inFlight: limits.inFlight + 1 }, true],
  ['a long queue for the database', { waitingForDatabase: limits.waitingForDatabase + 1 }, true],
  ['a slow machine with little to do', { loopDelayMs: 5000 }, false],
  ['a slow machine with much to do', { loopDelayMs: limits.loopDelayMs + 1, inFlight: 60 }, true],
])('%s', (_, change, expected) => {
  expect(isOverloaded({ ...calm, ...change })).toBe(expected);
  expect(isOverloaded({ ...calm, ...change }, true)).toBe(expected);
});

test('lists and searches are refused before an answer is', async () => {
  for (const name of ['inFlight', 'waitingForDatabase', 'loopDelayMs'] as const) {
    const busy = { ...calm, inFlight: 60, [name]: ordinaryLimits[name] + 1 };
    expect([isOverloaded(busy), isOverloaded(busy, true)], name).toEqual([true, false]);
  }
  const pool = { waitingCount: limits.waitingForDatabase * 0.8 };
  const app = Fastify();
  handleErrors(app);
  refuseOverload(app, pool);
  app.get('/list', () => 'done');
  app.post('/answers', { config: { endpoint: saveAnswers } as object }, () => 'saved');
  const answer = { method: 'POST', url: '/answers', payload: {} } as const;
  expect([(await app.inject('/list')).statusCode, (await app.inject(answer)).statusCode]).toEqual([503, 200]);
  pool.waitingCount = limits.waitingForDatabase + 1;
  expect((await app.inject(answer)).statusCode).toBe(503);
  await app.close();
});

test('every call that saves an answer, an end or a draft has priority', () => {
  const first = Object.values(endpoints).filter((one: EndpointSpec) => one.comesFirst);
  const saved = /^(POST|PUT) .*\/(answers|attempts\/:id\/finish|draft)$/;
  const named = Object.values(endpoints).filter(({ method, path }) => saved.test(`${method} ${path}`));
  expect(first).toEqual(expect.arrayContaining(named));
});

test('an overloaded process answers with Retry-After, stays alive, and recovers when the load drops', async () => {
  const pool = { waitingCount: 0 };
  const app = Fastify();
  handleErrors(app);
  refuseOverload(app, pool);
  app.get('/healthz', () => 'ok');
  app.get('/work', () => 'done');
  expect((await app.inject('/work')).statusCode).toBe(200);

  pool.waitingCount = limits.waitingForDatabase + 1;
  const refused = await app.inject('/work');
  const told = Number(refused.headers['retry-after']);
  expect([refused.statusCode, refused.json().code, refused.json().retryAfter]).toEqual([503, 'unavailable', told]);
  const all = await Promise.all(Array.from({ length: 50 }, () => app.inject('/work')));
  const pauses = all.map(({ headers }) => Number(headers['retry-after']));
  // Refused clients are spread over time: their retry pauses differ.
  expect([Math.min(...pauses) >= 2, Math.max(...pauses) <= 6, new Set(pauses).size > 1]).toEqual([true, true, true]);
  expect((await app.inject('/healthz')).statusCode).toBe(200);

  pool.waitingCount = 0;
  expect((await app.inject('/work')).statusCode).toBe(200);
  expect(app.pressure().inFlight).toBe(0);
  await app.close();
});
