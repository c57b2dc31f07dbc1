import { beforeAll, describe, expect, it } from 'vitest';
import type { EndpointSpec } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/index.ts';
import { JSON_BODY_LIMIT } from '../../contract/limits.ts';
import { addressOf, bodyWith, brokenAddresses, leavesOf, missingParams } from '../testing/endpoints.ts';
import { createPerson, createSession, type Person } from '../testing/factories.ts';
import { useTestApp } from '../testing/test-app.ts';
import { encodeCursor } from './paging.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
/** May call everything, so that nothing hides behind a 403. */
let admin: Person;

beforeAll(async () => {
  admin = await createPerson(test.deps.db, { role: 'admin', now: test.clock.now() });
});

const named = (specs: EndpointSpec[]) =>
  specs.map((spec): [string, EndpointSpec] => [`${spec.method} ${spec.path}`, spec]);
const all = Object.values(endpoints);
const withJson = all.filter((spec) => spec.body && spec.bodyType !== 'multipart');
const withQuery = all.filter((spec) => spec.query);
const withParams = all.filter((spec) => spec.params);
const writes = all.filter((spec) => spec.method !== 'GET');

/** A session of its own for each call: some of them end it. */
async function send(spec: EndpointSpec, payload: string, headers: Record<string, string> = {}, url?: string) {
  const cookie = await createSession(test.deps.db, admin.id, test.clock.now());
  return test.request({
    method: spec.method,
    url: url ?? addressOf(spec, missingParams(spec)),
    ...(payload === '' ? {} : { payload }),
    headers: { ...(payload === '' ? {} : { 'content-type': 'application/json' }), ...headers },
    as: { cookie },
  });
}

const refusal = (response: { statusCode: number; json(): { code: string } }) => [
  response.statusCode,
  response.json().code,
];

describe.each(named(withJson))('the body of %s', (_, spec) => {
  it('is refused when it is no JSON, no object, too large or of another type', async () => {
    expect(refusal(await send(spec, '{"broken'))).toEqual([400, 'bad_request']);
    for (const body of ['[]', '"text"', '7', 'true']) expect((await send(spec, body)).statusCode).toBe(400);
    const large = JSON.stringify({ a: 'x'.repeat(spec.bodyLimit ?? JSON_BODY_LIMIT) });
    expect(refusal(await send(spec, large))).toEqual([413, 'too_large']);
    for (const type of ['text/plain', 'application/xml', 'application/x-www-form-urlencoded']) {
      expect(refusal(await send(spec, 'a=b', { 'content-type': type }))).toEqual([415, 'unsupported_type']);
    }
  });

  it('may be empty or hold unknown fields without harm', async () => {
    for (const body of ['null', '{}', '{"__proto__":{"role":"admin"},"constructor":{"prototype":{}},"id":1}']) {
      expect((await send(spec, body)).statusCode).toBeLessThan(500);
    }
  });

  const leaves = leavesOf(spec.body);
  it.each(leaves.map((leaf) => [leaf.path.join('.'), leaf] as const))(
    '%s takes no hostile value',
    async (_name, leaf) => {
      const answer = (value: unknown) => send(spec, JSON.stringify(bodyWith(leaf.path, value)));
      if (leaf.type === 'number') {
        for (const value of [1e308, -1e308, 2 ** 53, 2 ** 31, -1, 0.5, '1', null]) {
          expect((await answer(value)).statusCode).toBeLessThan(500);
        }
        return;
      }
      // An id may come as a number or as its digits.
      const takesNumbers = leaves.some(({ path, type }) => type === 'number' && `${path}` === `${leaf.path}`);
      // JSON.stringify writes both as escapes, as a hostile client would.
      for (const value of ['a\0b', 'a\ud800b', '\udc00', ...(takesNumbers ? [] : [7]), true, { a: 1 }]) {
        const response = await answer(value);
        expect([JSON.stringify(value), response.statusCode]).toEqual([JSON.stringify(value), 400]);
        const fields = Object.keys(response.json().fields ?? {});
        expect(fields.some((field) => leaf.path.join('.').startsWith(field) || field === 'body')).toBe(true);
      }
      expect((await answer('á'.repeat(30_000))).statusCode).toBeLessThan(500);
    },
  );
});

describe.each(named(withQuery))('the query of %s', (_, spec) => {
  it.each(leavesOf(spec.query).map((leaf) => [leaf.path.join('.'), leaf] as const))(
    '%s takes no hostile value',
    async (name, leaf) => {
      const address = addressOf(spec, missingParams(spec));
      for (const value of ['%00', 'a%00b', '-1', '1e400', '%F0%9F', "'%25_", 'WzFd', 'x'.repeat(5000)]) {
        const response = await send(spec, '', {}, `${address}?${name}=${value}`);
        expect([value, response.statusCode]).not.toEqual([value, 500]);
        if (leaf.type === 'string' && value.includes('%00')) {
          expect([value, [400, 404].includes(response.statusCode)]).toEqual([value, true]);
        }
      }
      const twice = await send(spec, '', {}, `${address}?${name}=a&${name}=b`);
      expect(twice.statusCode).toBeLessThan(500);
    },
  );
});

const withCursor = withQuery.filter((spec) => leavesOf(spec.query).some(({ path }) => path[0] === 'cursor'));
const forged = ['x', '', '\ud800', null, -1, 1.5, 1e300, '9999999-01-01T00:00:00Z', '-271821-04-20T00:00:00Z'].flatMap(
  (part) => [1, 2, 3, 4].map((length) => encodeCursor(Array.from({ length }, () => part))),
);

it.each(named(withCursor))('%s takes no forged cursor', async (_, spec) => {
  const address = addressOf(spec, missingParams(spec));
  for (const cursor of [...forged, 'e30', 'bnVsbA', 'W10']) {
    const response = await send(spec, '', {}, `${address}?cursor=${cursor}`);
    expect([Buffer.from(cursor, 'base64url').toString(), response.statusCode < 500]).toEqual([
      Buffer.from(cursor, 'base64url').toString(),
      true,
    ]);
  }
});

describe.each(named(withParams))('the address of %s', (_, spec) => {
  it.each(brokenAddresses(spec).map((address) => [address]))('%s is not there', async (address) => {
    expect(refusal(await send(spec, '', {}, address))).toEqual([404, 'not_found']);
  });
});

it('an address that cannot be decoded is 400, an unknown one 404, both in JSON', async () => {
  const undecodable = await test.request({ method: 'GET', url: '/api/admin/users/%zz' });
  expect(refusal(undecodable)).toEqual([400, 'bad_request']);
  for (const url of ['/api', '/api/', '/api/nada', '/api/login/nada']) {
    expect(refusal(await test.request({ method: 'GET', url }))).toEqual([404, 'not_found']);
    expect(refusal(await test.request({ method: 'POST', url }))).toEqual([404, 'not_found']);
  }
});

describe.each(named(writes))('%s from another site', (_, spec) => {
  it.each<[string, Record<string, string>]>([
    ['a foreign Origin', { origin: 'https://evil.example' }],
    ['an opaque Origin', { origin: 'null' }],
    ['our name on another port', { origin: 'http://localhost:81' }],
    ['Sec-Fetch-Site: cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['Sec-Fetch-Site: same-site', { 'sec-fetch-site': 'same-site', origin: 'http://localhost:80' }],
  ])('is refused by %s', async (_why, headers) => {
    expect(refusal(await send(spec, '', headers))).toEqual([403, 'cross_site']);
  });
});

it('logs nothing of what was sent, and calls none of it a fault of ours', () => {
  expect(test.logged()).not.toContain('"level":50');
  expect(test.logged()).not.toContain('evil.example');
});
