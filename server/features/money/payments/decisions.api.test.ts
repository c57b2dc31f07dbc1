import { describe, expect, it } from 'vitest';
import { countRows, createPerson, type Person } from '#server/testing/factories.ts';
import { multipartForm } from '#server/testing/forms.ts';
import { paymentOffice } from '#server/testing/payment-office.ts';
import { proofClient } from '#server/testing/proofs.ts';
import { receiptPhoto } from '#server/testing/receipts.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { newPaymentCode } from './payment-code.ts';

const test = useTestApp();

const { admin, student, approve, reject, list, history, facts } = paymentOffice(test);

/** A busy server says "come back"; what is asked again must not happen twice either. */
const insist = async (ask: () => ReturnType<typeof approve>) => {
  for (;;) {
    const answer = await ask();
    if (answer.statusCode !== 503) return answer;
  }
};

describe('a decision', () => {
  it('approves: the student gets in, one event, one e-mail', async () => {
    const boss = await admin();
    const person = await student();
    const response = await approve(boss, person.paymentCode?.toLowerCase());
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({
      status: 'approved',
      approvedBy: boss.id,
      approvedAt: test.clock.now().toISOString(),
      user: { firstName: 'Ana', status: 'active' },
    });
    const { status, user, events, mails } = await facts(person);
    expect([status, user]).toEqual(['approved', 'active']);
    expect(events).toEqual([
      { action: 'payment.approved', actor_id: boss.id, details: { from: 'analyzing', to: 'approved' } },
    ]);
    expect(mails.map(({ subject }) => subject)).toEqual(['Pagamento aprovado: seu acesso está liberado']);
    expect(mails[0]?.text).toContain('http://localhost:3000/auth');
  });

  it('rejects with a reason that the student reads, and a way to try again', async () => {
    const boss = await admin();
    const person = await student('pending');
    const response = await reject(boss, person.paymentCode, '  Valor errado: <b>R$ 29,70</b> ');
    expect(response.json()).toMatchObject({ status: 'rejected', rejectionReason: 'Valor errado: <b>R$ 29,70</b>' });
    const { user, events, mails } = await facts(person);
    expect(user).toBe('pending');
    expect(events[0]?.details).toEqual({ from: 'pending', to: 'rejected', reason: 'Valor errado: <b>R$ 29,70</b>' });
    expect(mails[0]?.text).toContain('Valor errado: <b>R$ 29,70</b>');
    expect(mails[0]?.html).not.toContain('<b>');
    expect(mails[0]?.text).toContain(`/payment#c=${person.paymentCode}`);
    const seen = await test.request({
      method: 'GET',
      url: `/api/payments/by-code/${person.paymentCode}`,
      as: proofClient(test).holderOf(person),
    });
    expect(seen.json().rejectionReason).toContain('Valor errado');
  });

  it.each(['', '   ', '\n\t', 7, null, undefined, 'a\0b', 'x'.repeat(1001)])('needs a reason: %j', async (reason) => {
    const boss = await admin();
    const person = await student();
    const payload = { paymentCode: person.paymentCode, ...(reason === undefined ? {} : { reason }) };
    const response = await test.request({ method: 'POST', url: '/api/admin/payments/reject', payload, as: boss });
    expect(response.statusCode).toBe(400);
    expect(response.json().fields).toHaveProperty('reason');
    expect((await facts(person)).events).toEqual([]);
  });

  it('is made once when two administrators make it 50 times each at once', async () => {
    const [one, two] = [await admin(), await admin()];
    const person = await student();
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, i) =>
        insist(() => (i % 2 ? approve(one, person.paymentCode) : reject(two, person.paymentCode))),
      ),
    );
    const { status, user, events, mails } = await facts(person);
    const winner = status === 'approved' ? 1 : 0;
    expect(answers.filter((_, i) => i % 2 === winner).map(({ statusCode }) => statusCode)).toEqual(Array(50).fill(200));
    const losers = answers.filter((_, i) => i % 2 !== winner);
    expect(losers.map(({ statusCode }) => statusCode)).toEqual(Array(50).fill(409));
    expect(losers[0]?.json()).toMatchObject({ code: 'state_conflict', status });
    expect(user).toBe(status === 'approved' ? 'active' : 'pending');
    expect(events).toHaveLength(1);
    expect(mails).toHaveLength(1);
    const decisions = test.deps.db.selectFrom('payment_decisions').innerJoin('payments', 'payments.id', 'payment_id');
    expect(
      await decisions
        .select('decision')
        .where('payment_code', '=', person.paymentCode ?? '')
        .execute(),
    ).toEqual([{ decision: status }]);
  });

  it('stands: no rejection after an approval, and the same again changes nothing', async () => {
    const boss = await admin();
    const person = await student();
    await approve(boss, person.paymentCode);
    const late = await reject(boss, person.paymentCode);
    expect(late.statusCode).toBe(409);
    expect(late.json()).toMatchObject({
      code: 'state_conflict',
      status: 'approved',
      message: 'Este pagamento já foi aprovado.',
    });
    expect((await approve(boss, person.paymentCode)).statusCode).toBe(200);
    const refused = await student();
    await reject(boss, refused.paymentCode, 'Primeiro motivo');
    expect((await reject(boss, refused.paymentCode, 'Outro motivo')).json().rejectionReason).toBe('Primeiro motivo');
    expect((await approve(boss, refused.paymentCode)).statusCode).toBe(409);
    expect((await facts(person)).events).toHaveLength(1);
    expect((await facts(refused)).mails).toHaveLength(1);
  });

  it('approves what a blocked student paid and leaves them blocked, without an e-mail that says otherwise', async () => {
    const boss = await admin();
    const person = await student('analyzing', { status: 'blocked' });
    const response = await approve(boss, person.paymentCode);
    expect(response.json()).toMatchObject({ status: 'approved', user: { status: 'blocked' } });
    expect(await facts(person)).toMatchObject({ status: 'approved', user: 'blocked', mails: [] });
  });

  it('answers 404 for an unknown or invalid payment code', async () => {
    const boss = await admin();
    for (const code of [newPaymentCode(), 'nada']) {
      expect((await approve(boss, code)).statusCode).toBe(404);
      expect((await reject(boss, code)).json().message).toBe('Pagamento não encontrado.');
    }
  });

  it('is for administrators only', async () => {
    const person = await student();
    const before = await countRows(test.deps.db, 'audit_events');
    for (const [role, status] of [
      ['student', 403],
      ['teacher', 403],
    ] as const) {
      const nobody = await createPerson(test.deps.db, { role, now: test.clock.now() });
      for (const answer of [
        await approve(nobody, person.paymentCode),
        await reject(nobody, person.paymentCode),
        await list(nobody),
      ]) {
        expect(answer.statusCode).toBe(status);
      }
    }
    expect((await test.request({ method: 'GET', url: '/api/admin/payments' })).statusCode).toBe(401);
    expect(await countRows(test.deps.db, 'audit_events')).toBe(before);
  });
});

describe('together with the accounts', () => {
  const setStatus = (as: Person, id: string, status: string) =>
    test.request({ method: 'PATCH', url: `/api/admin/users/${id}/status`, payload: { status }, as });

  it('letting a student in by hand is an approval like any other', async () => {
    const boss = await admin();
    const person = await student('pending');
    expect((await setStatus(boss, person.id, 'active')).statusCode).toBe(200);
    const { status, events, mails } = await facts(person);
    expect(status).toBe('approved');
    expect(events.map(({ action, actor_id }) => [action, actor_id])).toEqual([['payment.approved', boss.id]]);
    expect(mails).toHaveLength(1);
    expect((await history(boss, `?decision=approved&search=${person.paymentCode}`)).json()).toHaveLength(1);
  });

  it('both ways at once lead to one approval and to no deadlock', async () => {
    for (let i = 0; i < 5; i += 1) {
      const [one, two] = [await admin(), await admin()];
      const person = await student();
      const answers = await Promise.all([
        approve(one, person.paymentCode),
        setStatus(two, person.id, 'active'),
        approve(two, person.paymentCode),
        setStatus(one, person.id, 'active'),
      ]);
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
      const { status, user, events, mails } = await facts(person);
      expect([status, user, events.length, mails.length]).toEqual(['approved', 'active', 1, 1]);
    }
  });

  it('a removed student leaves the payment without their files, and the hash of them', async () => {
    const boss = await admin();
    const person = await student('pending');
    const photo = await receiptPhoto();
    const form = await multipartForm({ paymentCode: `${person.paymentCode}`, file: ['a.png', photo] });
    await test.request({ method: 'POST', url: '/api/payments/upload-proof-by-code', ...form });
    const proof = async () =>
      test.deps.db
        .selectFrom('payment_proofs')
        .innerJoin('payments', 'payments.id', 'payment_id')
        .select(['payment_proofs.id', 'file_key', 'sha256', 'status', 'user_id'])
        .where('payment_code', '=', person.paymentCode ?? '')
        .executeTakeFirstOrThrow();
    const before = await proof();
    expect(await test.deps.files.read(before.file_key ?? '')).not.toBeNull();
    const removed = await test.request({ method: 'DELETE', url: `/api/admin/users/${person.id}`, as: boss });
    expect(removed.statusCode).toBe(200);
    await test.deps.jobs.drain();
    expect(await proof()).toEqual({ ...before, file_key: null, status: 'cancelled', user_id: null });
    expect(await test.deps.files.read(before.file_key ?? '')).toBeNull();
    expect(await countRows(test.deps.db, 'unclaimed_files')).toBe(0);
    const late = await approve(boss, person.paymentCode);
    expect([late.statusCode, late.json().status]).toEqual([409, 'cancelled']);
  });
});
