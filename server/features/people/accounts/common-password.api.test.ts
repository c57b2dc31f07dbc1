import { beforeAll, describe, expect, it } from 'vitest';
import { ensureAdmin } from '#server/features/people/accounts/first-admin.service.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { writtenMails } from '#server/testing/mails.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
const COMMON = 'senha123';
const OWN = 'segredo de ontem';
let hashOfCommon: string;
let hashOfOwn: string;
beforeAll(async () => {
  hashOfCommon = await test.deps.passwords.hash(COMMON);
  hashOfOwn = await test.deps.passwords.hash(OWN);
});

type As = { cookie: string };
const post = (url: string, payload: object, as?: As) => test.request({ method: 'POST', url, payload, as });
const person = (wishes: Parameters<typeof createPerson>[1] = {}) =>
  createPerson(test.deps.db, { passwordHash: hashOfOwn, now: test.clock.now(), ...wishes });
const change = (as: As, currentPassword: string, newPassword: string) =>
  post('/api/profile/password', { currentPassword, newPassword }, as);
const refusal = { code: 'common_password', message: 'Escolha outra: esta está entre as mais usadas.' };
const cookieOf = (answer: Awaited<ReturnType<typeof post>>): As => ({
  cookie: answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
});
const whoAmI = async (as: As) => (await test.request({ url: '/api/auth/user', as })).json();
const login = (who: Person, password: string) => post('/api/login', { username: who.username, password });

async function resetTokenOf({ email }: Person): Promise<string> {
  await post('/api/password/forgot', { email });
  await test.deps.jobs.drain();
  const mail = (await writtenMails(test.deps.config.dataDir)).find(
    ({ to, subject }) => to === email && subject === 'Crie uma nova senha',
  );
  return /reset-password#t=([\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
}

describe('a common password', () => {
  it.each(['student', 'teacher', 'secretary', 'admin'] as const)(
    'is refused to a %s who changes theirs, and so are name and e-mail',
    async (role) => {
      const who = await person({ role, firstName: 'Benedita', email: `benedita.${role}@exemplo.com.br` });
      for (const next of [COMMON, 'Benedita1', `benedita.${role}@exemplo.com.br`]) {
        const answer = await change(who, OWN, next);
        expect([answer.statusCode, answer.json()]).toMatchObject([400, refusal]);
      }
      expect((await change(who, 'errada', COMMON)).json().code).toBe('wrong_password');
      expect((await login(who, OWN)).statusCode).toBe(200);
      expect((await change(who, OWN, 'outra coisa')).statusCode).toBe(200);
    },
  );

  it('is refused by the link of a reset, which then still works for another one', async () => {
    const who = await person({ lastName: 'Figueiredo' });
    const token = await resetTokenOf(who);
    for (const password of [COMMON, 'figueiredo']) {
      const answer = await post('/api/password/reset', { token, password });
      expect([answer.statusCode, answer.json()]).toMatchObject([400, refusal]);
    }
    expect((await login(who, OWN)).statusCode).toBe(200);
    expect((await post('/api/password/reset', { token, password: 'outra coisa' })).statusCode).toBe(200);
    expect((await login(who, 'outra coisa')).statusCode).toBe(200);
  });

  it('is taken by registration, as the specification says', async () => {
    const payload = { username: 'comum', password: COMMON, confirmPassword: COMMON, email: 'comum@exemplo.com.br' };
    const answer = await post('/api/register', { ...payload, firstName: 'Ana', lastName: 'Lima' });
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).not.toHaveProperty('commonPassword');
  });

  it('ends the start where it was chosen for the first administrator', async () => {
    const admins = { ...test.deps.config, admin: { username: 'direcao', password: COMMON, email: undefined } };
    await expect(ensureAdmin({ ...test.deps, config: admins }, 'x')).resolves.toBeNull();
    await test.deps.db.updateTable('users').set({ role: 'teacher' }).where('role', '=', 'admin').execute();
    await expect(ensureAdmin({ ...test.deps, config: admins }, 'x')).rejects.toThrow('ADMIN_PASSWORD');
  });
});

describe('who enters with a common password', () => {
  it('enters and is notified, in that session, until the password is changed', async () => {
    const who = await person({ passwordHash: hashOfCommon });
    const entered = await login(who, COMMON);
    expect(entered.json().commonPassword).toBe(true);
    const as = cookieOf(entered);
    expect((await whoAmI(as)).commonPassword).toBe(true);
    // The session on the other device was opened with another login method.
    expect(await whoAmI(who)).not.toHaveProperty('commonPassword');
    expect((await change(as, COMMON, 'outra coisa')).statusCode).toBe(200);
    expect(await whoAmI(as)).not.toHaveProperty('commonPassword');
  });

  it('is notified when the password is their name', async () => {
    const who = await person({ firstName: 'Clarissa', passwordHash: await test.deps.passwords.hash('clarissa10') });
    expect((await login(who, 'clarissa10')).json().commonPassword).toBe(true);
  });

  it('gets no notice after a login with another password', async () => {
    const entered = await login(await person(), OWN);
    expect(entered.json()).not.toHaveProperty('commonPassword');
    expect(await whoAmI(cookieOf(entered))).not.toHaveProperty('commonPassword');
  });
});

it('the hint says whether a password is common, stores nothing and logs nothing of it', async () => {
  const ask = async (payload: object) => (await post('/api/password/check', payload)).json();
  expect(await ask({ password: COMMON })).toEqual({ common: true });
  expect(await ask({ password: 'Josefina7', firstName: 'josefina' })).toEqual({ common: true });
  expect(await ask({ password: 'Josefina7' })).toEqual({ common: false });
  const josefina = await person({ firstName: 'Josefina' });
  expect((await post('/api/password/check', { password: 'Josefina7' }, josefina)).json()).toEqual({ common: true });
  expect(test.logged()).not.toMatch(/senha123|Josefina7/);
});
