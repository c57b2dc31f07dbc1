import { beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '#contract/time.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { writtenMails } from '#server/testing/mails.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
let admin: Person;
beforeAll(async () => {
  admin = await createPerson(test.deps.db, { role: 'admin', now: test.clock.now() });
});

const lettersTo = async (email: string) => {
  await test.deps.jobs.drain();
  // Letters about an approval wait for the time in which it can be undone.
  return (await writtenMails(test.deps.config.dataDir)).filter(({ to }) => to === email);
};
const linksIn = (text: string) => [...text.matchAll(/https?:\/\/\S+/g)].map(([link]) => link);
const tokenOf = (text: string) => /#t=([\w.-]+)/.exec(text)?.[1] ?? '';
const post = (url: string, payload: object) => test.request({ method: 'POST', url, payload });
const enrol = (email: string, more: object = {}) =>
  test.request({
    method: 'POST',
    url: '/api/admin/enrollments',
    as: admin,
    payload: { newStudent: { firstName: 'Bia', lastName: 'Moura', email }, method: 'courtesy', ...more },
  });
const login = (username: string, password: string) => post('/api/login', { username, password });

describe('a person whom the office enrols', () => {
  it('gets one letter with one link and no word of payment, chooses a username there and enters', async () => {
    const email = 'bia@exemplo.com.br';
    expect((await enrol(email)).statusCode).toBe(201);
    const letters = await lettersTo(email);
    expect(letters.map(({ subject }) => subject)).toEqual(['Sua matrícula está feita']);
    const text = letters[0]?.text ?? '';
    expect(linksIn(text)).toHaveLength(1);
    expect(`${text} ${letters[0]?.html}`).not.toMatch(/pagamento|pagar|pago|aprovad|R\$/i);
    const token = tokenOf(text);
    expect((await post('/api/invitations/check', { token })).json()).toEqual({
      state: 'usable',
      email,
      firstName: 'Bia',
    });
    const common = await post('/api/invitations/accept', { token, password: '123456' });
    expect(common.json()).toMatchObject({ code: 'common_password' });
    const body = { token, username: 'bia.moura', password: 'farol-aceso-9' };
    expect((await post('/api/invitations/accept', body)).statusCode).toBe(200);
    expect((await post('/api/invitations/accept', body)).json()).toMatchObject({ code: 'link_expired' });
    expect((await post('/api/invitations/check', { token })).json()).toMatchObject({ state: 'used', email: null });
    expect((await login('bia.moura', 'farol-aceso-9')).statusCode).toBe(200);
    expect((await login(email, 'farol-aceso-9')).statusCode).toBe(200);
  });

  it('who chooses no username enters with the e-mail, and cannot take the name of another person', async () => {
    await enrol('caio@exemplo.com.br');
    const token = tokenOf((await lettersTo('caio@exemplo.com.br'))[0]?.text ?? '');
    const taken = await post('/api/invitations/accept', { token, username: admin.username, password: 'farol-aceso-9' });
    expect(taken.json()).toMatchObject({ code: 'username_taken' });
    expect((await post('/api/invitations/accept', { token, password: 'farol-aceso-9' })).statusCode).toBe(200);
    const { username } = (await login('caio@exemplo.com.br', 'farol-aceso-9')).json();
    expect(username).toBe('caio@exemplo.com.br');
  });

  it('whose link expired after a week gets another by one press, at the same address', async () => {
    const email = 'dora@exemplo.com.br';
    await enrol(email);
    const token = tokenOf((await lettersTo(email))[0]?.text ?? '');
    test.clock.set(new Date(test.clock.now().getTime() + 8 * DAY_MS).toISOString());
    expect((await post('/api/invitations/check', { token })).json()).toMatchObject({ state: 'expired', email: null });
    expect((await post('/api/invitations/accept', { token, password: 'farol-aceso-9' })).statusCode).toBe(409);
    expect((await post('/api/invitations/renew', { token })).json()).toEqual({ ok: true });
    expect((await post('/api/invitations/renew', { token: 'feito.por-mim' })).json()).toEqual({ ok: true });
    const letters = await lettersTo(email);
    expect(letters).toHaveLength(2);
    const fresh = letters.map(({ text }) => tokenOf(text)).find((one) => one !== token) ?? '';
    expect((await post('/api/invitations/accept', { token: fresh, password: 'farol-aceso-9' })).statusCode).toBe(200);
    // Who has a password is not invited again.
    await post('/api/invitations/renew', { token });
    expect(await lettersTo(email)).toHaveLength(2);
  });
});

it('an invited teacher gets one letter with one link that leads in', async () => {
  const email = 'teo@exemplo.com.br';
  const payload = { firstName: 'Téo', lastName: 'Lima', email };
  const fresh = await createPerson(test.deps.db, { role: 'admin', now: test.clock.now() });
  await test.request({ method: 'POST', url: '/api/admin/users/invite-teacher', as: fresh, payload });
  const [letter, ...others] = await lettersTo(email);
  expect(others).toEqual([]);
  expect(letter?.subject).toBe('Você foi convidado para dar aulas');
  expect(linksIn(letter?.text ?? '')).toHaveLength(1);
  const token = tokenOf(letter?.text ?? '');
  expect((await post('/api/invitations/accept', { token, password: 'farol-aceso-9' })).statusCode).toBe(200);
  expect((await login(email, 'farol-aceso-9')).json()).toMatchObject({ role: 'teacher' });
});

it('a letter of an earlier version that waits in the queue becomes an invitation', async () => {
  const person = await createPerson(test.deps.db, { now: test.clock.now() });
  await test.deps.db.updateTable('users').set({ email_confirmed_at: null }).where('id', '=', person.id).execute();
  await test.deps.mail.send(test.deps.db, 'teacher_invited', person.id, { userId: person.id });
  expect((await lettersTo(person.email)).map(({ text }) => linksIn(text).length)).toEqual([1]);
});
