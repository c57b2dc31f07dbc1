import { beforeAll, describe, expect, it } from 'vitest';
import { seedDefaultOffer } from '#server/features/money/offers/offers.service.ts';
import { decodeBrCode } from '#server/pix/brcode.ts';
import { countRows, createPerson } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { newPaymentCode } from './payment-code.ts';
import { readPaymentCookie } from './payment-cookie.ts';
import { pathForVisitor } from './payments.service.ts';

const test = useTestApp({ PRICE_CENTS: '31500' });
// As at the first start.
beforeAll(() => seedDefaultOffer(test.deps));

const get = (url: string, cookie?: string) =>
  test.request({ method: 'GET', url, ...(cookie ? { as: { cookie } } : {}) });
const byEmail = (email: string, remoteAddress = '10.0.0.1') =>
  test.request({ method: 'POST', url: '/api/payments/create-by-email', payload: { email }, remoteAddress });

const register = async (name: string) => {
  const response = await test.request({
    method: 'POST',
    url: '/api/register',
    payload: {
      username: name,
      password: 'segredo1',
      confirmPassword: 'segredo1',
      email: `${name}@exemplo.com.br`,
      firstName: 'Rafaela',
      lastName: 'Souza',
    },
  });
  const cookie = response.cookies.map(({ name: key, value }) => `${key}=${value}`).join('; ');
  return { code: response.json().paymentCode as string, cookie };
};

const publicFields = [
  'amount',
  'createdAt',
  'paymentCode',
  'pixCode',
  'proofUploadedAt',
  'rejectionReason',
  'status',
  'updatedAt',
];

describe('a payment by its code', () => {
  it('shows exactly the public fields, and a PIX code with its amount and code', async () => {
    const { code } = await register('campos');
    const response = await get(`/api/payments/by-code/${code}`);
    expect(response.statusCode).toBe(200);
    const payment = response.json();
    expect(Object.keys(payment).sort()).toEqual(publicFields);
    expect(payment).toMatchObject({ paymentCode: code, status: 'pending', amount: 31_500, rejectionReason: null });
    expect(decodeBrCode(payment.pixCode)).toMatchObject({ amount: 31_500, txid: code });
    expect(response.body).not.toContain('Rafaela');
    expect(response.headers['cache-control']).toBe('no-store');
  });

  it('is found with its code as people type it', async () => {
    const { id } = await createPerson(test.deps.db, { status: 'pending' });
    const now = test.clock.now();
    await test.deps.db
      .insertInto('payments')
      .values({
        payment_code: '7KQ2M0XRW91TB3HN',
        amount: 100,
        status: 'pending',
        user_id: id,
        created_at: now,
        updated_at: now,
      })
      .execute();
    for (const typed of [
      '7kq2m0xrw91tb3hn',
      '7KQ2 M0XR W91T B3HN',
      '7kq2-moxr-wglt-b3hn'.replace('g', '9'),
      '7KQ2MOXRW9ITB3HN',
    ]) {
      const response = await get(`/api/payments/by-code/${encodeURIComponent(typed)}`);
      expect([typed, response.json().paymentCode]).toEqual([typed, '7KQ2M0XRW91TB3HN']);
    }
  });

  it.each(['0000000000000000', 'abc', 'UUUUUUUUUUUUUUUU', '%00', 'a'.repeat(150)])(
    'is not there for %s',
    async (code) => {
      const response = await get(`/api/payments/by-code/${code}`);
      expect(response.statusCode).toBe(404);
      expect(response.json()).toMatchObject({ code: 'not_found' });
    },
  );

  it('keeps the price it was made with', async () => {
    const old = await createPerson(test.deps.db, { status: 'pending', payment: 'pending' });
    const payment = (await get(`/api/payments/by-code/${old.paymentCode}`)).json();
    expect(payment.amount).toBe(29_700);
    expect(decodeBrCode(payment.pixCode).amount).toBe(29_700);
  });
});

describe('the current payment', () => {
  it('is the one of the code, else of the cookie, else of the user', async () => {
    const mine = await register('atual');
    const other = await createPerson(test.deps.db, { payment: 'approved' });
    const current = async (query: string, cookie?: string) =>
      (await get(`/api/payments/current${query}`, cookie)).json().paymentCode;
    expect(await current('', mine.cookie)).toBe(mine.code);
    expect(await current(`?code=${other.paymentCode}`, mine.cookie)).toBe(other.paymentCode);
    expect(await current('', other.cookie)).toBe(other.paymentCode);
    expect(await current('', `${other.cookie}; ${mine.cookie}`)).toBe(mine.code);
  });

  it('is not there without any of them, and never another than the code asked for', async () => {
    const mine = await register('atual2');
    const person = await createPerson(test.deps.db);
    expect((await get('/api/payments/current')).statusCode).toBe(404);
    expect((await get('/api/payments/current', person.cookie)).statusCode).toBe(404);
    expect((await get(`/api/payments/current?code=${newPaymentCode()}`, mine.cookie)).statusCode).toBe(404);
    expect((await get('/api/payments/current?code=', mine.cookie)).statusCode).toBe(404);
  });

  it('does not believe a cookie that we did not sign', async () => {
    const { code } = await register('forjado');
    for (const value of [code, `${code}.all.`, `${code}.all.${'A'.repeat(43)}`, '..']) {
      expect((await get('/api/payments/current', `alvorada_payment=${value}`)).statusCode).toBe(404);
    }
  });
});

describe('create-by-email', () => {
  it('opens a payment for a pending student who has none, once', async () => {
    const student = await createPerson(test.deps.db, { status: 'pending' });
    const before = await countRows(test.deps.db, 'payments');
    const answers = await Promise.all(Array.from({ length: 5 }, () => byEmail(` ${student.email.toUpperCase()} `)));
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 200, 200, 200, 201]);
    expect(new Set(answers.map((answer) => answer.json().paymentCode)).size).toBe(1);
    expect(await countRows(test.deps.db, 'payments')).toBe(before + 1);
    expect(answers.flatMap((answer) => answer.cookies)).toEqual([]);
  });

  it.each(['pending', 'analyzing', 'rejected', 'approved'] as const)(
    'gives back a payment that is %s',
    async (status) => {
      const student = await createPerson(test.deps.db, { status: 'pending', payment: status });
      const response = await byEmail(student.email, '10.0.0.2');
      expect([response.statusCode, response.json().paymentCode]).toEqual([200, student.paymentCode]);
    },
  );

  it('asks an active student without a payment to log in', async () => {
    const student = await createPerson(test.deps.db);
    const response = await byEmail(student.email, '10.0.0.3');
    expect([response.statusCode, response.json().code]).toEqual([409, 'already_active']);
  });

  it.each([
    ['unknown', null],
    ['a teacher', { role: 'teacher', status: 'pending' }],
    ['an admin', { role: 'admin' }],
    ['blocked', { status: 'blocked', payment: 'approved' }],
  ] as const)('does not know who is %s', async (_, wishes) => {
    const email = wishes ? (await createPerson(test.deps.db, wishes)).email : 'ninguem@exemplo.com.br';
    const response = await byEmail(email, '10.0.0.4');
    expect(response.statusCode).toBe(404);
    expect(response.json().message).toBe('Email não encontrado. Por favor, faça o registro novamente.');
  });

  it('answers ten times an hour for each address', async () => {
    const newStudent = () => createPerson(test.deps.db, { status: 'pending', payment: 'pending' });
    const [first, second, student] = [await newStudent(), await newStudent(), await newStudent()];
    // Five for each of two e-mail addresses, which is all that is answered for one.
    for (const { email } of [first, second]) {
      for (let i = 0; i < 5; i += 1) expect((await byEmail(email, '10.0.0.9')).statusCode).toBe(200);
    }
    const refused = await byEmail(student.email, '10.0.0.9');
    expect([refused.statusCode, refused.json().retryAfter]).toEqual([429, 3600]);
    expect((await byEmail(student.email, '10.0.0.10')).statusCode).toBe(200);
    test.clock.advance(60 * 60_000 + 1);
    expect((await byEmail(student.email, '10.0.0.9')).statusCode).toBe(200);
  });

  it.each([{}, { email: 7 }, { email: '' }, { email: 'sem-arroba' }])('refuses %j', async (payload) => {
    const response = await test.request({ method: 'POST', url: '/api/payments/create-by-email', payload });
    expect(response.statusCode).toBe(400);
  });
});

it('leads a visitor whose payment was approved from the landing page to the login', async () => {
  const { code } = await register('aprovada');
  const path = () => pathForVisitor(test.deps, { paymentCode: code, proofs: [] });
  expect(await path()).toBeNull();
  await test.deps.db.updateTable('payments').set({ status: 'approved' }).where('payment_code', '=', code).execute();
  expect(await path()).toBe('/auth');
  expect(await pathForVisitor(test.deps, null)).toBeNull();
});

it('a new registration gets a cookie for all its proofs', async () => {
  const { cookie, code } = await register('dona');
  const cookies = Object.fromEntries(cookie.split('; ').map((one) => one.split('=', 2) as [string, string]));
  expect(readPaymentCookie(test.deps, { cookies } as never)).toEqual({ paymentCode: code, proofs: 'all' });
});

it('the log contains no payment code and no e-mail address', () => {
  const log = test.logged();
  expect(log).toContain('/api/payments/by-code/:paymentCode');
  expect(log).not.toContain('7KQ2');
  expect(log).not.toContain('exemplo.com.br');
});
