import { beforeAll, describe, expect, it } from 'vitest';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { endpoints } from '#contract/index.ts';
import { JSON_BODY_LIMIT } from '#contract/limits.ts';
import { paramsOf } from '#contract/omitted-shapes.ts';
import {
  addressOf,
  bodyWith,
  brokenAddresses,
  leavesOf,
  missingParams,
  requiredQuery,
} from '#server/testing/endpoints.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { addressesOfForms } from '#server/testing/form-addresses.ts';
import { reusedSessions } from '#server/testing/reused-sessions.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
/** May call everything, so that no 403 hides a result. */
let admin: Person;
let addressOfForm: (spec: EndpointSpec) => string;

beforeAll(async () => {
  addressOfForm = await addressesOfForms(test.deps.db);
  admin = await createPerson(test.deps.db, { role: 'admin', now: test.clock.now() });
});

const named = (specs: EndpointSpec[]) =>
  specs.map((spec): [string, EndpointSpec] => [`${spec.method} ${spec.path}`, spec]);
const all = Object.values(endpoints);
const withJson = all.filter((spec) => spec.body && spec.bodyType !== 'multipart');
const withQuery = all.filter((spec) => spec.query);
const withParams = all.filter((spec) => paramsOf(spec));
const writes = all.filter((spec) => spec.method !== 'GET');

const callAs = reusedSessions(test);

function send(spec: EndpointSpec, payload: string, headers: Record<string, string> = {}, url?: string) {
  return callAs(admin.id, {
    method: spec.method,
    url: url ?? addressOf(spec, missingParams(spec)),
    ...(payload === '' ? {} : { payload }),
    headers: { ...(payload === '' ? {} : { 'content-type': 'application/json' }), ...headers },
  });
}

const refusal = (response: { statusCode: number; json(): { code: string } }) => [
  response.statusCode,
  response.json().code,
];

describe.each(named(withJson))('the body of %s', (_, spec) => {
  it('is refused when it is not JSON, not an object, too large or of another type', async () => {
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

  it('takes no hostile value in any field', async () => {
    const leaves = leavesOf(spec.body);
    for (const leaf of leaves) {
      const name = leaf.path.join('.');
      const answer = (value: unknown) => send(spec, JSON.stringify(bodyWith(leaf.path, value)));
      if (leaf.type === 'number') {
        for (const value of [1e308, -1e308, 2 ** 53, 2 ** 31, -1, 0.5, '1', null]) {
          expect((await answer(value)).statusCode, `${name}: ${value}`).toBeLessThan(500);
        }
        continue;
      }
      // An id may come as a number or as its digits.
      const takesNumbers = leaves.some(({ path, type }) => type === 'number' && `${path}` === `${leaf.path}`);
      // JSON.stringify writes both as escapes, as a hostile client would.
      for (const value of ['a\0b', 'a\ud800b', '\udc00', ...(takesNumbers ? [] : [7]), true, { a: 1 }]) {
        const response = await answer(value);
        expect([name, JSON.stringify(value), response.statusCode]).toEqual([name, JSON.stringify(value), 400]);
        const fields = Object.keys(response.json().fields ?? {});
        expect(
          fields.some((field) => name.startsWith(field) || field === 'body'),
          name,
        ).toBe(true);
      }
      expect((await answer('á'.repeat(30_000))).statusCode, name).toBeLessThan(500);
    }
  });
});

it.each(named(withQuery))('the query of %s takes no hostile value', async (_, spec) => {
  const address = addressOf(spec, missingParams(spec));
  for (const leaf of leavesOf(spec.query)) {
    // A parameter that may be repeated has the same name each time.
    const name = leaf.path.filter((part) => part !== '0').join('.');
    for (const value of ['%00', 'a%00b', '-1', '1e400', '%F0%9F', "'%25_", 'WzFd', 'x'.repeat(5000)]) {
      const response = await send(spec, '', {}, `${address}?${name}=${value}`);
      expect([name, value, response.statusCode]).not.toEqual([name, value, 500]);
      if (leaf.type === 'string' && value.includes('%00')) {
        expect([name, value, [400, 404].includes(response.statusCode)]).toEqual([name, value, true]);
      }
    }
    const twice = await send(spec, '', {}, `${address}?${name}=a&${name}=b`);
    expect(twice.statusCode, name).toBeLessThan(500);
  }
});

const withCursor = withQuery.filter((spec) => leavesOf(spec.query).some(({ path }) => path[0] === 'cursor'));
/** Values that no list sorts by: of wrong types, out of every range, or not storable. */
const hostileParts = ['x', '', '\ud800', 'a\0', null, true, [1], {}, -1, 1.5, 1e300, 2 ** 31, 2 ** 53].concat([
  '9999999-01-01T00:00:00Z',
  '-271821-04-20T00:00:00Z',
  '0000-01-01',
  '2026-02-30',
  '2026-11-15T99:00:00.000Z',
]);
const fittingParts = [1, '2026-11-15T12:00:00.000Z', '2026-11-15', '0198b7a5-0000-7000-8000-000000000000'];
const opaque = (position: unknown) => Buffer.from(JSON.stringify(position)).toString('base64url');
const forged = [
  ...hostileParts.flatMap((part) => [
    [part],
    ...fittingParts.flatMap((fit) => [
      [part, fit],
      [fit, part],
    ]),
    [part, fittingParts[1], 1],
    [1, part, 1],
    [1, fittingParts[1], part],
  ]),
  [],
  [1, 1, 1, 1],
  {},
  null,
  7,
].map(opaque);

it.each(named(withCursor))('%s takes no forged cursor', async (_, spec) => {
  const address = `${addressOf(spec, missingParams(spec))}${requiredQuery(spec)}`;
  for (const cursor of [...forged, '', 'x', '%25%25%25', '8J-MhQ', 'W'.repeat(200), 'W'.repeat(5000)]) {
    const response = await test.request({ method: 'GET', url: `${address}&cursor=${cursor}`, as: admin });
    const { code, fields } = response.json();
    const told = [Buffer.from(cursor, 'base64url').toString(), response.statusCode, code];
    expect(told).toEqual([told[0], 400, 'bad_request']);
    expect(fields.cursor).toMatch(/^(Cursor inválido\.|Use no máximo (200|600) caracteres\.)$/);
  }
});

it.each(named(all.filter((spec) => spec.bodyType === 'multipart' || spec.bodyType === 'either')))(
  '%s takes no form whose boundary is missing, empty or endless',
  async (_, spec) => {
    for (const boundary of [
      '',
      '; boundary=',
      ...[256, 1000, 5000].map((length) => `; boundary=${'b'.repeat(length)}`),
    ]) {
      const type = { 'content-type': `multipart/form-data${boundary}` };
      const response = await send(spec, 'x', type, addressOfForm(spec));
      expect([boundary.length, refusal(response)]).toEqual([boundary.length, [400, 'bad_request']]);
    }
  },
);

it.each(named(withParams))('every invalid address of %s is not found', async (_, spec) => {
  for (const address of brokenAddresses(spec)) {
    expect([address, ...refusal(await send(spec, '', {}, address))]).toEqual([address, 404, 'not_found']);
  }
});

it('an address that cannot be decoded is 400, an unknown one 404, both in JSON', async () => {
  const undecodable = await test.request({ method: 'GET', url: '/api/admin/users/%zz' });
  expect(refusal(undecodable)).toEqual([400, 'bad_request']);
  for (const url of ['/api', '/api/', '/api/nada', '/api/login/nada']) {
    expect(refusal(await test.request({ method: 'GET', url }))).toEqual([404, 'not_found']);
    expect(refusal(await test.request({ method: 'POST', url }))).toEqual([404, 'not_found']);
  }
});

const foreign: [string, Record<string, string>][] = [
  ['a foreign Origin', { origin: 'https://evil.example' }],
  ['an opaque Origin', { origin: 'null' }],
  ['our name on another port', { origin: 'http://localhost:81' }],
  ['Sec-Fetch-Site: cross-site', { 'sec-fetch-site': 'cross-site' }],
  ['Sec-Fetch-Site: same-site', { 'sec-fetch-site': 'same-site' }],
];

it.each(named(writes))('%s from another site is refused, whichever header shows it', async (_, spec) => {
  for (const [why, headers] of foreign) {
    expect([why, ...refusal(await send(spec, '', headers))]).toEqual([why, 403, 'cross_site']);
  }
});

it('bad input is not logged, and is not reported as a server fault', () => {
  expect(test.logged()).not.toContain('"level":50');
  expect(test.logged()).not.toContain('evil.example');
});
