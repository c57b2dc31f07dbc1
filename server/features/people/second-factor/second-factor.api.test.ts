import { beforeAll, describe, expect, it } from 'vitest';
import { resetAdmin } from '#server/features/people/accounts/first-admin.service.ts';
import { codeAt } from '#server/testing/authenticator.ts';
import { createPerson, createSession, type Person } from '#server/testing/factories.ts';
import { writtenMails } from '#server/testing/mails.ts';
import { secondFactorClient } from '#server/testing/second-factor.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp();
const { post, login, turnOn, nextCode } = secondFactorClient(test);
const PASSWORD = 'segredo1';
let passwordHash: string;
beforeAll(async () => {
  passwordHash = await test.deps.passwords.hash(PASSWORD);
});

const person = () => createPerson(test.deps.db, { passwordHash, now: test.clock.now() });
const guarded = async () => {
  const who = await person();
  return { who, ...(await turnOn(who)) };
};
const ticketOf = async ({ username }: Person): Promise<string> => (await login(username, PASSWORD)).json().ticket;
const complete = (ticket: string, code: string) => post('/api/login/second-factor', { ticket, code });
const outcome = (response: { statusCode: number; json(): { code?: string } }) =>
  response.statusCode === 200 ? 200 : `${response.statusCode} ${response.json().code}`;
const sessionsOf = async ({ id }: Person) =>
  (await test.deps.db.selectFrom('sessions').select('id').where('user_id', '=', id).execute()).length;
const letters = async ({ email }: Person) => {
  await test.deps.jobs.drain();
  return (await writtenMails(test.deps.config.dataDir)).filter(({ to }) => to === email);
};

const resetTokenOf = async (who: Person) => {
  const letter = (await letters(who)).find(({ subject }) => subject === 'Crie uma nova senha');
  return /reset-password#t=([\w.-]+)/.exec(letter?.text ?? '')?.[1] ?? '';
};

describe('the login', () => {
  it('with a common password also reports it after the second step', async () => {
    const { who, secret } = await guarded();
    const common = await test.deps.passwords.hash('senha123');
    await test.deps.db.updateTable('users').set({ password_hash: common }).where('id', '=', who.id).execute();
    const { ticket } = (await login(who.username, 'senha123')).json();
    const entered = await post('/api/login/second-factor', { ticket, code: nextCode(secret) });
    expect([entered.statusCode, entered.json().commonPassword]).toEqual([200, true]);
  });

  it('answers as before for an account without a second factor', async () => {
    const who = await person();
    const response = await login(who.username, PASSWORD);
    expect([response.statusCode, response.json().id]).toEqual([200, who.id]);
  });

  it('with one: 403, a ticket, no session and no known device; the code opens it', async () => {
    const { who, secret } = await guarded();
    const before = await sessionsOf(who);
    const first = await login(who.username, PASSWORD);
    expect(first.json()).toEqual({
      code: 'second_factor_required',
      message: 'Digite o código do seu aplicativo autenticador.',
      ticket: expect.any(String),
      step: 'code',
      requestId: expect.any(String),
    });
    expect([first.statusCode, first.cookies]).toEqual([403, []]);
    expect(await sessionsOf(who)).toBe(before);
    const second = await complete(first.json().ticket, nextCode(secret));
    expect([second.statusCode, second.json().id]).toEqual([200, who.id]);
    expect(second.cookies.map(({ name }) => name).sort()).toEqual([
      'alvorada_device',
      'alvorada_payment',
      'alvorada_session',
    ]);
    expect(await sessionsOf(who)).toBe(before + 1);
    expect(test.logged()).not.toContain(first.json().ticket);
  });

  it('a wrong password tells nothing of a second factor', async () => {
    const { who } = await guarded();
    expect(outcome(await login(who.username, 'errada1'))).toBe('401 invalid_credentials');
  });

  it('no code works twice, nor an older one after a newer', async () => {
    const { who, secret } = await guarded();
    const older = codeAt(secret, test.clock.now());
    const code = nextCode(secret);
    expect(outcome(await complete(await ticketOf(who), code))).toBe(200);
    const ticket = await ticketOf(who);
    expect(outcome(await complete(ticket, code))).toBe('403 wrong_code');
    expect(outcome(await complete(ticket, older))).toBe('403 wrong_code');
    expect(outcome(await complete(ticket, nextCode(secret)))).toBe(200);
  });

  it('lets in one of many who use the same code or the same ticket at once', async () => {
    const { who, secret } = await guarded();
    const tickets = await Promise.all(Array.from({ length: 4 }, () => ticketOf(who)));
    const code = nextCode(secret);
    const byCode = await Promise.all(tickets.map((ticket) => complete(ticket, code)));
    expect(byCode.map(outcome).sort()).toEqual([200, '403 wrong_code', '403 wrong_code', '403 wrong_code']);
    const ticket = await ticketOf(who);
    const fresh = nextCode(secret);
    const byTicket = await Promise.all([1, 2, 3].map(() => complete(ticket, fresh)));
    expect(byTicket.map(outcome).sort()).toEqual([200, '409 ticket_expired', '409 ticket_expired']);
  });

  it('five wrong codes end the ticket, also all at once', async () => {
    const { who, secret } = await guarded();
    const ticket = await ticketOf(who);
    const wrong = await Promise.all(Array.from({ length: 8 }, () => complete(ticket, '000000')));
    expect(wrong.map(outcome).sort()).toEqual([
      ...Array(5).fill('403 wrong_code'),
      ...Array(3).fill('409 ticket_expired'),
    ]);
    expect(outcome(await complete(ticket, nextCode(secret)))).toBe('409 ticket_expired');
    expect(outcome(await complete(await ticketOf(who), nextCode(secret)))).toBe(200);
  });

  it('the ticket ends after five minutes and with the password it was given for', async () => {
    const { who, secret } = await guarded();
    const late = await ticketOf(who);
    test.clock.advance(5 * 60_000);
    expect(outcome(await complete(late, nextCode(secret)))).toBe('409 ticket_expired');
    const old = await ticketOf(who);
    const as = { cookie: await createSession(test.deps.db, who.id, test.clock.now()) };
    const change = { currentPassword: PASSWORD, newPassword: 'novasenha' };
    expect((await post('/api/profile/password', change, as)).statusCode).toBe(200);
    expect(outcome(await complete(old, nextCode(secret)))).toBe('409 ticket_expired');
  });

  it('refuses the code of another person for a ticket, and a made-up ticket', async () => {
    const [mine, other] = [await guarded(), await guarded()];
    expect(outcome(await complete(await ticketOf(mine.who), nextCode(other.secret)))).toBe('403 wrong_code');
    expect(outcome(await complete('inventado', nextCode(mine.secret)))).toBe('409 ticket_expired');
  });

  it('a blocked account does not get in by a ticket from before', async () => {
    const { who, secret } = await guarded();
    const ticket = await ticketOf(who);
    await test.deps.db.updateTable('users').set({ status: 'blocked' }).where('id', '=', who.id).execute();
    expect(outcome(await complete(ticket, nextCode(secret)))).toBe('403 blocked');
  });

  it('a stranger with the password has few guesses a day; recovery codes and known devices go on', async () => {
    const { who, secret, recoveryCodes } = await guarded();
    for (let ticket = 0; ticket < 4; ticket += 1) {
      const one = await ticketOf(who);
      for (let guess = 0; guess < 5; guess += 1) await complete(one, '000000');
    }
    const ticket = await ticketOf(who);
    expect(outcome(await complete(ticket, nextCode(secret)))).toBe('429 too_many_requests');
    expect(outcome(await complete(ticket, recoveryCodes[0] ?? ''))).toBe(200);
  });
});

describe('recovery codes', () => {
  it('open the account once each, however they are typed, and the owner is notified', async () => {
    const { who, recoveryCodes } = await guarded();
    const code = (recoveryCodes[0] ?? '').toLowerCase().replaceAll('-', ' ');
    expect(outcome(await complete(await ticketOf(who), code))).toBe(200);
    expect(outcome(await complete(await ticketOf(who), code))).toBe('403 wrong_code');
    const state = await test.request({ method: 'GET', url: '/api/second-factor', as: who });
    expect(state.json()).toMatchObject({ recoveryCodesLeft: 9, required: false });
    expect((await letters(who)).map(({ subject }) => subject)).toContain(
      'Entraram na sua conta com um código de recuperação',
    );
  });

  it('are kept as hashes only, the secret sealed', async () => {
    const { who, secret, recoveryCodes } = await guarded();
    const rows = JSON.stringify([
      await test.deps.db.selectFrom('recovery_codes').selectAll().where('user_id', '=', who.id).execute(),
      await test.deps.db.selectFrom('second_factors').selectAll().where('user_id', '=', who.id).execute(),
    ]);
    for (const open of [secret, ...recoveryCodes]) expect(rows).not.toContain(open);
  });

  it('are renewed by a code of the app, and the old ones end', async () => {
    const { who, secret, recoveryCodes } = await guarded();
    const renew = (code: string) => post('/api/second-factor/recovery-codes', { code }, who);
    expect(outcome(await renew('000000'))).toBe('403 wrong_code');
    const renewed = (await renew(nextCode(secret))).json().recoveryCodes;
    expect(renewed).toHaveLength(10);
    expect(outcome(await complete(await ticketOf(who), recoveryCodes[0] ?? ''))).toBe('403 wrong_code');
    expect(outcome(await complete(await ticketOf(who), renewed[0]))).toBe(200);
  });
});

it('a fresh proof takes more than the password where a second factor is on', async () => {
  const { who, secret } = await guarded();
  test.clock.advance(15 * 60_000);
  expect(outcome(await post('/api/session/proof', { password: PASSWORD }, who))).toBe('409 state_conflict');
  expect(outcome(await post('/api/passkeys/options', {}, who))).toBe('403 fresh_proof_required');
  expect(outcome(await post('/api/session/proof', { code: nextCode(secret) }, who))).toBe(200);
  expect(outcome(await post('/api/session/proof/required', {}, who))).toBe(200);
});

describe('turning on and off', () => {
  it('asks for a fresh proof, then for a code of the new app, and tells the owner', async () => {
    const who = await person();
    test.clock.advance(15 * 60_000);
    expect(outcome(await post('/api/second-factor/set-up', {}, who))).toBe('403 fresh_proof_required');
    expect(outcome(await post('/api/session/proof', { password: 'errada1' }, who))).toBe('403 wrong_password');
    expect(outcome(await post('/api/session/proof', { password: PASSWORD }, who))).toBe(200);
    const { ticket } = (await post('/api/second-factor/set-up', {}, who)).json();
    const confirm = (code: string) => post('/api/second-factor/confirm', { ticket, code }, who);
    expect(outcome(await confirm('000000'))).toBe('403 wrong_code');
    expect(outcome(await login(who.username, PASSWORD))).toBe(200);
    await turnOn(who);
    expect((await letters(who)).map(({ subject }) => subject)).toContain('O segundo fator da sua conta foi ligado');
  });

  it('refuses the set-up of another person', async () => {
    const [mine, other] = [await person(), await person()];
    const { ticket, secret } = (await post('/api/second-factor/set-up', {}, mine)).json();
    const code = nextCode(secret);
    expect(outcome(await post('/api/second-factor/confirm', { ticket, code }, other))).toBe('409 ticket_expired');
    expect(outcome(await complete(ticket, code))).toBe('409 ticket_expired');
  });

  it('another app takes the place of the first by a code of it; of two at once, one does', async () => {
    const { who, secret } = await guarded();
    const begin = (body: object) => post('/api/second-factor/set-up', body, who);
    expect(outcome(await begin({}))).toBe('403 wrong_code');
    const one = (await begin({ code: nextCode(secret) })).json();
    const two = (await begin({ code: nextCode(secret) })).json();
    const now = test.clock.now();
    const confirmed = await Promise.all(
      [one, two].map((begun) =>
        post('/api/second-factor/confirm', { ticket: begun.ticket, code: codeAt(begun.secret, now) }, who),
      ),
    );
    expect(confirmed.map(outcome).sort()).toEqual([200, '409 state_conflict']);
    expect(outcome(await complete(await ticketOf(who), nextCode(secret)))).toBe('403 wrong_code');
  });

  it('off needs the password and a code; the letter has não fui eu', async () => {
    const { who, secret } = await guarded();
    const off = (currentPassword: string, code: string) =>
      post('/api/second-factor/off', { currentPassword, code }, who);
    expect(outcome(await off('errada1', nextCode(secret)))).toBe('403 wrong_password');
    expect(outcome(await off(PASSWORD, '000000'))).toBe('403 wrong_code');
    expect(outcome(await off(PASSWORD, nextCode(secret)))).toBe(200);
    expect(outcome(await login(who.username, PASSWORD))).toBe(200);
    const letter = (await letters(who)).find(({ subject }) => subject === 'O segundo fator da sua conta foi desligado');
    expect(letter?.text).toContain('/not-me#t=');
    expect(outcome(await off(PASSWORD, '000000'))).toBe('409 state_conflict');
  });

  it('não fui eu takes a factor back that was turned on with the change, and leaves one from before', async () => {
    const { who } = await guarded();
    const letter = (await letters(who)).find(({ subject }) => subject === 'O segundo fator da sua conta foi ligado');
    const token = /not-me#t=([\w.-]+)/.exec(letter?.text ?? '')?.[1] ?? '';
    await post('/api/account/not-me', { token });
    await post('/api/password/reset', { token: await resetTokenOf(who), password: 'novasenha' });
    expect(outcome(await login(who.username, 'novasenha'))).toBe(200);

    const { who: other } = await guarded();
    // The link in the mail about the factor is void.
    test.clock.advance(8 * 24 * 60 * 60_000);
    await post('/api/profile/password', { currentPassword: PASSWORD, newPassword: 'dooutro1' }, other);
    const changed = (await letters(other)).find(({ subject }) => subject === 'Sua senha foi trocada');
    const otherToken = /not-me#t=([\w.-]+)/.exec(changed?.text ?? '')?.[1] ?? '';
    await post('/api/account/not-me', { token: otherToken });
    await post('/api/password/reset', { token: await resetTokenOf(other), password: 'novasenha' });
    expect(outcome(await login(other.username, 'novasenha'))).toBe('403 second_factor_required');
  });

  it('não fui eu by the newest letter takes back a factor that a thief turned on in between', async () => {
    const { who } = await guarded();
    test.clock.advance(60_000);
    await post('/api/profile/password', { currentPassword: PASSWORD, newPassword: 'doladrao' }, who);
    const newest = (await letters(who)).find(({ subject }) => subject === 'Sua senha foi trocada');
    const token = /not-me#t=([\w.-]+)/.exec(newest?.text ?? '')?.[1] ?? '';
    expect(outcome(await post('/api/account/not-me', { token }))).toBe(200);
    await post('/api/password/reset', { token: await resetTokenOf(who), password: 'novasenha' });
    expect(outcome(await login(who.username, 'novasenha'))).toBe(200);
  });

  it('npm run admin:reset clears the second factor', async () => {
    const admin = await createPerson(test.deps.db, { role: 'admin', passwordHash, now: new Date('2020-01-01') });
    const as = { cookie: await createSession(test.deps.db, admin.id, test.clock.now()) };
    await turnOn(as);
    expect(outcome(await login(admin.username, PASSWORD))).toBe('403 second_factor_required');
    await resetAdmin(test.deps, 'nova-senha');
    expect(outcome(await login(admin.username, 'nova-senha'))).toBe(200);
  });
});

describe('a fresh proof', () => {
  it('by a code holds 15 minutes, for this session only', async () => {
    const { who, secret } = await guarded();
    const elsewhere = { cookie: await createSession(test.deps.db, who.id, new Date('2026-11-01')) };
    const begin = (as: { cookie: string }) => post('/api/second-factor/set-up', { code: '000000' }, as);
    expect(outcome(await begin(elsewhere))).toBe('403 fresh_proof_required');
    expect(outcome(await post('/api/session/proof', { code: nextCode(secret) }, elsewhere))).toBe(200);
    expect(outcome(await begin(elsewhere))).toBe('403 wrong_code');
    test.clock.advance(15 * 60_000);
    expect(outcome(await begin(elsewhere))).toBe('403 fresh_proof_required');
    expect(outcome(await begin(who))).toBe('403 fresh_proof_required');
  });

  it('wrong guesses are counted', async () => {
    const { who, secret } = await guarded();
    for (let guess = 0; guess < 10; guess += 1) await post('/api/session/proof', { code: '000000' }, who);
    expect(outcome(await post('/api/session/proof', { code: nextCode(secret) }, who))).toBe('429 too_many_requests');
  });
});
