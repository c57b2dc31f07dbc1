import { describe, expect, it } from 'vitest';
import { countRows, createPerson } from '#server/testing/factories.ts';
import { writtenMails } from '#server/testing/mails.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp();

const ana = {
  username: 'Ana.Silva',
  password: 'segredo1',
  confirmPassword: 'segredo1',
  email: 'Ana@Exemplo.com.br',
  firstName: 'Ana',
  lastName: 'Silva',
};

const post = (url: string, payload: object, cookie?: string) =>
  test.request({ method: 'POST', url, payload, ...(cookie ? { as: { cookie } } : {}) });

const cookiesOf = (response: { cookies: { name: string; value: string }[] }) =>
  response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');

describe('registration', () => {
  it('makes a pending student with a payment in one go', async () => {
    const response = await post('/api/register', ana);
    expect(response.statusCode).toBe(201);
    const body = response.json();
    expect(body).toMatchObject({ username: 'Ana.Silva', role: 'student', status: 'pending' });
    expect(body.paymentCode).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/);
    expect(body).not.toHaveProperty('passwordHash');
    expect(response.cookies.find(({ name }) => name === 'alvorada_payment')).toMatchObject({
      httpOnly: true,
      sameSite: 'Lax',
    });
  });

  it('refuses a name or e-mail that differs only in case or spaces', async () => {
    const sameName = await post('/api/register', { ...ana, username: '  ana.SILVA ', email: 'outra@exemplo.com.br' });
    expect([sameName.statusCode, sameName.json().message]).toEqual([409, 'Este nome de usuário já está em uso.']);
    const sameMail = await post('/api/register', { ...ana, username: 'outra', email: ' ANA@exemplo.com.br ' });
    expect([sameMail.statusCode, sameMail.json().message]).toEqual([409, 'Este e-mail já está cadastrado.']);
  });

  it('gives a teacher no payment', async () => {
    const response = await post('/api/register', {
      ...ana,
      username: 'prof',
      email: 'prof@exemplo.com.br',
      role: 'teacher',
    });
    expect(response.statusCode).toBe(201);
    expect(response.json()).not.toHaveProperty('paymentCode');
  });

  it('registers the same username once when it is asked 50 times at once', async () => {
    const before = await countRows(test.deps.db, 'users');
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        post('/api/register', { ...ana, username: 'corrida', email: `corrida${i}@exemplo.com.br` }),
      ),
    );
    const statuses = answers.map((answer) => answer.statusCode).sort();
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(49);
    expect(await countRows(test.deps.db, 'users')).toBe(before + 1);
  });

  it.each([
    ['as admin', { role: 'admin' }],
    ['with a short password', { password: '12345', confirmPassword: '12345' }],
    ['with a password that is short without its spaces', { password: ' 12345 ', confirmPassword: ' 12345 ' }],
    ['with two different passwords', { confirmPassword: 'segredo2' }],
    ['with a broken e-mail', { email: 'ana' }],
    ['with a NUL byte', { firstName: 'A\0na' }],
    ['with a lone surrogate', { lastName: 'Sil\ud800va' }],
    ['with a blank name', { firstName: '   ' }],
    ['with a number for a name', { firstName: 7 }],
    ['with a name of 101 characters', { lastName: 'a'.repeat(101) }],
    ['without an e-mail', { email: undefined }],
  ])('refuses %s', async (_, change) => {
    const before = await countRows(test.deps.db, 'users');
    const response = await post('/api/register', { ...ana, username: 'ruim', email: 'ruim@exemplo.com.br', ...change });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: 'bad_request', requestId: expect.any(String) });
    expect(await countRows(test.deps.db, 'users')).toBe(before);
  });
});

describe('login', () => {
  it('lets an active user in, trimmed and without regard to case, and reads them back', async () => {
    const passwordHash = await test.deps.passwords.hash('segredo1');
    await createPerson(test.deps.db, { username: 'Beto', passwordHash });
    const response = await post('/api/login', { username: '  bETO ', password: ' segredo1 ' });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ username: 'Beto', firstName: 'Ana' });
    const cookie = response.cookies.find(({ name }) => name === 'alvorada_session');
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
    const me = await test.request({ method: 'GET', url: '/api/auth/user', as: { cookie: cookiesOf(response) } });
    expect(me.json().username).toBe('Beto');
    expect(JSON.stringify(await test.deps.db.selectFrom('sessions').selectAll().execute())).not.toContain(
      cookie?.value,
    );
  });

  it('answers a wrong password and an unknown user alike', async () => {
    const wrong = await post('/api/login', { username: 'beto', password: 'errada' });
    const unknown = await post('/api/login', { username: 'ninguem', password: 'errada' });
    for (const response of [wrong, unknown]) {
      expect(response.statusCode).toBe(401);
      expect(response.json()).toMatchObject({
        code: 'invalid_credentials',
        message: 'Credenciais inválidas. Verifique seu usuário e senha.',
      });
    }
  });

  it('tells who may not enter yet, without a session', async () => {
    const passwordHash = await test.deps.passwords.hash('segredo1');
    const student = await createPerson(test.deps.db, { status: 'pending', payment: 'pending', passwordHash });
    const teacher = await createPerson(test.deps.db, { status: 'pending', role: 'teacher', passwordHash });
    const blocked = await createPerson(test.deps.db, { status: 'blocked', passwordHash });
    const enter = (username: string) => post('/api/login', { username, password: 'segredo1' });

    const pending = await enter(student.username);
    expect(pending.statusCode).toBe(403);
    expect(pending.json()).toMatchObject({
      code: 'payment_required',
      paymentCode: student.paymentCode,
      email: student.email,
    });
    expect(pending.cookies.map(({ name }) => name)).toEqual(['alvorada_payment', 'alvorada_device']);
    expect((await enter(teacher.username)).json().code).toBe('awaiting_approval');
    expect((await enter(blocked.username)).json().code).toBe('blocked');
  });

  it('throttles failures per account, tells the minutes left, and forgets after the window', async () => {
    const passwordHash = await test.deps.passwords.hash('segredo1');
    const person = await createPerson(test.deps.db, { passwordHash });
    const guess = (password: string) => post('/api/login', { username: person.username, password });
    const answers = await Promise.all(Array.from({ length: 20 }, () => guess('errada')));
    expect(answers.filter((answer) => answer.statusCode === 401).length).toBeLessThanOrEqual(10);
    while ((await guess('errada')).statusCode === 401);
    const refused = await guess('segredo1');
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({ code: 'too_many_requests', retryAfter: 900 });
    expect(refused.headers['retry-after']).toBe('900');
    expect(refused.json().message).toBe('Muitas tentativas. Tente de novo em 15 minutos.');
    test.clock.advance(15 * 60_000 + 1);
    expect((await guess('segredo1')).statusCode).toBe(200);
  });

  it('does not count right passwords', async () => {
    const passwordHash = await test.deps.passwords.hash('segredo1');
    const person = await createPerson(test.deps.db, { passwordHash });
    for (let i = 0; i < 15; i += 1) {
      expect((await post('/api/login', { username: person.username, password: 'segredo1' })).statusCode).toBe(200);
    }
  });
});

describe('sessions', () => {
  it('slides 30 days, written at most once an hour', async () => {
    const person = await createPerson(test.deps.db, { now: test.clock.now() });
    const me = () => test.request({ method: 'GET', url: '/api/auth/user', as: person });
    test.clock.advance(2 * 60 * 60_000);
    const prolonged = await me();
    expect(prolonged.cookies.map(({ name }) => name)).toEqual(['alvorada_session']);
    expect((await me()).cookies).toEqual([]);
    test.clock.advance(29 * 24 * 60 * 60_000);
    expect((await me()).statusCode).toBe(200);
    test.clock.advance(31 * 24 * 60 * 60_000);
    expect((await me()).statusCode).toBe(401);
  });

  it('ends at logout, also for a copy of the cookie, and logout without a session is fine', async () => {
    const person = await createPerson(test.deps.db, { now: test.clock.now() });
    await test.request({ method: 'GET', url: '/api/auth/user', as: person });
    const out = await test.request({ method: 'POST', url: '/api/logout', as: person });
    expect(out.json()).toEqual({ ok: true });
    expect((await test.request({ method: 'GET', url: '/api/auth/user', as: person })).statusCode).toBe(401);
    expect((await test.request({ method: 'POST', url: '/api/logout' })).json()).toEqual({ ok: true });
  });

  it('leads GET /api/login to the login page', async () => {
    const response = await test.request({ method: 'GET', url: '/api/login' });
    expect([response.statusCode, response.headers.location]).toEqual([302, '/auth']);
  });
});

describe('a forgotten password', () => {
  const mails = async () => {
    await test.deps.jobs.drain();
    return writtenMails(test.deps.config.dataDir);
  };
  const tokenFor = async (email: string) => {
    const mail = (await mails()).find(({ to }) => to === email);
    return /reset-password#t=([\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  };

  it('is replaced by a link that works once, for one hour, and ends all sessions', async () => {
    const person = await createPerson(test.deps.db, { now: test.clock.now() });
    expect((await post('/api/password/forgot', { email: person.email.toUpperCase() })).json()).toEqual({ ok: true });
    const token = await tokenFor(person.email);
    expect(token).not.toBe('');
    const usable = async () => (await post('/api/password/reset/check', { token })).json();
    expect([await usable(), await usable()]).toEqual([{ usable: true }, { usable: true }]);
    const reset = (password: string) => post('/api/password/reset', { token, password });
    const both = await Promise.all([reset('novasenha'), reset('novasenha2')]);
    expect(both.map((response) => response.statusCode).sort()).toEqual([200, 409]);
    expect(await usable()).toEqual({ usable: false });
    expect((await test.request({ method: 'GET', url: '/api/auth/user', as: person })).statusCode).toBe(401);
    const logins = await Promise.all(
      ['novasenha', 'novasenha2'].map((password) => post('/api/login', { username: person.username, password })),
    );
    expect(logins.filter((response) => response.statusCode === 200)).toHaveLength(1);
  });

  it('says the same for an unknown address and sends nothing', async () => {
    const before = (await mails()).length;
    const response = await post('/api/password/forgot', { email: 'desconhecida@exemplo.com.br' });
    expect([response.statusCode, response.json()]).toEqual([200, { ok: true }]);
    expect(await mails()).toHaveLength(before);
  });

  it('refuses an expired or forged link', async () => {
    const person = await createPerson(test.deps.db, { now: test.clock.now() });
    await post('/api/password/forgot', { email: person.email });
    const token = await tokenFor(person.email);
    const forged = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`;
    expect((await post('/api/password/reset', { token: forged, password: 'novasenha' })).json().code).toBe(
      'link_expired',
    );
    const check = async (one: string) => (await post('/api/password/reset/check', { token: one })).json();
    expect([await check(forged), await check(token)]).toEqual([{ usable: false }, { usable: true }]);
    test.clock.advance(61 * 60_000);
    expect(await check(token)).toEqual({ usable: false });
    expect((await post('/api/password/reset', { token, password: 'novasenha' })).json().code).toBe('link_expired');
  });

  it('lets one address ask about sixty links in a quarter of an hour', async () => {
    const check = () => post('/api/password/reset/check', { token: 'x' });
    test.clock.advance(20 * 60_000);
    for (let count = 0; count < 60; count++) expect((await check()).json()).toEqual({ usable: false });
    expect((await check()).statusCode).toBe(429);
  });
});

it('the log contains no password, token, e-mail or code', async () => {
  const log = test.logged();
  expect(log.length).toBeGreaterThan(0);
  for (const secret of ['segredo1', 'novasenha', 'exemplo.com.br', 'alvorada_session'])
    expect(log).not.toContain(secret);
});
