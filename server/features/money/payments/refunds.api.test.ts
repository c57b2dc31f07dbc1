import { beforeEach, describe, expect, it } from 'vitest';
import { createSession, type Person } from '#server/testing/factories.ts';
import { multipartForm } from '#server/testing/forms.ts';
import { receiptPhoto } from '#server/testing/receipts.ts';
import { FRIDAY, refundOffice } from '#server/testing/refund-office.ts';
import { served } from '#server/testing/served.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { releaseOldRefundFiles } from './refund-files.service.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
const { desk, begin, get, orders, ask, refund, buyer, subjects } = refundOffice(test);

let admin: Person;
beforeEach(async () => {
  admin = await begin();
});

const withdraw = async (as: Person, id: number) =>
  test.request({ method: 'DELETE', url: `/api/my-orders/${id}/refund-request`, as });

describe('within seven days of the approval', () => {
  it('the student asks for it without a reason, and it is due after five working days', async () => {
    const { person, id } = await buyer();
    const [order] = await orders(person);
    // Until the end of the seventh day after it.
    expect(order).toMatchObject({ status: 'approved', refund: null, refundableUntil: '2026-11-21T02:59:59.999Z' });

    const asked = await ask(person, id);
    expect([asked.statusCode, asked.json()]).toMatchObject([
      200,
      {
        status: 'refund_requested',
        refund: {
          requestedAt: FRIDAY,
          dueOn: '2026-11-23',
          amount: null,
          paidOn: null,
          endToEndId: null,
          fileUrl: null,
        },
        access: { active: true },
        refundableUntil: null,
        history: [{ to: 'approved' }, { from: 'approved', to: 'refund_requested', reason: null }],
      },
    ]);
    // Again is the same, and the lessons stay open until the money goes back.
    expect((await ask(person, id)).statusCode).toBe(200);
    expect((await get(person, '/api/articles')).statusCode).toBe(200);
    expect(await subjects(person)).toContain('Recebemos seu pedido de reembolso');
    const due = await get(admin, '/api/admin/payments/refunds');
    expect(due.json()).toContainEqual(
      expect.objectContaining({ id, refund: expect.objectContaining({ dueOn: '2026-11-23' }) }),
    );
    expect(Number(due.headers['x-total-count'])).toBe(due.json().length);
    const bell = (await get(admin, '/api/notifications')).json() as { kind: string }[];
    expect(bell.map(({ kind }) => kind)).toContain('refund_asked');
  });

  it('the request is taken back, and everything is as before', async () => {
    const { person, id } = await buyer();
    await ask(person, id);
    const back = await withdraw(person, id);
    expect(back.json()).toMatchObject({
      status: 'approved',
      refund: null,
      access: { active: true },
      refundableUntil: '2026-11-21T02:59:59.999Z',
    });
    expect((await withdraw(person, id)).statusCode).toBe(200);
    expect((await ask(person, id)).json().status).toBe('refund_requested');
    const { events } = await desk.facts(person);
    expect(events.map(({ action }) => action)).toEqual([
      'payment.approved',
      'payment.refund_requested',
      'payment.refund_withdrawn',
      'payment.refund_requested',
    ]);
  });

  it('the last second counts, the next does not', async () => {
    const { person, id } = await buyer();
    test.clock.set('2026-11-21T03:00:00.000Z');
    const late = await ask(person, id);
    expect([late.statusCode, late.json().code]).toEqual([409, 'refund_too_late']);
    test.clock.set('2026-11-21T02:59:59.999Z');
    expect((await ask(person, id)).statusCode).toBe(200);
  });

  it('a student can request it only for their paid and approved order', async () => {
    const { person, id } = await buyer();
    const other = await buyer();
    expect((await ask(other.person, id)).statusCode).toBe(404);
    // Not only refused: nothing of it has happened.
    expect(await orders(person)).toMatchObject([{ status: 'approved', refund: null }]);
    await ask(person, id);
    expect((await withdraw(other.person, id)).statusCode).toBe(404);
    expect(await orders(person)).toMatchObject([{ status: 'refund_requested' }]);
    const waiting = await desk.student('analyzing', { status: 'active' });
    const [order] = await orders(waiting);
    expect([(await ask(waiting, order.id)).json().status, order.refundableUntil]).toEqual(['analyzing', null]);
  });
});

describe('the office', () => {
  it('records it: access ends, the student is notified, and the list shows it', async () => {
    const { person, id } = await buyer();
    await ask(person, id);
    const done = await refund(person.paymentCode, { endToEndId: ' E18236120202611131500s0a1b2c3d4 ', note: '' });
    expect([done.statusCode, done.json()]).toMatchObject([
      200,
      {
        status: 'refunded',
        refund: { amount: 29_700, paidOn: '2026-11-13', endToEndId: 'E18236120202611131500s0a1b2c3d4' },
      },
    ]);
    // The same again changes nothing.
    expect((await refund(person.paymentCode)).statusCode).toBe(200);
    expect(await orders(person)).toMatchObject([
      { status: 'refunded', access: { active: false, endsOn: '2026-11-13' } },
    ]);
    expect((await get(person, '/api/articles')).json()).toMatchObject({ code: 'access_ended', endsOn: '2026-11-13' });
    // They still log in and see what is theirs.
    expect((await get(person, '/api/auth/user')).statusCode).toBe(200);
    const { events, user } = await desk.facts(person);
    expect([user, events.at(-1)]).toMatchObject([
      'active',
      { action: 'payment.refunded', actor_id: admin.id, details: { from: 'refund_requested', amount: 29_700 } },
    ]);
    expect(events.filter(({ action }) => action === 'payment.refunded')).toHaveLength(1);
    expect(await subjects(person)).toContain('Seu reembolso foi feito');
    const done2 = (await get(admin, '/api/admin/payments/refunds?state=done')).json();
    expect(done2).toContainEqual(expect.objectContaining({ id }));
    expect((await withdraw(person, id)).statusCode).toBe(409);
    expect((await desk.approve(admin, person.paymentCode)).json().status).toBe('refunded');
  });

  it.each([
    ['nothing', { amount: 0 }, 'amount'],
    ['a part without a note', { amount: 100 }, 'note'],
    ['a day to come', { paidAt: '2026-11-14' }, 'paidAt'],
    ['a day before the purchase', { paidAt: '2026-11-12' }, 'paidAt'],
    ['no day', { paidAt: 'ontem' }, 'paidAt'],
  ])('does not record %s', async (_, more, field) => {
    const { person } = await buyer();
    const response = await refund(person.paymentCode, more);
    expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([400, [field]]);
    expect((await desk.facts(person)).status).toBe('approved');
  });

  it('gives back later, or a part, with a reason', async () => {
    const { person } = await buyer();
    test.clock.set('2026-12-10T12:00:00.000Z');
    admin = { ...admin, cookie: await createSession(test.deps.db, admin.id, test.clock.now()) };
    const payload = { paidAt: '2026-12-10T11:00:00.000Z' };
    expect((await refund(person.paymentCode, payload)).json().fields).toEqual({ note: 'Informe o motivo.' });
    const part = await refund(person.paymentCode, { ...payload, amount: 10_000, note: 'Acordo por escrito.' });
    expect(part.json()).toMatchObject({ status: 'approved', refundedCents: 10_000, refundRest: 19_700, refund: null });
    const rest = await refund(person.paymentCode, { ...payload, amount: 19_700, note: 'O resto.' });
    expect(rest.json()).toMatchObject({ status: 'refunded', refund: { amount: 29_700, paidOn: '2026-12-10' } });
    // The newest first; what is due, the most urgent first.
    const [newest, next] = (await get(admin, '/api/admin/payments/refunds?state=done')).json();
    expect([newest.id, next.refund.paidOn]).toEqual([part.json().id, '2026-11-13']);
  });
});

describe('the bank’s paper of a refund', () => {
  const attach = async (paymentCode: string | undefined, content: Uint8Array<ArrayBuffer>) => {
    const { payload, headers } = await multipartForm({ paymentCode: paymentCode ?? '', file: ['pix.png', content] });
    return test.request({ method: 'POST', url: '/api/admin/payments/refund-file', as: admin, payload, headers });
  };
  const keys = async (id: number) =>
    (await test.deps.db.selectFrom('refunds').select('file_key').where('payment_id', '=', id).execute()).map(
      ({ file_key }) => file_key,
    );

  it('is kept with it, for the office and its student alone, and another one takes its place', async () => {
    const { person, id } = await buyer();
    const photo = await receiptPhoto();
    expect((await attach(person.paymentCode, photo)).json()).toMatchObject({ code: 'state_conflict' });
    await refund(person.paymentCode);
    const kept = await attach(person.paymentCode, photo);
    expect([kept.statusCode, kept.json().refund.fileUrl]).toEqual([200, `/api/refund-files/${id}`]);
    const [first] = await keys(id);
    // The same again is the same.
    await attach(person.paymentCode, photo);
    expect(await keys(id)).toEqual([first]);

    for (const viewer of [admin, person]) {
      const file = await get(viewer, `/api/refund-files/${id}`);
      expect([file.statusCode, file.headers['content-type'], file.rawPayload.length]).toEqual([
        200,
        'image/png',
        photo.length,
      ]);
      expect(file.headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/);
    }
    const { person: stranger } = await buyer();
    expect((await get(stranger, `/api/refund-files/${id}`)).statusCode).toBe(404);
    expect((await orders(person))[0].refund.fileUrl).toBe(`/api/refund-files/${id}`);

    await attach(person.paymentCode, await receiptPhoto());
    expect(await keys(id)).not.toEqual([first]);
    expect((await attach(person.paymentCode, new TextEncoder().encode('texto'))).statusCode).toBe(415);
  });

  it('goes with the student it belonged to, and after the time that proofs are kept', async () => {
    const { person, id } = await buyer();
    await refund(person.paymentCode);
    await attach(person.paymentCode, await receiptPhoto());
    expect(await releaseOldRefundFiles(test.deps, new Date('2026-11-01'))).toBe(0);
    expect((await keys(id))[0]).not.toBeNull();
    await releaseOldRefundFiles(test.deps, new Date('2027-11-01'));
    expect(await keys(id)).toEqual([null]);
    await attach(person.paymentCode, await receiptPhoto());
    await test.request({ method: 'DELETE', url: `/api/admin/users/${person.id}`, as: admin });
    expect(await keys(id)).toEqual([null]);
  });
});

describe('a request that the office refuses', () => {
  const refuse = (paymentCode: string | undefined, reason: unknown = 'Pedido feito por engano, como combinamos.') =>
    test.request({
      method: 'POST',
      url: '/api/admin/payments/refuse-refund',
      as: admin,
      payload: { paymentCode, reason },
    });

  it('is over: the purchase goes on, and the student reads why', async () => {
    const { person, id } = await buyer();
    await ask(person, id);
    expect((await refuse(person.paymentCode, '  ')).statusCode).toBe(400);
    const refused = await refuse(person.paymentCode);
    expect([refused.statusCode, refused.json()]).toMatchObject([200, { status: 'approved', refund: null }]);
    const [order] = await orders(person);
    expect(order).toMatchObject({ status: 'approved', refund: null, access: { active: true } });
    expect(order.history.at(-1)).toMatchObject({
      from: 'refund_requested',
      to: 'approved',
      reason: 'Pedido feito por engano, como combinamos.',
    });
    expect((await get(admin, '/api/admin/payments/refunds')).json()).not.toContainEqual(
      expect.objectContaining({ paymentCode: person.paymentCode }),
    );
    expect(await subjects(person)).toContain('Seu pedido de reembolso não foi aceito');
    const [notice] = (await get(person, '/api/notifications')).json();
    expect(notice).toMatchObject({ title: 'Pedido de reembolso recusado', path: '/my-purchase' });
    // Again is the same; within the seven days it may be asked for once more.
    expect((await refuse(person.paymentCode)).statusCode).toBe(200);
    const { events } = await desk.facts(person);
    expect(events.filter(({ action }) => action === 'payment.refund_refused')).toHaveLength(1);
    expect((await ask(person, id)).json().status).toBe('refund_requested');
  });

  it('and one that is carried out or taken back at the same moment: one of them happens', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { person, id } = await buyer();
      await ask(person, id);
      const answers = await Promise.all([refuse(person.paymentCode), refund(person.paymentCode), withdraw(person, id)]);
      for (const { statusCode } of answers) expect([200, 409]).toContain(statusCode);
      const { status, events } = await desk.facts(person);
      const path = events.map(({ details }) => details as { from: string; to: string });
      for (const [place, event] of path.slice(1).entries()) expect(event.from).toBe(path[place]?.to);
      expect(path.at(-1)?.to).toBe(status);
    }
  });
});

describe('simultaneous requests', () => {
  it('fifty equal refunds are recorded once', async () => {
    const { person } = await buyer();
    const answers = await Promise.all(Array.from({ length: 50 }, () => served(() => refund(person.paymentCode))));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    const { events } = await desk.facts(person);
    expect(events.filter(({ action }) => action === 'payment.refunded')).toHaveLength(1);
  });

  it('a refund, a taken-back approval, a request and its withdrawal leave one truth and no lost event', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { person, id } = await buyer();
      const revoke = { method: 'POST', url: '/api/admin/payments/revoke', as: admin } as const;
      const answers = await Promise.all([
        refund(person.paymentCode),
        test.request({ ...revoke, payload: { paymentCode: person.paymentCode, reason: 'Engano.' } }),
        ask(person, id),
        withdraw(person, id),
      ]);
      for (const { statusCode } of answers) expect([200, 401, 404, 409, 503]).toContain(statusCode);
      const { status, events } = await desk.facts(person);
      const path = events.map(({ details }) => details as { from: string; to: string });
      for (const [place, event] of path.slice(1).entries()) expect(event.from).toBe(path[place]?.to);
      expect(path.at(-1)?.to).toBe(status);
      const grants = await test.deps.db
        .selectFrom('access_grants')
        .select('ended_at')
        .where('user_id', '=', person.id)
        .execute();
      expect(grants.some(({ ended_at }) => ended_at === null)).toBe(
        status === 'approved' || status === 'refund_requested',
      );
    }
  });
});
