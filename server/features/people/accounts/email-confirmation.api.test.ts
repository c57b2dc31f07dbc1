import { beforeAll, describe, expect, it } from 'vitest';
import { createPerson } from '#server/testing/factories.ts';
import { writtenMails } from '#server/testing/mails.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp();
const PASSWORD = 'segredo1';
const DAY = 24 * 60 * 60_000;
let passwordHash: string;
beforeAll(async () => {
  passwordHash = await test.deps.passwords.hash(PASSWORD);
});

type As = { cookie: string };
const post = (url: string, payload: object, as?: As) => test.request({ method: 'POST', url, payload, as });
const confirm = (token: string) => post('/api/account/email/confirm', { token });
const resend = (email: string, as?: As) => post('/api/account/email/resend', { email }, as);
const resendFromAfar = (email: string) =>
  test.request({
    method: 'POST',
    url: '/api/account/email/resend',
    payload: { email },
    remoteAddress: '203.0.113.9',
  });
const person = () => createPerson(test.deps.db, { passwordHash, now: test.clock.now() });

const tokensTo = async (address: string) => {
  await test.deps.jobs.drain();
  return (await writtenMails(test.deps.config.dataDir))
    .filter(({ to, subject }) => to === address && subject === 'Confirme seu e-mail')
    .map(({ text }) => /\/confirm-email#t=([\w.-]+)/.exec(text)?.[1] ?? '');
};
const tokenTo = async (address: string) => (await tokensTo(address)).at(-1) ?? '';

let serial = 0;
async function register(role: 'student' | 'teacher' = 'student') {
  serial += 1;
  const username = `nova${serial}`;
  const email = `${username}@exemplo.com.br`;
  const body = {
    username,
    email,
    password: PASSWORD,
    confirmPassword: PASSWORD,
    firstName: 'Nova',
    lastName: 'Pessoa',
  };
  const answer = await post('/api/register', { ...body, role });
  expect(answer.statusCode).toBe(201);
  return { ...answer.json<{ id: string; paymentCode?: string }>(), username, email };
}

const isConfirmed = async (email: string) => {
  const as = await createPerson(test.deps.db, { role: 'admin', now: test.clock.now() });
  const answer = await test.request({ method: 'GET', url: `/api/admin/users?search=${email}`, as });
  return answer.json<{ emailConfirmed: boolean }[]>()[0]?.emailConfirmed;
};

describe('a new account', () => {
  it('gets a letter, is marked to the administrator until its link is confirmed, and pays meanwhile', async () => {
    for (const role of ['student', 'teacher'] as const) {
      const who = await register(role);
      if (role === 'student') expect(who.paymentCode).toHaveLength(16);
      const token = await tokenTo(who.email);
      expect(await isConfirmed(who.email)).toBe(false);
      expect((await confirm(token)).json()).toEqual({ ok: true });
      expect(await isConfirmed(who.email)).toBe(true);
    }
  });

  it('may press twice, also at the same moment', async () => {
    const { email } = await register();
    const token = await tokenTo(email);
    const answers = await Promise.all([confirm(token), confirm(token), confirm(token)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    test.clock.advance(30 * DAY);
    expect((await confirm(token)).statusCode).toBe(200);
  });

  it('is not confirmed by a link that is late, forged, or of another kind', async () => {
    const { email } = await register();
    const token = await tokenTo(email);
    await post('/api/password/forgot', { email });
    await test.deps.jobs.drain();
    const reset = (await writtenMails(test.deps.config.dataDir)).find((mail) => mail.subject === 'Crie uma nova senha');
    const resetToken = /\/reset-password#t=([\w.-]+)/.exec(reset?.text ?? '')?.[1] ?? '';
    expect((await confirm(resetToken)).json()).toMatchObject({ code: 'link_expired' });
    expect((await confirm(`${token.slice(0, -2)}zz`)).json()).toMatchObject({ code: 'link_expired' });
    // And the link that confirms sets no password.
    expect((await post('/api/password/reset', { token, password: 'outra-senha' })).statusCode).toBe(409);
    test.clock.advance(8 * DAY);
    expect((await confirm(token)).json()).toMatchObject({ code: 'link_expired' });
    expect(await isConfirmed(email)).toBe(false);
  });
});

describe('asking again', () => {
  it('sends another link, at most two an hour for strangers, and answers alike for everybody', async () => {
    const { email } = await register();
    const answers = [];
    for (let index = 0; index < 4; index += 1) answers.push(await resendFromAfar(email));
    answers.push(await resendFromAfar('ninguem@exemplo.com.br'));
    expect(new Set(answers.map(({ body }) => body))).toEqual(new Set(['{"ok":true}']));
    // The first one came with the registration.
    expect(await tokensTo(email)).toHaveLength(3);
    await confirm(await tokenTo(email));
    test.clock.advance(DAY);
    await resend(email);
    expect(await tokensTo(email)).toHaveLength(3);
  });

  it('also works for an account from before addresses were confirmed', async () => {
    const who = await person();
    expect(await isConfirmed(who.email)).toBe(false);
    await resend(who.email, who);
    await confirm(await tokenTo(who.email));
    const own = await test.request({ method: 'GET', url: '/api/profile/email', as: who });
    expect(own.json()).toEqual({ email: who.email, confirmedAt: test.clock.now().toISOString() });
  });
});

describe('the mailbox shows itself by other letters, too', () => {
  it('a reset link confirms the address that it went to', async () => {
    const who = await person();
    await post('/api/password/forgot', { email: who.email });
    await test.deps.jobs.drain();
    const mail = (await writtenMails(test.deps.config.dataDir)).find(({ to }) => to === who.email);
    const token = /\/reset-password#t=([\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    expect((await post('/api/password/reset', { token, password: 'novasenha' })).statusCode).toBe(200);
    expect(await isConfirmed(who.email)).toBe(true);
  });

  it('a changed address is confirmed by its own link, and a letter to the old one confirms nothing any more', async () => {
    const who = await person();
    await resend(who.email, who);
    const old = await tokenTo(who.email);
    const email = `trocado-${who.username}@exemplo.com.br`;
    await post('/api/profile/email', { email, currentPassword: PASSWORD }, who);
    await test.deps.jobs.drain();
    const mail = (await writtenMails(test.deps.config.dataDir)).find(({ to }) => to === email);
    const token = /\/settings#email=([\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    expect((await post('/api/profile/email/confirm', { token })).statusCode).toBe(200);
    expect(await isConfirmed(email)).toBe(true);
    expect((await confirm(old)).json()).toMatchObject({ code: 'link_expired' });
  });
});
