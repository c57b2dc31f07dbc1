import { beforeAll, describe, expect, it } from 'vitest';
import { auditOf } from '#server/testing/audit.ts';
import { createPerson, createSession, type Person } from '#server/testing/factories.ts';
import { type SentMail, writtenMails } from '#server/testing/mails.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp();
const PASSWORD = 'segredo1';
const DAY = 24 * 60 * 60_000;
let passwordHash: string;
beforeAll(async () => {
  passwordHash = await test.deps.passwords.hash(PASSWORD);
});

type As = { cookie: string };
const person = () => createPerson(test.deps.db, { passwordHash, now: test.clock.now() });
const post = (url: string, payload: object, as?: As) => test.request({ method: 'POST', url, payload, as });
const login = (username: string, password: string) => post('/api/login', { username, password });
const whoAmI = (as: As) => test.request({ method: 'GET', url: '/api/auth/user', as });

const mailsTo = async (address: string): Promise<SentMail[]> => {
  await test.deps.jobs.drain();
  return (await writtenMails(test.deps.config.dataDir)).filter(({ to }) => to === address);
};
const tokenIn = (mail: SentMail | undefined, path: string) =>
  new RegExp(`${path}=([\\w.-]+)`).exec(mail?.text ?? '')?.[1] ?? '';
const noticeTo = async (address: string, subject: string) =>
  (await mailsTo(address)).find((mail) => mail.subject === subject);
const notMeToken = async (address: string, subject: string) => tokenIn(await noticeTo(address, subject), '/not-me#t');
const disown = (token: string) => post('/api/account/not-me', { token });

const changePassword = (as: As, next: string) =>
  post('/api/profile/password', { currentPassword: PASSWORD, newPassword: next }, as);
async function changeEmail(as: As, email: string, currentPassword = PASSWORD): Promise<void> {
  expect((await post('/api/profile/email', { email, currentPassword }, as)).statusCode).toBe(200);
  const [mail] = (await mailsTo(email)).filter(({ subject }) => subject === 'Confirme seu novo e-mail');
  expect((await post('/api/profile/email/confirm', { token: tokenIn(mail, '/settings#email') })).statusCode).toBe(200);
}
const emailOf = async ({ id }: Person) =>
  (await test.deps.db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email;

describe('a letter goes at once to the address the account had', () => {
  it('when the password was changed, in the settings or by a reset link', async () => {
    const [one, two] = [await person(), await person()];
    await changePassword(one, 'novasenha');
    expect((await noticeTo(one.email, 'Sua senha foi trocada'))?.text).toContain('/not-me#t=');
    await post('/api/password/forgot', { email: two.email });
    const token = tokenIn(await noticeTo(two.email, 'Crie uma nova senha'), '/reset-password#t');
    await post('/api/password/reset', { token, password: 'novasenha' });
    expect((await noticeTo(two.email, 'Sua senha foi trocada'))?.text).toContain('/not-me#t=');
  });

  it('when the e-mail was changed', async () => {
    const who = await person();
    await changeEmail(who, 'depois@exemplo.com.br');
    const mail = await noticeTo(who.email, 'O e-mail da sua conta foi trocado');
    expect(mail?.text).toContain('/not-me#t=');
    expect(mail?.text).toContain('em até 7 dias');
    // The old mailbox may belong to another person by now: it does not learn the new address.
    expect(mail?.text).not.toContain('depois@');
  });

  it('when a login comes from another device, with browser and time; not for the first or a known device', async () => {
    const who = await person();
    const enter = (cookie?: string) =>
      test.request({
        method: 'POST',
        url: '/api/login',
        payload: { username: who.username, password: PASSWORD },
        headers: { 'user-agent': 'Firefox/1 Linux', ...(cookie ? { cookie } : {}) },
      });
    const first = await enter();
    const cookie = first.cookies.find(({ name }) => name === 'alvorada_device');
    await enter(`alvorada_device=${cookie?.value}`);
    expect(await mailsTo(who.email)).toEqual([]);
    await enter();
    const [mail] = await mailsTo(who.email);
    expect(mail?.subject).toBe('Entraram na sua conta em um aparelho novo');
    expect(mail?.text).toMatch(/\(Firefox em Linux\), em \d\d\/\d\d\/\d{4},? \d\d:\d\d/);
    expect(mail?.text).toContain('Não fui eu: http');
  });

  it('when a deletion was asked for or withdrawn, once each', async () => {
    const who = await person();
    for (let twice = 0; twice < 2; twice += 1) await post('/api/privacy/deletion', { currentPassword: PASSWORD }, who);
    await test.deps.jobs.drain();
    for (let twice = 0; twice < 2; twice += 1)
      await test.request({ method: 'DELETE', url: '/api/privacy/deletion', as: who });
    const mails = await mailsTo(who.email);
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      'O pedido para excluir sua conta foi cancelado',
      'Recebemos o pedido para excluir sua conta',
    ]);
    for (const mail of mails) expect(mail.text).toContain('Não fui eu: http');
  });
});

const disownedBy = async (who: Person) =>
  (await auditOf(test.deps.db, `user:${who.id}`)).filter(({ action }) => action === 'user.change_disowned');

describe("'não fui eu'", () => {
  it('works once: ends sessions, known devices and the password, and leads to a new one', async () => {
    const who = await person();
    const thief = { cookie: await createSession(test.deps.db, who.id, test.clock.now()) };
    await login(who.username, PASSWORD);
    await changePassword(thief, 'doladrao');
    const token = await notMeToken(who.email, 'Sua senha foi trocada');
    const both = await Promise.all([disown(token), disown(token)]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(await disownedBy(who)).toMatchObject([{ actor_id: who.id, details: { emailRestored: false } }]);
    expect((await whoAmI(thief)).statusCode).toBe(401);
    expect((await login(who.username, 'doladrao')).statusCode).toBe(401);
    const known = test.deps.db.selectFrom('known_logins').select('kind').where('user_id', '=', who.id);
    expect(await known.execute()).toEqual([]);
    const letter = await noticeTo(who.email, 'Crie uma nova senha');
    expect(letter?.text).toContain('deixou de valer');
    const resetToken = tokenIn(letter, '/reset-password#t');
    expect((await post('/api/password/reset', { token: resetToken, password: 'deNovoMinha' })).statusCode).toBe(200);
    expect((await login(who.username, 'deNovoMinha')).statusCode).toBe(200);
  });

  it('hands out nothing that opens the account: the way to a new password is a letter to its address', async () => {
    const who = await person();
    await changePassword(who, 'novasenha');
    const answer = await disown(await notMeToken(who.email, 'Sua senha foi trocada'));
    expect(answer.json()).toEqual({ emailRestored: false });
    expect(answer.cookies).toEqual([]);
    expect((await mailsTo(who.email)).map(({ subject }) => subject)).toContain('Crie uma nova senha');
  });

  it.each(['in the settings', 'by a reset link'])('is over when the owner changes the password %s', async (way) => {
    const who = await person();
    await changePassword(who, 'novasenha');
    // An intruder has read the mailbox once.
    const read = await notMeToken(who.email, 'Sua senha foi trocada');
    test.clock.advance(1000);
    if (way === 'in the settings') {
      const payload = { currentPassword: 'novasenha', newPassword: 'outrasenha' };
      expect((await post('/api/profile/password', payload, who)).statusCode).toBe(200);
    } else {
      await post('/api/password/forgot', { email: who.email });
      const token = tokenIn(await noticeTo(who.email, 'Crie uma nova senha'), '/reset-password#t');
      await post('/api/password/reset', { token, password: 'outrasenha' });
    }
    expect((await disown(read)).json().code).toBe('link_expired');
    expect((await login(who.username, 'outrasenha')).statusCode).toBe(200);
  });

  it('works by the newest letter of a mailbox only, which does what the older ones did', async () => {
    const who = await person();
    await post('/api/privacy/deletion', { currentPassword: PASSWORD }, who);
    const older = await notMeToken(who.email, 'Recebemos o pedido para excluir sua conta');
    test.clock.advance(1000);
    await changePassword(who, 'doladrao');
    expect((await disown(older)).json()).toMatchObject({
      code: 'link_expired',
      message: 'Este link já foi usado, venceu ou foi trocado pelo de uma mensagem mais nova.',
    });
    expect((await disown(await notMeToken(who.email, 'Sua senha foi trocada'))).statusCode).toBe(200);
    const requests = test.deps.db.selectFrom('deletion_requests').select('due_at').where('user_id', '=', who.id);
    expect(await requests.execute()).toEqual([]);
  });

  it('is not taken from the owner by letters to the mailbox of a thief, whose own link is void afterwards', async () => {
    const who = await person();
    await changeEmail(who, 'ladrao3@exemplo.com.br');
    const mine = await notMeToken(who.email, 'O e-mail da sua conta foi trocado');
    test.clock.advance(1000);
    await changePassword(who, 'doladrao');
    const theirs = await notMeToken('ladrao3@exemplo.com.br', 'Sua senha foi trocada');
    expect((await disown(mine)).json()).toEqual({ emailRestored: true });
    // The mail with the reset link goes to the restored address.
    expect((await mailsTo(who.email)).map(({ subject }) => subject)).toContain('Crie uma nova senha');
    expect((await mailsTo('ladrao3@exemplo.com.br')).map(({ subject }) => subject)).not.toContain(
      'Crie uma nova senha',
    );
    expect((await disown(theirs)).json().code).toBe('link_expired');
  });

  it('restores the old e-mail within seven days, whatever the thief did with letters and names', async () => {
    const who = await person();
    await changeEmail(who, 'ladrao1@exemplo.com.br');
    test.clock.advance(1000);
    await changeEmail(who, 'ladrao2@exemplo.com.br');
    // The address that was left cannot be taken by another account meanwhile.
    const registration = { username: 'ocupante', password: PASSWORD, confirmPassword: PASSWORD };
    const names = { firstName: 'O', lastName: 'L' };
    const squat = await post('/api/register', { ...registration, ...names, email: who.email });
    expect([squat.statusCode, squat.json().code]).toEqual([409, 'email_taken']);
    const theirs = await notMeToken('ladrao1@exemplo.com.br', 'O e-mail da sua conta foi trocado');
    const mine = await notMeToken(who.email, 'O e-mail da sua conta foi trocado');
    test.clock.advance(6 * DAY);
    expect((await disown(mine)).json()).toMatchObject({ emailRestored: true });
    expect(await disownedBy(who)).toMatchObject([{ details: { emailRestored: true } }]);
    expect(await emailOf(who)).toBe(who.email);
    // The thief's link was sent later and is void.
    expect((await disown(theirs)).json().code).toBe('link_expired');
    expect(await emailOf(who)).toBe(who.email);
  });

  it('is too late after seven days, and then the old address is free', async () => {
    const who = await person();
    await changeEmail(who, 'mudou@exemplo.com.br');
    const token = await notMeToken(who.email, 'O e-mail da sua conta foi trocado');
    test.clock.advance(7 * DAY);
    expect((await disown(token)).json().code).toBe('link_expired');
    await test.deps.jobs.send(test.deps.db, 'cleanup', {});
    await test.deps.jobs.drain();
    const registration = { username: 'herdeira', password: PASSWORD, confirmPassword: PASSWORD };
    const heir = await post('/api/register', { ...registration, firstName: 'H', lastName: 'L', email: who.email });
    expect(heir.statusCode).toBe(201);
  });

  it('cancels a deletion that another person asked for', async () => {
    const who = await person();
    await post('/api/privacy/deletion', { currentPassword: PASSWORD }, who);
    const token = await notMeToken(who.email, 'Recebemos o pedido para excluir sua conta');
    expect((await disown(token)).json()).toMatchObject({ emailRestored: false });
    const requests = test.deps.db.selectFrom('deletion_requests').select('due_at').where('user_id', '=', who.id);
    expect(await requests.execute()).toEqual([]);
  });

  it('is refused with a forged token or one for something else', async () => {
    const who = await person();
    await changePassword(who, 'novasenha');
    const token = await notMeToken(who.email, 'Sua senha foi trocada');
    expect((await disown(`${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`)).statusCode).toBe(409);
    expect((await post('/api/password/reset', { token, password: 'doladrao' })).json().code).toBe('link_expired');
    await post('/api/password/forgot', { email: who.email });
    const reset = tokenIn(await noticeTo(who.email, 'Crie uma nova senha'), '/reset-password#t');
    expect((await disown(reset)).json().code).toBe('link_expired');
    expect((await whoAmI(who)).statusCode).toBe(200);
  });
});
