import { describe, expect, it } from 'vitest';
import { getCurrentUser } from '#contract/people/accounts.ts';
import { updateProfile } from '#contract/people/profile.ts';
import { getPreferences, updatePreferences } from '#contract/preferences.ts';
import { createPerson, createSession, type Person } from '#server/testing/factories.ts';
import { writtenMails } from '#server/testing/mails.ts';
import { choiceTrip } from '#server/testing/round-trip.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp();
const PASSWORD = 'segredo1';
let passwordHash: Promise<string> | undefined;

async function person(wishes: Parameters<typeof createPerson>[1] = {}): Promise<Person> {
  passwordHash ??= test.deps.passwords.hash(PASSWORD);
  return createPerson(test.deps.db, { now: test.clock.now(), passwordHash: await passwordHash, ...wishes });
}

type As = { cookie: string };
const get = (url: string, as: As) => test.request({ method: 'GET', url, as });
const post = (url: string, payload: object, as?: As) => test.request({ method: 'POST', url, payload, as });
const patch = (url: string, payload: object, as: As) => test.request({ method: 'PATCH', url, payload, as });
const del = (url: string, as: As) => test.request({ method: 'DELETE', url, as });
const secondSession = async (owner: Person) => ({
  cookie: await createSession(test.deps.db, owner.id, test.clock.now()),
});
const isIn = async (as: As) => (await get('/api/auth/user', as)).statusCode === 200;

it('name and settings are read back whole', async () => {
  const [me, other] = [await person(), await person()];
  const name = { firstName: 'Iara', lastName: 'Prado Lima' };
  const { id, username, email, role, status } = me;
  const reads = { ...name, id, username, email, role, status, createdAt: me.createdAt.toISOString() };
  await choiceTrip(test, { save: updateProfile, read: getCurrentUser, as: me, other, body: name, reads });
  const settings = { theme: 'dark', shortcuts: false };
  const preferences = { save: updatePreferences, read: getPreferences, body: settings, reads: settings };
  await choiceTrip(test, { ...preferences, as: me, other });
});

describe('the own name', () => {
  it('changes at once, trimmed, and is found by the new one', async () => {
    const me = await person();
    await get('/api/auth/user', me);
    const response = await patch('/api/profile', { firstName: ' Zélia ', lastName: 'Prado', role: 'admin' }, me);
    expect([response.statusCode, response.json()]).toEqual([
      200,
      expect.objectContaining({ firstName: 'Zélia', lastName: 'Prado', role: 'student' }),
    ]);
    expect((await get('/api/auth/user', me)).json().firstName).toBe('Zélia');
    const admin = await person({ role: 'admin' });
    expect((await get('/api/admin/users?search=zelia%20prado', admin)).json()).toHaveLength(1);
  });

  it.each([{ firstName: '', lastName: 'a' }, { firstName: 'a' }, { firstName: 'a'.repeat(101), lastName: 'a' }])(
    'is not %j',
    async (names) => {
      expect((await patch('/api/profile', names, await person())).statusCode).toBe(400);
    },
  );
});

describe('the own password', () => {
  const change = (currentPassword: string, newPassword: string, as: As) =>
    post('/api/profile/password', { currentPassword, newPassword }, as);

  it('changes with the current one and ends all other sessions', async () => {
    const me = await person();
    const elsewhere = await secondSession(me);
    expect(await isIn(elsewhere)).toBe(true);
    expect((await change(` ${PASSWORD} `, 'novasenha', me)).json()).toEqual({ ok: true });
    expect([await isIn(me), await isIn(elsewhere)]).toEqual([true, false]);
    expect((await post('/api/login', { username: me.username, password: PASSWORD })).statusCode).toBe(401);
    expect((await post('/api/login', { username: me.username, password: 'novasenha' })).statusCode).toBe(200);
  });

  it('stays with a wrong one, and guesses are counted', async () => {
    const me = await person();
    for (let guess = 0; guess < 10; guess += 1) {
      const response = await change('errada', 'novasenha', me);
      expect([response.statusCode, response.json().code]).toEqual([403, 'wrong_password']);
    }
    expect((await change(PASSWORD, 'novasenha', me)).statusCode).toBe(429);
    test.clock.advance(15 * 60_000 + 1);
    expect((await change(PASSWORD, 'novasenha', me)).statusCode).toBe(200);
  });

  it('voids reset links that are still in the mailbox', async () => {
    const me = await person();
    await post('/api/password/forgot', { email: me.email });
    const token = await tokenTo(me.email, /reset-password#t=([\w.-]+)/);
    await change(PASSWORD, 'novasenha', me);
    const reset = await post('/api/password/reset', { token, password: 'doladrao' });
    expect([reset.statusCode, reset.json().code]).toEqual([409, 'link_expired']);
  });
});

async function tokenTo(address: string, pattern: RegExp): Promise<string> {
  await test.deps.jobs.drain();
  const mails = (await writtenMails(test.deps.config.dataDir)).filter(({ to }) => to === address);
  const tokens = mails.map(({ text }) => pattern.exec(text)?.[1]).filter((token) => token !== undefined);
  expect(tokens).toHaveLength(1);
  return tokens[0] ?? '';
}

describe('the own e-mail', () => {
  const ask = (email: string, as: As, currentPassword = PASSWORD) =>
    post('/api/profile/email', { email, currentPassword }, as);
  const link = /settings#email=([\w.-]+)/;
  const confirm = (token: string) => post('/api/profile/email/confirm', { token });

  it('holds once the link in the new mailbox was opened, and the link works once', async () => {
    const me = await person();
    expect((await ask('Nova@exemplo.com.br', me)).json()).toEqual({ ok: true });
    expect((await get('/api/auth/user', me)).json().email).toBe(me.email);
    const token = await tokenTo('Nova@exemplo.com.br', link);
    // The link can be checked any number of times before it is used, and only for its purpose.
    const usable = async (path: string) => (await post(path, { token })).json().usable;
    const check = '/api/profile/email/check';
    expect([await usable(check), await usable(check), await usable('/api/password/reset/check')]).toEqual([
      true,
      true,
      false,
    ]);
    const both = await Promise.all([confirm(token), confirm(token)]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(await usable(check)).toBe(false);
    expect((await get('/api/auth/user', me)).json().email).toBe('Nova@exemplo.com.br');
  });

  it('asks the current password', async () => {
    await test.deps.jobs.drain();
    const me = await person();
    expect((await ask('outra@exemplo.com.br', me, 'errada')).json().code).toBe('wrong_password');
    expect(await test.deps.jobs.drain()).toBe(0);
  });

  it('only the newest link works, for an hour', async () => {
    const me = await person();
    await ask('primeira@exemplo.com.br', me);
    const first = await tokenTo('primeira@exemplo.com.br', link);
    await ask('segunda@exemplo.com.br', me);
    const second = await tokenTo('segunda@exemplo.com.br', link);
    expect((await confirm(first)).json().code).toBe('link_expired');
    test.clock.advance(60 * 60_000 + 1);
    expect((await confirm(second)).json().code).toBe('link_expired');
  });

  it('is refused at the end when another account has it by then', async () => {
    const me = await person();
    await ask('disputada@exemplo.com.br', me);
    const token = await tokenTo('disputada@exemplo.com.br', link);
    await person({ email: 'Disputada@exemplo.com.br' });
    const response = await confirm(token);
    expect([response.statusCode, response.json().code]).toEqual([409, 'email_taken']);
    expect((await get('/api/auth/user', me)).json().email).toBe(me.email);
  });

  it('a link for one thing does not do another', async () => {
    const me = await person();
    await ask('troca@exemplo.com.br', me);
    const token = await tokenTo('troca@exemplo.com.br', link);
    expect((await post('/api/password/reset', { token, password: 'novasenha' })).json().code).toBe('link_expired');
    expect((await confirm(token)).statusCode).toBe(200);
  });
});

describe('the own sessions', () => {
  it('are listed with the current one marked, and end one by one or all together', async () => {
    const me = await person();
    const elsewhere = await secondSession(me);
    const third = await secondSession(me);
    const sessions = (await get('/api/sessions', me)).json() as { id: string; current: boolean; device: string }[];
    expect(sessions).toHaveLength(3);
    expect(sessions.filter(({ current }) => current)).toHaveLength(1);
    expect(Object.keys(sessions[0] ?? {}).sort()).toEqual(['createdAt', 'current', 'device', 'id', 'lastSeenAt']);
    expect([await isIn(elsewhere), await isIn(third)]).toEqual([true, true]);

    const theirs = (await get('/api/sessions', elsewhere)).json() as { id: string; current: boolean }[];
    const id = theirs.find(({ current }) => current)?.id;
    expect((await del(`/api/sessions/${id}`, me)).statusCode).toBe(200);
    expect([await isIn(elsewhere), await isIn(third), await isIn(me)]).toEqual([false, true, true]);
    expect((await del(`/api/sessions/${id}`, me)).statusCode).toBe(404);

    const all = await del('/api/sessions', me);
    expect(all.json()).toEqual({ ok: true });
    expect(all.cookies).toMatchObject([{ name: 'alvorada_session', value: '' }]);
    expect([await isIn(third), await isIn(me)]).toEqual([false, false]);
  });

  it('a login with a session ends that one', async () => {
    const me = await person();
    expect(await isIn(me)).toBe(true);
    const response = await post('/api/login', { username: me.username, password: PASSWORD }, me);
    expect(response.statusCode).toBe(200);
    expect(await isIn(me)).toBe(false);
  });

  it('tell the device, and no more', async () => {
    const me = await person();
    const chrome =
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36';
    const login = await test.request({
      method: 'POST',
      url: '/api/login',
      payload: { username: me.username, password: PASSWORD },
      headers: { 'user-agent': chrome },
    });
    const cookie = login.cookies.find(({ name }) => name === 'alvorada_session');
    const sessions = (await get('/api/sessions', { cookie: `alvorada_session=${cookie?.value}` })).json();
    expect(sessions.find(({ current }: { current: boolean }) => current).device).toBe('Chrome em Android');
  });
});

describe('the own settings', () => {
  it('begin with the defaults and change one by one', async () => {
    const me = await person();
    expect((await get('/api/preferences', me)).json()).toMatchObject({ theme: 'system', shortcuts: true });
    expect((await patch('/api/preferences', { theme: 'dark' }, me)).json()).toMatchObject({
      theme: 'dark',
      shortcuts: true,
    });
    await Promise.all([patch('/api/preferences', { shortcuts: false }, me), patch('/api/preferences', {}, me)]);
    expect((await get('/api/preferences', me)).json()).toMatchObject({ theme: 'dark', shortcuts: false });
    expect((await get('/api/preferences', await person())).json()).toMatchObject({ theme: 'system', shortcuts: true });
  });

  it.each([{ theme: 'pink' }, { shortcuts: 'yes' }, { theme: null }])('refuse %j', async (change) => {
    expect((await patch('/api/preferences', change, await person())).statusCode).toBe(400);
  });
});
