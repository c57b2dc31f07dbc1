import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { writtenMails } from '#server/testing/mails.ts';
import { paymentOffice } from '#server/testing/payment-office.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
const desk = paymentOffice(test);

let admin: Person;
beforeAll(async () => {
  admin = await desk.admin();
});

const call = (as: Person | undefined, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
  test.request({ method, url, as, ...(payload ? { payload } : {}) });
const enroll = (payload: object) => call(admin, 'POST', '/api/admin/enrollments', payload);
const newStudent = (email: string) => ({ firstName: 'Bia', lastName: 'Reis', email });

describe('an enrolment by hand', () => {
  it('creates a new student once per key, and the mail says how to set a password', async () => {
    const payload = {
      newStudent: newStudent('bia@exemplo.com.br'),
      method: 'cash',
      amount: 25_000,
      note: 'Recibo 12',
      creationKey: randomUUID(),
    };
    const [first, second] = await Promise.all([enroll(payload), enroll(payload)]);
    expect(first.json().id).toBe(second.json().id);
    expect([first.statusCode, second.statusCode].sort()).toEqual([200, 201]);
    expect(first.json()).toMatchObject({
      status: 'approved',
      amount: 25_000,
      fullAmount: 29_700,
      method: 'cash',
      note: 'Recibo 12',
      approvedBy: admin.id,
      user: { email: 'bia@exemplo.com.br', status: 'active' },
    });
    await test.deps.jobs.drain();
    const subjects = (await writtenMails(test.deps.config.dataDir))
      .filter(({ to }) => to === 'bia@exemplo.com.br')
      .map(({ subject }) => subject);
    expect(subjects).toContain('Sua matrícula está feita');
    expect((await enroll({ ...payload, creationKey: randomUUID() })).json().code).toBe('email_taken');
  });

  it('lets a student in who waits, and calls their unpaid order off', async () => {
    const student = await desk.student('pending');
    const given = await enroll({ studentId: student.id, method: 'courtesy', note: 'Bolsa' });
    expect(given.json()).toMatchObject({
      status: 'approved',
      amount: 0,
      method: 'courtesy',
      user: { status: 'active' },
    });
    const mine = (await call(student, 'GET', '/api/my-orders')).json();
    expect(mine).toMatchObject([
      { status: 'approved', amount: 0, access: { active: true }, refundableUntil: null },
      { status: 'cancelled', access: null },
    ]);
    expect((await call(student, 'GET', '/api/articles')).statusCode).toBe(200);
  });

  it.each([
    ['no student', {}],
    ['two people', { studentId: randomUUID(), newStudent: newStudent('x@exemplo.com.br') }],
    ['a gift with a price', { newStudent: newStudent('y@exemplo.com.br'), method: 'courtesy', amount: 1 }],
    ['a free sale', { newStudent: newStudent('y@exemplo.com.br'), amount: 0 }],
    ['a way of paying that is none', { newStudent: newStudent('y@exemplo.com.br'), method: 'pix_proof' }],
  ])('is refused for %s', async (_, more) => {
    expect((await enroll({ method: 'cash', ...more })).statusCode).toBe(400);
  });

  it('is refused for a person who is no student, is blocked, or waits for a decision', async () => {
    expect((await enroll({ studentId: admin.id, method: 'cash' })).statusCode).toBe(404);
    expect((await enroll({ studentId: randomUUID(), method: 'cash' })).statusCode).toBe(404);
    const blocked = await createPerson(test.deps.db, { status: 'blocked' });
    expect((await enroll({ studentId: blocked.id, method: 'cash' })).json().status).toBe('blocked');
    const waiting = await desk.student('analyzing');
    expect((await enroll({ studentId: waiting.id, method: 'cash' })).json().status).toBe('analyzing');
  });
});

describe('the lists', () => {
  it('are narrowed by method, offer, day and proof, and come as CSV', async () => {
    const list = async (query: string) =>
      (
        (await call(admin, 'GET', `/api/admin/payments/decisions?decision=approved&${query}`)).json() as {
          payment: { method: string };
        }[]
      ).map(({ payment }) => payment.method);
    expect(await list('method=cash')).toEqual(['cash']);
    expect(await list('method=cash&offerId=99')).toEqual([]);
    expect(await list('method=cash&from=2026-11-15&to=2026-11-15&offerId=1')).toEqual(['cash']);
    expect(await list('method=cash&to=2026-11-14')).toEqual([]);
    expect(await list('method=cash&proof=with')).toEqual([]);
    expect(await list('method=cash&proof=without')).toEqual(['cash']);
    const open = await call(admin, 'GET', '/api/admin/payments?proof=without&method=pix_proof');
    expect(Number(open.headers['x-total-count'])).toBe(open.json().length);
    expect((await call(admin, 'GET', '/api/admin/payments?from=ontem')).statusCode).toBe(400);

    const file = await call(admin, 'GET', '/api/admin/payments.csv?list=approved&method=cash');
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
    const [header, row, end] = file.body.slice(1).split('\r\n');
    expect(header).toMatch(/^codigo;situacao;aluno;email;oferta;cupom;valor;forma/);
    expect(row).toMatch(/;aprovado;Bia Reis;bia@exemplo\.com\.br;Acesso completo;;"250,00";dinheiro;15\/11\/2026;/);
    expect(end).toBe('');
    for (const name of ['open', 'rejected', 'refunds_due', 'refunds_done']) {
      expect((await call(admin, 'GET', `/api/admin/payments.csv?list=${name}`)).statusCode).toBe(200);
    }
  });
});

describe('the default offer', () => {
  const offers = async () => (await call(admin, 'GET', '/api/admin/offers')).json();

  it('is what is sold, with the places that are left; the last one raises the price', async () => {
    const [offer] = await offers();
    expect(offer).toMatchObject({
      name: 'Acesso completo',
      price: 29_700,
      struckPrice: 69_700,
      places: 47,
      isDefault: true,
    });
    const { id, version, placesTaken, rule } = offer;
    const change = {
      name: 'Acesso completo',
      price: 29_700,
      struckPrice: 69_700,
      rule,
      places: placesTaken + 1,
      version,
    };
    expect((await call(admin, 'PUT', `/api/admin/offers/${id}`, change)).statusCode).toBe(200);
    const student = await desk.student();
    expect((await call(student, 'GET', '/api/offers')).statusCode).toBe(401);
    const sold = async () => (await call(admin, 'GET', '/api/offers')).json();
    expect(await sold()).toMatchObject([{ price: 29_700, struckPrice: 69_700, placesLeft: 1 }]);
    const example = await desk.student();
    await test.deps.db.updateTable('users').set({ is_sample: true }).where('id', '=', example.id).execute();
    await desk.approve(admin, example.paymentCode);
    expect(await sold()).toMatchObject([{ placesLeft: 1 }]);
    const late = await desk.student();
    const approvals = await Promise.all([student, late].map((one) => desk.approve(admin, one.paymentCode)));
    // Who had a code keeps its price, and comes in.
    expect(approvals.map((answer) => answer.json().amount)).toEqual([29_700, 29_700]);
    expect(await sold()).toMatchObject([{ price: 69_700, struckPrice: null, placesLeft: null }]);
    const [now] = await offers();
    expect(now.placesTaken).toBe(placesTaken + 1);
  });

  it('changes when the office chooses another, and there is always one', async () => {
    const rule = { kind: 'endless' };
    const made = (
      await call(admin, 'POST', '/api/admin/offers', { name: 'Vitalício', price: 99_700, rule, isDefault: true })
    ).json();
    expect((await offers()).filter(({ isDefault }: { isDefault: boolean }) => isDefault)).toMatchObject([
      { id: made.id },
    ]);
    expect((await call(admin, 'DELETE', `/api/admin/offers/${made.id}`)).json().code).toBe('offer_in_use');
    const student = await createPerson(test.deps.db, { status: 'pending' });
    const opened = await call(undefined, 'POST', '/api/payments/create-by-email', { email: student.email });
    expect(opened.json().amount).toBe(99_700);
    await desk.approve(admin, opened.json().paymentCode);
    expect((await call(student, 'GET', '/api/my-access')).json()).toMatchObject({ active: true, endsOn: null });
    test.clock.advance(1000);
  });

  it.each([
    ['a struck price that is lower', { struckPrice: 100 }],
    ['months without a number', { rule: { kind: 'exam_months' } }],
    ['a day that it does not need', { rule: { kind: 'days', count: 3, until: '2027-01-01' } }],
    ['no price', { price: 0 }],
    ['an end before the beginning', { soldFrom: '2027-01-02', soldUntil: '2027-01-01' }],
  ])('is not made with %s', async (_, more) => {
    const payload = { name: 'X', price: 9900, rule: { kind: 'days', count: 30 }, ...more };
    expect((await call(admin, 'POST', '/api/admin/offers', payload)).statusCode).toBe(400);
  });
});
