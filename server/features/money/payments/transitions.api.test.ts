import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { PaymentStatus } from '#contract/money/payments.ts';
import { transact } from '#server/db/transact.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { findPayment, findPaymentByCode, type PaymentRow } from './payments.store.ts';
import type { Step } from './step-effects.ts';
import { stateConflict, takeStep } from './transitions.ts';

/* Each step with all that it leaves behind; who may take it, and when, is in the tests of the calls. */

const test = useTestApp();
const EARLIER = new Date('2026-11-10T09:00:00.000Z');

let boss: Person;
let couponId: number;
beforeAll(async () => {
  const now = test.clock.now();
  boss = await createPerson(test.deps.db, { role: 'admin', now });
  const coupon = { code: 'VOLTA10', percent: 10, uses: 100, created_at: now, updated_at: now };
  couponId = (await test.deps.db.insertInto('coupons').values(coupon).returning('id').executeTakeFirstOrThrow()).id;
});

/** An order in this state with a past: a decision, a reason, a place, a coupon. */
async function orderIn(status: PaymentStatus, { ofNobody = false } = {}): Promise<PaymentRow> {
  const { db } = test.deps;
  const student = await createPerson(db, { payment: 'pending', now: EARLIER });
  const { id } = (await findPaymentByCode(db, student.paymentCode ?? '')) as PaymentRow;
  const past = { decided_by: boss.id, decided_at: EARLIER, rejection_reason: 'Ilegível', took_place: true };
  const whose = ofNobody ? { user_id: null, student_id: null } : {};
  await db
    .updateTable('payments')
    .set({ status, ...past, ...whose })
    .where('id', '=', id)
    .execute();
  await db.insertInto('coupon_uses').values({ payment_id: id, coupon_id: couponId, used_at: EARLIER }).execute();
  return (await findPayment(db, id)) as PaymentRow;
}

const take = (payment: PaymentRow, step: Step) => transact(test.deps, (tx) => takeStep(test.deps, tx, payment, step));

function bellOf({ userId }: Pick<PaymentRow, 'userId'>) {
  const rows = test.deps.db.selectFrom('notifications').select(['kind', 'key', 'title', 'text', 'path']);
  return rows.where('user_id', '=', userId).execute();
}

/** The notices and mails of a payment in its current state, and its audit events. */
async function leftBehind({ id, version, userId }: PaymentRow) {
  const { db } = test.deps;
  const events = await db
    .selectFrom('audit_events')
    .select(['at', 'actor_id as by', 'action', 'details'])
    .where('subject', '=', `payment:${id}`)
    .execute();
  const decisions = await db
    .selectFrom('payment_decisions')
    .select(['decision', 'reason', 'decided_by as by', 'decided_at as at', 'activated'])
    .where('payment_id', '=', id)
    .execute();
  const { rows: mails } = await sql<{ kind: string; key: string; data: object; late: boolean }>`
    SELECT data->>'kind' AS kind, data->>'key' AS key, data->'data' AS data,
           start_after = ${new Date(test.clock.now().getTime() + 10_000)}::timestamptz AS late
    FROM pgboss.job WHERE name = 'mail' AND (data->'data'->>'paymentId')::int = ${id}`.execute(db);
  const office = await db
    .selectFrom('notification_batch_events')
    .select('kind')
    .where('user_id', '=', boss.id)
    .where('key', '=', `${id}:${version}`)
    .execute();
  const coupon = await db.selectFrom('coupon_uses').select('coupon_id').where('payment_id', '=', id).execute();
  return {
    events,
    decisions,
    mails,
    bell: await bellOf({ userId }),
    office: office.map(({ kind }) => kind),
    keepsCoupon: coupon.length === 1,
  };
}

type Expected = {
  row?: Partial<PaymentRow>;
  action: string;
  /** The details beside from and to. */
  details?: object;
  decision?: object;
  mail?: { kind: string; data?: object; late?: boolean };
  bell?: { title: string; text: string; path: string };
  office?: string[];
  keepsCoupon?: boolean;
};

async function expectStep(from: PaymentStatus, to: PaymentStatus, step: Step, expected: Expected): Promise<void> {
  const before = await orderIn(from);
  test.clock.advance(60_000);
  const now = test.clock.now();
  const moved = await take(before, step);
  const key = `${before.id}:${before.version + 1}`;
  expect(moved).toEqual({ ...before, status: to, version: before.version + 1, updatedAt: now, ...expected.row });
  expect(await findPayment(test.deps.db, before.id)).toEqual(moved);
  const { decisions, ...left } = await leftBehind(moved);
  const decided = expected.decision ? [{ by: boss.id, at: now, activated: false, ...expected.decision }] : [];
  expect(decisions).toEqual(decided);
  const { kind, data = {}, late = false } = expected.mail ?? { kind: '' };
  const of = expected.decision ? { decisionId: expect.any(Number) } : {};
  expect(left).toEqual({
    events: [
      {
        at: now,
        by: 'by' in step ? step.by : null,
        action: expected.action,
        details: { from, to, ...expected.details },
      },
    ],
    mails: expected.mail ? [{ kind, key, data: { paymentId: before.id, ...of, ...data }, late }] : [],
    bell: expected.bell ? [{ kind: 'payment_decided', key: `payment:${key}`, ...expected.bell }] : [],
    office: expected.office ?? [],
    keepsCoupon: expected.keepsCoupon ?? true,
  });
}

const decidedNow = () => ({ decidedBy: boss.id, decidedAt: new Date(test.clock.now().getTime() + 60_000) });
const undecided = { decidedBy: null, decidedAt: null };

describe('a step', () => {
  it.each([
    ['with', EARLIER, true],
    ['without', null, false],
  ])('sends an order to analysis, %s a proof', (_, proofUploadedAt, withProof) =>
    expectStep(
      'rejected',
      'analyzing',
      { do: 'send_proof', proofUploadedAt, byHolder: true },
      {
        row: { ...undecided, rejectionReason: null, proofUploadedAt, analysisByHolder: true },
        action: 'payment.analyzing',
        mail: { kind: 'payment_received', data: { withProof } },
        office: ['new_proof'],
      },
    ),
  );

  it.each([true, false])('approves, and notifies once it can no longer be undone; gives access: %s', (activated) =>
    expectStep(
      'analyzing',
      'approved',
      { do: 'approve', by: boss.id, activated, tookPlace: false, method: 'card' },
      {
        row: { ...decidedNow(), rejectionReason: null, tookPlace: false, method: 'card' },
        action: 'payment.approved',
        decision: { decision: 'approved', reason: null, activated },
        mail: { kind: 'payment_approved', late: true },
        bell: { title: 'Pagamento aprovado', text: 'Seu acesso foi liberado. Bons estudos!', path: '/' },
      },
    ),
  );

  it('rejects an order, and the student gets the reason by mail and notification', () =>
    expectStep(
      'pending',
      'rejected',
      { do: 'reject', by: boss.id, reason: 'Valor errado' },
      {
        row: { ...decidedNow(), rejectionReason: 'Valor errado' },
        action: 'payment.rejected',
        details: { reason: 'Valor errado' },
        decision: { decision: 'rejected', reason: 'Valor errado' },
        mail: { kind: 'payment_rejected' },
        bell: { title: 'Pagamento recusado', text: 'Valor errado', path: '/payment-status' },
      },
    ));

  it('calls the order off: the coupon is free again and no notification is sent', () =>
    expectStep(
      'pending',
      'cancelled',
      { do: 'cancel', by: boss.id },
      { action: 'payment.cancelled', keepsCoupon: false },
    ));

  it('asks for the money back, and the office hears of it', () =>
    expectStep(
      'approved',
      'refund_requested',
      { do: 'request_refund', by: boss.id, dueOn: '2026-11-23' },
      {
        action: 'payment.refund_requested',
        mail: { kind: 'refund_requested', data: { dueOn: '2026-11-23' } },
        bell: {
          title: 'Pedido de reembolso recebido',
          text: 'Devolvemos o valor até 23/11/2026.',
          path: '/my-purchase',
        },
        office: ['refund_asked'],
      },
    ));

  it('takes a refund request back: the order is approved as before', () =>
    expectStep(
      'refund_requested',
      'approved',
      { do: 'withdraw_refund', by: boss.id },
      {
        action: 'payment.refund_withdrawn',
        mail: { kind: 'refund_withdrawn' },
        bell: { title: 'Pedido de reembolso retirado', text: 'Tudo continua como antes.', path: '/my-purchase' },
      },
    ));

  it('refuses a refund request: the order is approved again and the student reads why', () =>
    expectStep(
      'refund_requested',
      'approved',
      { do: 'refuse_refund', by: boss.id, reason: 'Foi engano' },
      {
        action: 'payment.refund_refused',
        details: { reason: 'Foi engano' },
        mail: { kind: 'refund_refused', data: { reason: 'Foi engano' } },
        bell: { title: 'Pedido de reembolso recusado', text: 'Foi engano', path: '/my-purchase' },
      },
    ));

  it.each(['Acordo', null])('gives the money back, with the reason %j', (reason) =>
    expectStep(
      'refund_requested',
      'refunded',
      { do: 'refund', by: boss.id, reason, amount: 12_345 },
      {
        action: 'payment.refunded',
        details: { amount: 12_345, ...(reason ? { reason } : {}) },
        mail: { kind: 'payment_refunded' },
        bell: {
          title: 'Reembolso feito',
          text: 'O valor foi devolvido, e o acesso desta compra terminou.',
          path: '/my-purchase',
        },
      },
    ),
  );

  it.each(['O PIX foi estornado', null])('takes an approval back late, with the reason %j', (reason) =>
    expectStep(
      'approved',
      'analyzing',
      { do: 'take_back', by: boss.id, reason, undone: false },
      {
        row: { ...undecided, tookPlace: false },
        action: 'payment.approval_taken_back',
        details: reason ? { reason } : {},
        mail: { kind: 'approval_taken_back', data: { reason } },
        bell: {
          title: 'Seu pagamento voltou para análise',
          text: reason ?? 'Avisamos assim que terminarmos.',
          path: '/my-purchase',
        },
      },
    ),
  );

  it('undoes an approval at once: its notification is deleted, and no new one is sent', async () => {
    const order = await orderIn('analyzing');
    const approved = await take(order, { do: 'approve', by: null, activated: true, tookPlace: true });
    expect(await bellOf(approved)).toHaveLength(1);
    const undone = await take(approved, { do: 'take_back', by: boss.id, reason: null, undone: true });
    expect(undone).toMatchObject({ status: 'analyzing', ...undecided, tookPlace: false, method: order.method });
    const { bell, mails, events } = await leftBehind(undone);
    expect([bell, mails.map(({ kind }) => kind)]).toEqual([[], ['payment_approved']]);
    expect(events.map(({ action, by }) => [action, by])).toEqual([
      ['payment.approved', null],
      ['payment.approval_undone', boss.id],
    ]);
  });

  it('creates no notification for an order whose student is gone', async () => {
    const order = await orderIn('approved', { ofNobody: true });
    const moved = await take(order, { do: 'refund', by: null, reason: null, amount: 1 });
    expect([moved.userId, moved.status]).toEqual([null, 'refunded']);
    const back = await orderIn('approved', { ofNobody: true });
    const undone = await take(back, { do: 'take_back', by: boss.id, reason: null, undone: true });
    expect(undone.status).toBe('analyzing');
  });

  it('comes too late after another step of the same order, and changes nothing', async () => {
    const order = await orderIn('pending');
    const stale = { ...order, version: order.version - 1 };
    const late = take(stale, { do: 'reject', by: boss.id, reason: 'Tarde' });
    await expect(late).rejects.toMatchObject({ code: 'state_conflict', extras: { status: 'pending' } });
    expect(await findPayment(test.deps.db, order.id)).toEqual(order);
    expect((await leftBehind(order)).events).toEqual([]);
  });
});

it('a step that is not allowed is refused with a message about the current state', () => {
  const words: Record<PaymentStatus, string> = {
    pending: 'Este pagamento ainda aguarda o comprovante.',
    analyzing: 'Este pagamento já está em análise.',
    approved: 'Este pagamento já foi aprovado.',
    rejected: 'Este pagamento já foi recusado.',
    cancelled: 'Este pagamento foi cancelado.',
    refund_requested: 'O reembolso deste pagamento foi pedido.',
    refunded: 'Este pagamento foi reembolsado.',
  };
  for (const [status, message] of Object.entries(words)) {
    expect(stateConflict(status as PaymentStatus)).toMatchObject({
      code: 'state_conflict',
      message,
      extras: { status },
    });
  }
  // A state of the next version, which this one meets during a rolling upgrade.
  const unknown = stateConflict('on_hold' as PaymentStatus);
  expect(unknown).toMatchObject({
    message: 'O estado deste pagamento não permite isso.',
    extras: { status: 'on_hold' },
  });
});
