import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Role, UserStatus } from '../../contract/accounts.ts';
import { type Access, type EndpointSpec, endpoint } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/index.ts';
import { notify } from '../features/notifications/notifications.service.ts';
import { newPaymentCode } from '../features/payments/payment-code.ts';
import { addressOf, missingParams } from '../testing/endpoints.ts';
import { createPerson, type Person } from '../testing/factories.ts';
import { useTestApp } from '../testing/test-app.ts';
import { refuseUndeclaredRoutes, route } from './route.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });

type Caller = { role: Role; status: UserStatus } | null;
const callers: Record<string, Caller> = {
  nobody: null,
  'a pending student': { role: 'student', status: 'pending' },
  'a student': { role: 'student', status: 'active' },
  'a teacher': { role: 'teacher', status: 'active' },
  'an admin': { role: 'admin', status: 'active' },
  'a blocked admin': { role: 'admin', status: 'blocked' },
};

const mayCall: Record<Access, (caller: Caller) => boolean> = {
  public: () => true,
  signedIn: (caller) => caller?.status === 'active',
  author: (caller) => caller?.status === 'active' && caller.role !== 'student',
  admin: (caller) => caller?.status === 'active' && caller.role === 'admin',
};

const calls = Object.entries(endpoints).map(([name, spec]): [string, EndpointSpec] => [
  `${spec.method} ${spec.path} (${name}, ${spec.access})`,
  spec,
]);

/** With a session row in every case: what decides is the user's state, not the lack of a cookie. */
async function callAs(caller: Caller, spec: EndpointSpec, payload?: string) {
  const person = caller ? await createPerson(test.deps.db, { ...caller, now: test.clock.now() }) : undefined;
  return test.request({
    method: spec.method,
    url: addressOf(spec, missingParams(spec)),
    ...(payload === undefined ? {} : { payload, headers: { 'content-type': 'application/json' } }),
    as: person,
  });
}

describe.each(calls)('%s', (_, spec) => {
  it.each(Object.entries(callers))('%s', async (_who, caller) => {
    const response = await callAs(caller, spec);
    if (mayCall[spec.access](caller)) {
      expect([401, 403]).not.toContain(response.statusCode);
      expect(response.statusCode).toBeLessThan(500);
    } else if (caller?.status === 'active') {
      expect([response.statusCode, response.json().code]).toEqual([403, 'forbidden']);
    } else {
      expect([response.statusCode, response.json()]).toEqual([
        401,
        { code: 'unauthorized', message: 'Unauthorized', requestId: expect.any(String) },
      ]);
    }
  });

  it('is routed, says who may call it, and asks before it reads the body', async () => {
    expect(test.app.hasRoute({ method: spec.method, url: spec.path })).toBe(true);
    expect(Object.keys(mayCall)).toContain(spec.access);
    expect(spec.summary).toMatch(/\.$/);
    if (spec.access === 'public' || spec.method === 'GET') return;
    expect((await callAs(null, spec, '{"broken')).statusCode).toBe(401);
  });
});

it('the app refuses to start with a path that the contract does not list', () => {
  const app = Fastify();
  refuseUndeclaredRoutes(app);
  const spec = endpoint({ method: 'GET', path: '/api/secret', access: 'public', summary: 'x.', response: z.any() });
  expect(() => route(app, spec, () => ({}))).toThrow('GET /api/secret is routed but not listed');
  expect(() => app.get('/api/other', () => 'x')).toThrow('not listed');
});

/** Calls on things that have an owner: how to make one that belongs to somebody else. Features add theirs. */
const owned: Record<string, (owner: Person) => Promise<Record<string, string>>> = {
  readNotification: async (owner) => {
    const notice = { kind: 'exam_near', key: 'x', title: 'x', text: 'x', path: '/', userId: owner.id } as const;
    await test.deps.db.transaction().execute((tx) => notify(test.deps, tx, notice));
    const row = test.deps.db.selectFrom('notifications').select('id').where('user_id', '=', owner.id);
    return { id: String((await row.executeTakeFirstOrThrow()).id) };
  },
  endSession: async (owner) => {
    const row = test.deps.db.selectFrom('sessions').select('id').where('user_id', '=', owner.id);
    return { id: (await row.executeTakeFirstOrThrow()).id };
  },
  getProof: proofOf,
  getProofPreview: proofOf,
};

async function proofOf(owner: Person): Promise<Record<string, string>> {
  const now = test.clock.now();
  const payment = await test.deps.db
    .insertInto('payments')
    .values({
      payment_code: newPaymentCode(),
      amount: 29_700,
      status: 'analyzing',
      user_id: owner.id,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await test.deps.files.put('proofs/matrix', Buffer.from('x'));
  const proof = await test.deps.db
    .insertInto('payment_proofs')
    .values({
      payment_id: payment.id,
      sha256: Buffer.alloc(32),
      type: 'image/png',
      size: 1,
      file_key: 'proofs/matrix',
      preview_key: 'proofs/matrix',
      uploaded_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id: String(proof.id) };
}

it.each(Object.entries(owned))("%s: somebody else's answers exactly like a missing one", async (name, make) => {
  const spec = endpoints[name] as EndpointSpec;
  const me = await createPerson(test.deps.db, { now: test.clock.now() });
  const other = await createPerson(test.deps.db, { now: test.clock.now() });
  const answer = async (params: Record<string, string>) => {
    const response = await test.request({ method: spec.method, url: addressOf(spec, params), as: me });
    const { requestId: _, ...body } = response.json();
    return { status: response.statusCode, body };
  };
  const missing = await answer(missingParams(spec));
  expect(missing.status).toBe(404);
  expect(await answer(await make(other))).toEqual(missing);
});

it('a session that nobody opened opens nothing', async () => {
  for (const cookie of ['alvorada_session=', 'alvorada_session=x', `alvorada_session=${randomUUID()}`]) {
    const response = await test.request({ method: 'GET', url: '/api/auth/user', as: { cookie } });
    expect(response.statusCode).toBe(401);
  }
});
