import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { FRESH_PROOF_MINUTES } from '#contract/limits.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts';
import { transact } from '#server/db/transact.ts';
import { countRows, createPerson, createSession, type Person } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { isSecure } from './cookies.ts';
import {
  deleteExpiredSessions,
  deleteOldAccessRecords,
  endSessionById,
  insertSession,
  listSessionsOf,
} from './sessions.store.ts';
import { currentUser, SESSION_COOKIE, SESSION_DAYS, type SessionUser } from './sessions.ts';

const test = useTestApp();
const person = (wish: object = {}) => createPerson(test.deps.db, { now: test.clock.now(), ...wish });
const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';

/** A visitor's request, and the cookies that were set in their browser. */
function visitor(token?: string, change: object = {}) {
  const cookies: Record<string, { value: string; options: object } | null> = {};
  const request = {
    cookies: token ? { [SESSION_COOKIE]: token } : {},
    headers: { 'user-agent': chrome },
    ip: '203.0.113.7',
    protocol: 'http',
    prolongedToken: null,
    touching: null,
    ...change,
  } as unknown as FastifyRequest;
  const reply = {
    setCookie: (name: string, value: string, options: object) => {
      cookies[name] = { value, options };
    },
    clearCookie: (name: string) => {
      cookies[name] = null;
    },
  } as unknown as FastifyReply;
  return { request, reply, cookie: () => cookies[SESSION_COOKIE] };
}
type Visitor = ReturnType<typeof visitor>;

const sessions = () => test.app.sessions;
const enter = async (who: Person, at: Visitor = visitor(), ...settings: [{ byPasskey: boolean }?]) => {
  await sessions().open(test.deps.db, at.request, at.reply, who.id, ...settings);
  return at.cookie()?.value ?? '';
};
const reads = (token: string, at = visitor(token)): Promise<SessionUser | null> =>
  Promise.resolve(sessions().read(at.request));
const rowOf = (token: string) =>
  test.deps.db
    .selectFrom('sessions')
    .selectAll()
    .where('token_hash', '=', createHash('sha256').update(token).digest())
    .executeTakeFirst();
const rowsOf = (who: Person) =>
  test.deps.db.selectFrom('sessions').selectAll().where('user_id', '=', who.id).orderBy('created_at').execute();

describe('a session', () => {
  it('is opened with a cookie that only the server reads, and stored as a hash', async () => {
    const [who, at] = [await person(), visitor()];
    const token = await enter(who, at);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(at.cookie()?.options).toEqual({
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: false,
      maxAge: SESSION_DAYS * 86_400,
    });
    const now = test.clock.now();
    const own = await rowOf(token);
    expect(own).toEqual({
      id: expect.stringMatching(/^[\w-]{36}$/),
      user_id: who.id,
      token_hash: expect.any(Buffer),
      device: 'Chrome em Linux',
      created_at: now,
      last_seen_at: now,
      expires_at: new Date(now.getTime() + SESSION_DAYS * DAY_MS),
      proven_at: now,
      by_passkey: false,
      common_password: false,
    });
    expect(own?.token_hash.toString('base64url')).not.toContain(token.slice(0, 20));
    expect(await reads(token)).toEqual({
      sessionId: own?.id,
      id: who.id,
      username: who.username,
      email: who.email,
      firstName: expect.any(String),
      lastName: expect.any(String),
      role: 'student',
      status: 'active',
      createdAt: expect.any(Date),
      provenAt: now,
      study: { until: expect.stringMatching(/^2027-/), endedOn: expect.stringMatching(/^2027-/), limits: null },
    });
    await enter(who, visitor(), { byPasskey: true });
    expect((await rowsOf(who)).map(({ by_passkey }) => by_passkey)).toContain(true);
  });

  it('records the address, and an invalid address as none', async () => {
    const who = await person();
    await enter(who);
    await enter(who, visitor(undefined, { ip: 'unix' }));
    const records = await test.deps.db
      .selectFrom('access_records')
      .select(['address', 'device', 'at'])
      .where('user_id', '=', who.id)
      .orderBy('id')
      .execute();
    const at = test.clock.now();
    expect(records).toEqual(['203.0.113.7', '0.0.0.0'].map((address) => ({ address, device: 'Chrome em Linux', at })));
  });

  it('replaces the previous session of the browser', async () => {
    const who = await person();
    const old = await enter(who);
    expect((await reads(old))?.id).toBe(who.id);
    const next = await enter(who, visitor(old));
    expect(next).not.toBe(old);
    expect([await reads(old), (await reads(next))?.id]).toEqual([null, who.id]);
  });

  it('has no user without a cookie, with a wrong one, after its end, and for a blocked user', async () => {
    const who = await person();
    const token = await enter(who);
    expect([await reads(''), await reads('falso')]).toEqual([null, null]);
    test.clock.advance(SESSION_DAYS * DAY_MS - 1);
    expect((await reads(token))?.id).toBe(who.id);
    const unused = await enter(await person());
    test.clock.advance(SESSION_DAYS * DAY_MS);
    expect(await reads(unused)).toBeNull();
    const blocked = await person({ status: 'blocked' });
    expect(await reads(await enter(blocked))).toBeNull();
  });

  it('is extended with its cookie once it was unused for more than an hour, and not before', async () => {
    const who = await person();
    const token = await enter(who);
    const seen = async () => {
      const at = visitor(token);
      await reads(token, at);
      await sessions().settle(at.request, at.reply);
      return at.cookie()?.value;
    };
    test.clock.advance(HOUR_MS);
    expect(await seen()).toBeUndefined();
    test.clock.advance(MINUTE_MS);
    expect(await seen()).toBe(token);
    const own = await rowOf(token);
    const now = test.clock.now();
    expect([own?.last_seen_at, own?.expires_at]).toEqual([now, new Date(now.getTime() + SESSION_DAYS * DAY_MS)]);
    expect(await seen()).toBeUndefined();
  });

  it('is closed with its cookie, and only that one', async () => {
    const who = await person();
    const [here, there] = [await enter(who), await enter(who)];
    const at = visitor(here);
    await sessions().close(at.request, at.reply);
    expect([at.cookie(), await reads(here), (await reads(there))?.id]).toEqual([null, null, who.id]);
    const nobody = visitor();
    await sessions().close(nobody.request, nobody.reply);
    expect(nobody.cookie()).toBeUndefined();
  });

  it('counts as proven for some minutes after its user proved their identity', async () => {
    const who = await person();
    const token = await enter(who);
    const isProven = async () => {
      const user = await reads(token);
      return user !== null && sessions().isProven(user);
    };
    expect([await isProven(), sessions().isProven({ provenAt: null })]).toEqual([true, false]);
    test.clock.advance(FRESH_PROOF_MINUTES * MINUTE_MS - 1);
    expect(await isProven()).toBe(true);
    test.clock.advance(1);
    expect(await isProven()).toBe(false);
    const user = await reads(token);
    if (!user) throw new Error('The session is gone.');
    await sessions().prove(user);
    expect(await isProven()).toBe(true);
  });
});

describe('a browser', () => {
  const asks = (token: string) =>
    test.request({ url: '/api/auth/user', headers: { cookie: `alvorada_session=${token}` } });

  it('is identified by its cookie, which every answer may extend', async () => {
    const who = await person();
    const token = await enter(who);
    const known = await asks(token);
    expect([known.statusCode, known.json().id, known.cookies]).toEqual([200, who.id, []]);
    test.clock.advance(2 * HOUR_MS);
    expect((await asks(token)).cookies).toEqual([
      expect.objectContaining({
        name: 'alvorada_session',
        value: token,
        maxAge: SESSION_DAYS * 86_400,
        httpOnly: true,
      }),
    ]);
    expect((await asks('falso')).statusCode).toBe(401);
  });

  it('with a cookie of no session gets a new one', async () => {
    const who = await person();
    const token = await enter(who, visitor('falso'));
    expect((await reads(token))?.id).toBe(who.id);
  });

  it('is looked up once per request', async () => {
    let asked = 0;
    const server = {
      sessions: {
        read: () => {
          asked += 1;
          return null;
        },
      },
    };
    const request = { server } as unknown as FastifyRequest;
    expect([await currentUser(request), await currentUser(request), asked]).toEqual([null, null, 1]);
  });
});

it('a student limited to one course may not open another one, a teacher may open all', async () => {
  expect(sessions().now()).toEqual(test.clock.now());
  const user = {
    role: 'student',
    study: { until: '2030-01-01', endedOn: null, limits: [{ until: '2030-01-01', courses: [7] }] },
  };
  const fault = (more: object, id: number) =>
    sessions().boughtFault({ ...user, ...more } as never, { kind: 'course', id });
  expect([(await fault({}, 8))?.code, await fault({}, 7), await fault({ role: 'teacher' }, 8)]).toEqual([
    'not_bought',
    undefined,
    undefined,
  ]);
});

describe('sessions of a person', () => {
  it('end all, or all but one, with a reason that their cookies can read', async () => {
    const [who, other] = [await person(), await person()];
    const [here, there, foreign] = [await enter(who), await enter(who), await enter(other)];
    const kept = (await reads(here))?.sessionId;
    const why = (token: string) => sessions().whyEnded(visitor(token).request);
    await reads(there);
    await transact(test.deps, (tx, after) => sessions().endAll(tx, after, who.id, 'password_changed', kept));
    expect([(await reads(here))?.id, await reads(there), (await reads(foreign))?.id]).toEqual([who.id, null, other.id]);
    expect([await why(there), await why(here), await why('')]).toEqual(['password_changed', undefined, undefined]);
    await transact(test.deps, (tx, after) => sessions().endAll(tx, after, who.id, 'everywhere'));
    expect([await reads(here), await why(here), (await reads(foreign))?.id]).toEqual([null, 'everywhere', other.id]);
    expect(await rowsOf(who)).toEqual([]);
  });

  it('are listed by last use up to a limit, without expired ones; only their owner can end one', async () => {
    const [who, other] = [await person(), await person()];
    test.clock.advance(SESSION_DAYS * DAY_MS);
    await createSession(test.deps.db, who.id, test.clock.now());
    test.clock.advance(HOUR_MS);
    await createSession(test.deps.db, who.id, test.clock.now());
    const now = test.clock.now();
    const listed = await listSessionsOf(test.deps.db, who.id, now, 10);
    expect(listed).toEqual([
      { id: expect.any(String), device: expect.any(String), createdAt: now, lastSeenAt: now },
      expect.objectContaining({ lastSeenAt: new Date(now.getTime() - HOUR_MS) }),
    ]);
    expect(await listSessionsOf(test.deps.db, who.id, now, 1)).toEqual(listed.slice(0, 1));
    const id = listed[0]?.id ?? '';
    const end = { because: 'device', now } as const;
    expect(await endSessionById(test.deps.db, other.id, id, end)).toBe(false);
    expect(await endSessionById(test.deps.db, who.id, id, end)).toBe(true);
    expect(await endSessionById(test.deps.db, who.id, id, end)).toBe(false);
  });

  it('that have expired are removed in batches, and access records after their retention', async () => {
    const { db } = test.deps;
    const now = test.clock.now();
    await deleteExpiredSessions(db, now, 1000);
    const who = await person();
    const over = { userId: who.id, device: 'Chrome em Linux', now, expiresAt: now };
    for (const [at, id] of ['a', 'b', 'c'].entries()) {
      await insertSession(db, {
        ...over,
        id: `0198b7a5-0000-7000-8000-00000000000${id}`,
        tokenHash: Buffer.alloc(32, at),
      });
    }
    const before = await countRows(db, 'sessions');
    expect([await deleteExpiredSessions(db, now, 2), await deleteExpiredSessions(db, now, 2)]).toEqual([2, 1]);
    expect(await countRows(db, 'sessions')).toBe(before - 3);
    await deleteOldAccessRecords(db, now, 10_000);
    await enter(who);
    const left = await countRows(db, 'access_records');
    expect(await deleteOldAccessRecords(db, now, 10)).toBe(0);
    test.clock.advance(1);
    expect(await deleteOldAccessRecords(db, test.clock.now(), 10)).toBeGreaterThan(0);
    expect(await countRows(db, 'access_records')).toBeLessThan(left);
  });
});

it.each([
  ['https://alvorada.example', 'http', true],
  ['http://alvorada.example', 'https', false],
  [undefined, 'https', true],
  [undefined, 'http', false],
])('with PUBLIC_URL %s, over %s, the cookie is secure: %s', (publicUrl, protocol, secure) => {
  const config = { ...test.deps.config, publicUrl };
  expect(isSecure({ config } as never, { protocol } as FastifyRequest)).toBe(secure);
});
