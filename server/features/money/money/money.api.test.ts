import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Money } from '#contract/money/money.ts';
import { createPerson, createSession, type Person } from '#server/testing/factories.ts';
import { paymentOffice } from '#server/testing/payment-office.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
const desk = paymentOffice(test);
let admin: Person;
beforeAll(async () => {
  admin = await desk.admin();
});
beforeEach(async () => {
  admin = { ...admin, cookie: await createSession(test.deps.db, admin.id, test.clock.now()) };
});

const ask = (query = '', as: Person = admin) => test.request({ method: 'GET', url: `/api/admin/money${query}`, as });
const money = async (query = '') => (await ask(query)).json<Money>();
const at = async (moment: string) => {
  test.clock.set(moment);
  admin = { ...admin, cookie: await createSession(test.deps.db, admin.id, test.clock.now()) };
};
const refund = (person: Person, amount: number, note: string | null = null) =>
  test.request({
    method: 'POST',
    url: '/api/admin/payments/refund',
    as: admin,
    payload: { paymentCode: person.paymentCode, amount, paidAt: test.clock.now().toISOString(), note },
  });

describe('the money of the school', () => {
  it('is zero without payments, and covers this month unless the request names other days', async () => {
    await at('2026-10-15T15:00:00.000Z');
    expect(await money()).toEqual({
      from: '2026-10-01',
      to: '2026-10-15',
      total: { orders: 0, received: 0, refunded: 0, fees: null },
      days: [],
      methods: [],
      offers: [],
    });
  });

  it('is summed by the day of the school, by method and by offer; what was taken back or given does not count', async () => {
    // Still the last day of October in São Paulo.
    await at('2026-11-01T02:30:00.000Z');
    const [first, undone] = [await desk.student(), await desk.student()];
    await desk.approve(admin, first.paymentCode);
    await at('2026-11-01T03:30:00.000Z');
    await desk.approve(admin, undone.paymentCode);
    const undo = { paymentCode: undone.paymentCode };
    await test.request({ method: 'POST', url: '/api/admin/payments/revoke', as: admin, payload: undo });
    const cash = await createPerson(test.deps.db, { now: test.clock.now() });
    const enroll = (method: string, amount?: number) =>
      test.request({
        method: 'POST',
        url: '/api/admin/enrollments',
        as: admin,
        payload: { studentId: cash.id, method, amount },
      });
    expect((await enroll('cash', 10_000)).statusCode).toBe(201);
    await enroll('courtesy');
    await at('2026-11-03T12:00:00.000Z');
    expect((await refund(first, 5_000, 'Acordo')).statusCode).toBe(200);

    expect(await money('?from=2026-10-31&to=2026-11-03')).toMatchObject({
      total: { orders: 2, received: 39_700, refunded: 5_000, fees: null },
      days: [
        { day: '2026-10-31', orders: 1, received: 29_700, refunded: 0 },
        { day: '2026-11-01', orders: 1, received: 10_000, refunded: 0 },
        { day: '2026-11-03', orders: 0, received: 0, refunded: 5_000 },
      ],
      methods: [
        { method: 'pix_proof', orders: 1, received: 29_700, refunded: 5_000 },
        { method: 'cash', orders: 1, received: 10_000, refunded: 0 },
      ],
      offers: [{ offer: { name: 'Acesso completo' }, orders: 2, received: 39_700, refunded: 5_000 }],
    });
    expect((await money('?from=2026-11-01&to=2026-11-02')).total).toMatchObject({ received: 10_000, refunded: 0 });
  });

  it('comes as a CSV file with one column each for money in, money back and, where known, fees', async () => {
    const cash = test.deps.db.selectFrom('payments').select('id').where('method', '=', 'cash');
    await test.deps.db.updateTable('received_amounts').set({ fee: 199 }).where('payment_id', 'in', cash).execute();
    expect((await money('?from=2026-10-31&to=2026-11-03')).total.fees).toBe(199);
    const file = await ask('.csv?from=2026-10-31&to=2026-11-03');
    expect(file.headers['content-disposition']).toContain('financeiro-2026-10-31-a-2026-11-03.csv');
    const lines = file.body.trim().split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines[0]).toContain('data;tipo;codigo;aluno;oferta;forma;recebido;devolvido;taxa');
    expect(lines[1]).toMatch(/^31\/10\/2026;recebimento;.*;PIX com comprovante;"297,00";;;;;"297,00";por comprovante$/);
    expect(lines[2]).toMatch(/^01\/11\/2026;recebimento;.*;dinheiro;"100,00";;"1,99";;;"100,00";no balcão$/);
    expect(lines[3]).toMatch(/^03\/11\/2026;devolução;.*;PIX com comprovante;;"50,00";;.*Acordo;"297,00";$/);
  });

  it('is the office’s to see, of at most a year, in days that are days', async () => {
    const secretary = await createPerson(test.deps.db, { role: 'secretary', now: test.clock.now() });
    const teacher = await createPerson(test.deps.db, { role: 'teacher', now: test.clock.now() });
    expect([(await ask('', secretary)).statusCode, (await ask('', teacher)).statusCode]).toEqual([200, 403]);
    for (const query of [
      '?from=2026-11-02&to=2026-11-01',
      '?from=2025-01-01&to=2026-11-01',
      '?from=ontem',
      '?to=2026-02-30',
    ]) {
      expect((await ask(query)).statusCode, query).toBe(400);
    }
    expect((await money('?from=2024-01-01&to=2024-12-31')).from).toBe('2024-01-01');
  });
});
