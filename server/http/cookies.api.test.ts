import type { FastifyRequest } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '#contract/time.ts';
import { readPaymentCookie } from '#server/features/money/payments/payment-cookie.ts';
import { createPerson } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { findRenamingOfCookies } from './cookie-names.store.ts';
import { PLAIN_NAMES_DAYS } from './cookies.ts';

const test = useTestApp({ PUBLIC_URL: 'https://escola.example', RATE_LIMIT: 'off' });
const trial = useTestApp({ RATE_LIMIT: 'off' });

const PASSWORD = 'segredo de ontem';
let passwordHash: string;
beforeAll(async () => {
  passwordHash = await test.deps.passwords.hash(PASSWORD);
});

const login = (on: typeof test, username: string, cookie?: string) =>
  on.request({
    method: 'POST',
    url: '/api/login',
    payload: { username, password: PASSWORD },
    headers: cookie ? { cookie } : {},
  });
const statusOf = async (cookie: string) =>
  (await test.request({ url: '/api/auth/user', headers: { cookie } })).statusCode;
const person = (on = test) => createPerson(on.deps.db, { passwordHash, now: on.clock.now() });
const prefixed = (cookie: string) => `__Host-${cookie}`;

describe('where TLS is on', () => {
  it('every cookie of a login has the prefix, is secure, of this host and of every path', async () => {
    const { username } = await person();
    const { cookies } = await login(test, username);
    expect(cookies.map(({ name }) => name).sort()).toEqual([
      '__Host-alvorada_device',
      '__Host-alvorada_payment',
      '__Host-alvorada_session',
    ]);
    for (const cookie of cookies) {
      expect(cookie).toMatchObject({ path: '/', secure: true, httpOnly: true, sameSite: 'Lax' });
      // A browser drops a prefixed cookie that names a domain.
      expect(cookie).not.toHaveProperty('domain');
    }
    const session = cookies.find(({ name }) => name.endsWith('_session'));
    expect(await statusOf(`${session?.name}=${session?.value}`)).toBe(200);
  });

  it('a payment cookie has the prefix and is read by it', async () => {
    const payload = {
      username: 'pagante',
      password: PASSWORD,
      confirmPassword: PASSWORD,
      email: 'pagante@exemplo.com.br',
      firstName: 'Ana',
      lastName: 'Lima',
      role: 'student',
    };
    const { cookies, json } = await test.request({ method: 'POST', url: '/api/register', payload });
    const [payment] = cookies;
    expect(payment).toMatchObject({ name: '__Host-alvorada_payment', path: '/', secure: true });
    const { paymentCode } = json();
    const grantOf = (name: string) =>
      readPaymentCookie(test.deps, { cookies: { [name]: payment?.value } } as unknown as FastifyRequest);
    expect(grantOf('__Host-alvorada_payment')).toMatchObject({ paymentCode });
    expect(grantOf('alvorada_payment')).toMatchObject({ paymentCode });
    test.clock.advance(PLAIN_NAMES_DAYS * DAY_MS);
    expect(grantOf('alvorada_payment')).toBeNull();
    test.clock.advance(-PLAIN_NAMES_DAYS * DAY_MS);
  });

  it('a session under the old name stays valid for 30 days, and its browser gets the new name', async () => {
    const { cookie } = await person();
    const first = await test.request({ url: '/api/auth/user', headers: { cookie } });
    expect(first.statusCode).toBe(200);
    expect(first.cookies).toMatchObject([
      { name: '__Host-alvorada_session', value: cookie.split('=')[1], maxAge: 30 * 86_400 },
    ]);
    // Also with a cached session: another call of the same page.
    expect((await test.request({ url: '/api/auth/user', headers: { cookie } })).cookies).toHaveLength(1);
    const both = await test.request({ url: '/api/auth/user', headers: { cookie: `${cookie}; ${prefixed(cookie)}` } });
    expect([both.statusCode, both.cookies]).toEqual([200, []]);
  });

  it('a cookie without a session gets no new name', async () => {
    const answer = await test.request({ url: '/api/auth/user', headers: { cookie: 'alvorada_session=falso' } });
    expect([answer.statusCode, answer.cookies]).toEqual([401, []]);
  });

  it('the prefixed cookie wins over one that another host of the domain has planted', async () => {
    const [owner, other] = [await person(), await person()];
    const cookie = `${other.cookie}; ${prefixed(owner.cookie)}`;
    const answer = await test.request({ url: '/api/auth/user', headers: { cookie } });
    expect(answer.json().id).toBe(owner.id);
  });

  it('a new login leaves no session under the old name', async () => {
    const before = await person();
    const { username } = await person();
    const { cookies } = await login(test, username, before.cookie);
    expect(cookies.find(({ name }) => name === 'alvorada_session')).toMatchObject({ value: '' });
    expect(cookies.find(({ name }) => name === '__Host-alvorada_session')?.value).not.toBe('');
    expect(await statusOf(before.cookie)).toBe(401);
  });

  it('after 30 days only the prefixed name is read', async () => {
    const before = test.clock.now();
    const { cookie } = await createPerson(test.deps.db, { now: new Date(before.getTime() + 29 * DAY_MS) });
    test.clock.advance(PLAIN_NAMES_DAYS * DAY_MS - 1);
    expect(await statusOf(cookie)).toBe(200);
    test.clock.advance(1);
    expect([await statusOf(cookie), await statusOf(prefixed(cookie))]).toEqual([401, 200]);
    test.clock.set(before);
  });
});

it('without TLS the names stay as they were: a browser would drop prefixed ones', async () => {
  const { username, cookie } = await person(trial);
  const { cookies } = await login(trial, username);
  expect(cookies.map(({ name }) => name).sort()).toEqual(['alvorada_device', 'alvorada_payment', 'alvorada_session']);
  const planted = await trial.request({ url: '/api/auth/user', headers: { cookie: prefixed(cookie) } });
  expect(planted.statusCode).toBe(401);
});

it('the 30 days begin when the school was migrated to the new names', async () => {
  const at = await findRenamingOfCookies(test.deps.db);
  expect(Math.abs(Date.now() - at.getTime())).toBeLessThan(DAY_MS);
});
