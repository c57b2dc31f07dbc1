import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type Access, type EndpointSpec, endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/index.ts';
import type { Role, UserStatus } from '#contract/platform/users.ts';
import { addressOf, missingParams } from '#server/testing/endpoints.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { refuseUndeclaredRoutes, route } from './route.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });

type Caller = { role: Role; status: UserStatus } | null;
const callers: Record<string, Caller> = {
  nobody: null,
  'a pending student': { role: 'student', status: 'pending' },
  'a student': { role: 'student', status: 'active' },
  'a teacher': { role: 'teacher', status: 'active' },
  'a secretary': { role: 'secretary', status: 'active' },
  'an admin': { role: 'admin', status: 'active' },
  'a blocked admin': { role: 'admin', status: 'blocked' },
};

const mayCall: Record<Access, (caller: Caller) => boolean> = {
  public: () => true,
  signedIn: (caller) => caller?.status === 'active',
  author: (caller) => caller?.status === 'active' && ['teacher', 'admin'].includes(caller.role),
  office: (caller) => caller?.status === 'active' && ['secretary', 'admin'].includes(caller.role),
  admin: (caller) => caller?.status === 'active' && caller.role === 'admin',
};

const calls = Object.entries(endpoints).map(([name, spec]): [string, EndpointSpec] => [
  `${spec.method} ${spec.path} (${name}, ${spec.access})`,
  spec,
]);

/** Sessions are reused until a call has changed something: were one no longer valid, the next answer would be 401. */
const again = new Map<Caller, Person>();

/** Always with a session row: the user's state decides, not a missing cookie. */
async function callAs(caller: Caller, spec: EndpointSpec, payload?: string) {
  const person = caller
    ? (again.get(caller) ?? (await createPerson(test.deps.db, { ...caller, now: test.clock.now() })))
    : undefined;
  const response = await test.request({
    method: spec.method,
    url: addressOf(spec, missingParams(spec)),
    ...(payload === undefined ? {} : { payload, headers: { 'content-type': 'application/json' } }),
    as: person,
  });
  const isUnchanged = spec.method === 'GET' || response.statusCode >= 400;
  if (person && caller?.status === 'active' && isUnchanged) again.set(caller, person);
  else again.delete(caller);
  return response;
}

const refusedAs = (caller: Caller) => (caller?.status === 'active' ? 'forbidden' : 'unauthorized');

/** As one word, so that one comparison over all callers names each that got a wrong answer. */
function outcomeOf({ statusCode, json }: Awaited<ReturnType<typeof callAs>>): string {
  if (statusCode === 403) return json().code;
  if (statusCode !== 401) return statusCode < 500 ? 'let through' : `${statusCode}`;
  const { requestId, ...told } = json();
  expect(requestId).toEqual(expect.any(String));
  expect(told).toEqual({ code: 'unauthorized', message: 'Unauthorized' });
  return told.code;
}

// One test for all callers: the overhead of a test is as large as a call.
it.each(calls)(
  '%s is routed, admits the callers it declares, and checks access before it reads the body',
  async (_, spec) => {
    expect(test.app.hasRoute({ method: spec.method, url: spec.path })).toBe(true);
    expect(Object.keys(mayCall)).toContain(spec.access);
    expect(spec.summary).toMatch(/\.$/);
    const [expected, found]: [Record<string, string>, Record<string, string>] = [{}, {}];
    for (const [who, caller] of Object.entries(callers)) {
      expected[who] = mayCall[spec.access](caller) ? 'let through' : refusedAs(caller);
      found[who] = outcomeOf(await callAs(caller, spec));
    }
    expect(found).toEqual(expected);
    if (spec.access === 'public' || spec.method === 'GET') return;
    expect((await callAs(null, spec, '{"broken')).statusCode).toBe(401);
  },
);

const weighty = calls.filter(([, spec]) => spec.freshProof);

it.each(weighty)('%s requires a fresh proof from callers with access', async (_, spec) => {
  const role = spec.access === 'admin' ? 'admin' : spec.access === 'office' ? 'secretary' : 'teacher';
  const person = await createPerson(test.deps.db, { role, now: new Date(test.clock.now().getTime() - 15 * 60_000) });
  const response = await test.request({
    method: spec.method,
    url: addressOf(spec, missingParams(spec)),
    as: person,
  });
  expect([response.statusCode, response.json().code]).toEqual([403, 'fresh_proof_required']);
});

it("only calls that know who asks, and change something or carry others' data away, may want a fresh proof", () => {
  const mayAsk = ({ access, method, work }: EndpointSpec) =>
    access !== 'public' && (method !== 'GET' || work === 'export');
  expect(weighty.map(([, spec]) => spec).filter((spec) => !mayAsk(spec))).toEqual([]);
});

it('the app refuses to start with a path that the contract does not list', () => {
  const app = Fastify();
  refuseUndeclaredRoutes(app);
  const spec = endpoint({ method: 'GET', path: '/api/secret', access: 'public', summary: 'x.', response: z.any() });
  expect(() => route(app, spec, () => ({}))).toThrow('GET /api/secret is routed but not listed');
  expect(() => app.get('/api/other', () => 'x')).toThrow('not listed');
});

it('a session token that was never issued opens nothing', async () => {
  for (const cookie of ['alvorada_session=', 'alvorada_session=x', `alvorada_session=${randomUUID()}`]) {
    const response = await test.request({ method: 'GET', url: '/api/auth/user', as: { cookie } });
    expect(response.statusCode).toBe(401);
  }
});
