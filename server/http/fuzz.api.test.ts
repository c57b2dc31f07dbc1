import { setTimeout as pause } from 'node:timers/promises';
import fc, { type Arbitrary } from 'fast-check';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { endpoints } from '#contract/index.ts';
import { fitting, hostile, hostileForm, nearlyFitting } from '#server/testing/arbitrary.ts';
import { addressOf, leavesOf, missingParams } from '#server/testing/endpoints.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { fuzzRuns, fuzzSeed } from '#server/testing/fuzz-settings.ts';
import { reusedSessions } from '#server/testing/reused-sessions.ts';
import { type Growth, watchGrowth } from '#server/testing/table-counts.ts';
import { SAMPLE_PASSWORD, useTestApp } from '#server/testing/test-app.ts';

/**
 * Every call of the contract with input that its schema describes, nearly describes, and does not. No input may cause a
 * 500, a hang or an extra row. The same seed gives the same calls; FUZZ_SEED and FUZZ_RUNS change them for a longer
 * run.
 */
const test = useTestApp({ RATE_LIMIT: 'off' }, {}, { hasSample: true });
const HANG_MS = 10_000;
/**
 * Side effects that do not count: counters, sessions that a login opens or a call ends, access records, and the review
 * list of a day, which its first view stores.
 */
const byTheWay = new Set([
  'throttle_events',
  'rate_counts',
  'sessions',
  'ended_sessions',
  'access_records',
  'review_days',
]);

const callers: Record<string, Person> = {};
/** The person that an address may name: never the caller, and new for each endpoint. */
let victim: Person;
let passwordHash: string;
let growth: Growth;

beforeAll(async () => {
  const { db } = test.deps;
  passwordHash = await test.deps.passwords.hash(SAMPLE_PASSWORD);
  for (const role of ['admin', 'teacher', 'student'] as const) callers[role] = await person({ role });
  growth = await watchGrowth(db);
});

beforeEach(async () => {
  victim = await person({ status: 'pending', payment: 'pending' });
  // The counter works: it has seen the new victim.
  expect(await growth()).toMatchObject({ users: 1 });
});

const person = (wishes: Parameters<typeof createPerson>[1]) =>
  createPerson(test.deps.db, { passwordHash, now: test.clock.now(), ...wishes });

type Call = {
  caller: string;
  params: Record<string, unknown>;
  query: unknown;
  body: unknown;
  form: { content: string; type: string } | null;
};

const three = (value: Arbitrary<unknown>) =>
  fc.oneof(
    { weight: 3, arbitrary: value },
    { weight: 3, arbitrary: nearlyFitting(value) },
    { weight: 1, arbitrary: hostile },
  );

/** In an address everything is text, and most ids should name existing rows. */
function paramsFor(spec: EndpointSpec): Arbitrary<Record<string, unknown>> {
  const missing = missingParams(spec);
  const values = Object.entries(missing).map(([name, value]): [string, Arbitrary<unknown>] => [
    name,
    /^\d+$/.test(value)
      ? fc.oneof({ weight: 6, arbitrary: fc.integer({ min: 1, max: 8 }) }, fc.constant(value), hostile)
      : fc.oneof({ weight: 3, arbitrary: fc.constantFrom('$user', '$paymentCode', value) }, hostile),
  ]);
  return fc.record(Object.fromEntries(values));
}

const callsOf = (spec: EndpointSpec): Arbitrary<Call> =>
  fc.record({
    caller: fc.constantFrom('admin', 'admin', 'teacher', 'student'),
    params: paramsFor(spec),
    query: spec.query ? three(fitting(spec.query)) : fc.constant({}),
    body: spec.body ? three(fitting(spec.body)) : fc.constant(undefined),
    form: spec.bodyType && spec.bodyType !== 'json' ? hostileForm : fc.constant(null),
  });

const asText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
/** As a hostile client can send it: lone surrogates have no percent encoding. */
const encoded = (value: unknown) => encodeURIComponent(asText(value).toWellFormed().slice(0, 2000));

function urlOf(spec: EndpointSpec, { params, query }: Call): string {
  const named: Record<string, unknown> = { $user: victim.id, $paymentCode: victim.paymentCode };
  const texts = Object.entries(params).map(([name, value]) => [
    name,
    encoded((typeof value === 'string' && named[value]) || value),
  ]);
  const pairs = typeof query === 'object' && query !== null ? Object.entries(query) : [['q', query]];
  const search = pairs.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&');
  return `${addressOf(spec, Object.fromEntries(texts))}${search ? `?${search}` : ''}`;
}

const callAs = reusedSessions(test);

async function send(spec: EndpointSpec, call: Call) {
  const caller = callers[call.caller] as Person;
  const body = call.form?.content.replaceAll('$paymentCode', victim.paymentCode ?? '') ?? JSON.stringify(call.body);
  const type = call.form?.type ?? 'application/json';
  const hung = pause(HANG_MS, 'hung' as const, { ref: false });
  const answer = callAs(caller.id, {
    method: spec.method,
    url: urlOf(spec, call),
    ...(body === undefined ? {} : { payload: body, headers: { 'content-type': type } }),
  });
  const first = await Promise.race([answer, hung]);
  if (first === 'hung') throw new Error(`No answer within ${HANG_MS} ms.`);
  return first;
}

async function grown(): Promise<Record<string, number>> {
  const more = await growth();
  for (const table of byTheWay) delete more[table];
  return more;
}

/**
 * Calls that may add rows when repeated: by the specification each attempt counts separately; a ticket or a challenge
 * works once, so each is new. A call without an idempotency key also creates a new row each time.
 */
const newEachTime: unknown[] = [
  endpoints.recordAttempt,
  endpoints.beginSetUp,
  endpoints.beginPasskeyLogin,
  endpoints.beginPasskey,
  // A second click sends a second e-mail, as at the login.
  endpoints.sendPasswordLink,
];
const mayRepeat = (spec: EndpointSpec, body: unknown) =>
  newEachTime.includes(spec) || (hasKey(spec) && !(typeof body === 'object' && body !== null && 'creationKey' in body));

const hasKey = (spec: EndpointSpec) => leavesOf(spec.body).some(({ path }) => path[0] === 'creationKey');

async function holds(spec: EndpointSpec, call: Call): Promise<void> {
  const { statusCode, body } = await send(spec, call);
  expect(statusCode, body).toBeLessThan(500);
  // Reads are checked at the end, all calls together.
  if (spec.method === 'GET') return;
  const rows = await grown();
  if (statusCode >= 400) expect(rows, `refused with ${body.slice(0, 200)}`).toEqual({});
  if (Object.keys(rows).length === 0 || mayRepeat(spec, call.body)) return;
  const again = await send(spec, call);
  expect(again.statusCode, again.body).toBeLessThan(500);
  expect({ [`${spec.method} ${spec.path}`]: await grown() }, 'the same call again').toEqual({
    [`${spec.method} ${spec.path}`]: {},
  });
}

describe(`fuzzed with seed ${fuzzSeed}, ${fuzzRuns} calls each`, () => {
  it.each(Object.values(endpoints).map((spec): [string, EndpointSpec] => [`${spec.method} ${spec.path}`, spec]))(
    '%s',
    async (_, spec) => {
      const property = fc.asyncProperty(callsOf(spec), (call) => holds(spec, call));
      // No shrinking: the database has changed since, so the failed call is reported as it was.
      await fc.assert(property, { seed: fuzzSeed, numRuns: fuzzRuns, endOnFailure: true });
      if (spec.method !== 'GET') return;
      // A view of another person's receipt is audited; nothing else is written.
      const { audit_events: _looks, ...rows } = await grown();
      expect(rows).toEqual({});
    },
  );

  it('none of the input is logged as a server fault', () => {
    const faults = test
      .logged()
      .split('\n')
      .filter((line) => line.includes('"level":50'));
    expect(faults).toEqual([]);
  });
});
