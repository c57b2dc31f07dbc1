import { describe, expect, it } from 'vitest';
import { multipartForm } from '#server/testing/forms.ts';
import { paymentOffice } from '#server/testing/payment-office.ts';
import { receiptPhoto } from '#server/testing/receipts.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp();

const { admin, student, approve, reject, list, history, facts } = paymentOffice(test);

describe('the lists', () => {
  it('name what is analysed before what is pending, oldest first, page by page', async () => {
    const { db } = test.deps;
    await db.updateTable('payments').set({ status: 'approved' }).execute();
    const boss = await admin();
    const at = (minutes: number) => new Date(test.clock.now().getTime() + minutes * 60_000);
    const pendingLate = await student('pending', { now: at(2), firstName: 'Bruno', lastName: 'Ávila' });
    const pendingEarly = await student('pending', { now: at(1) });
    const noFile = await student('analyzing', { now: at(5) });
    const firstProof = await student('analyzing', { now: at(9) });
    await db
      .updateTable('payments')
      .set({ proof_uploaded_at: at(4) })
      .where('payment_code', '=', firstProof.paymentCode ?? '')
      .execute();
    const expected = [firstProof, noFile, pendingEarly, pendingLate].map(({ paymentCode }) => paymentCode);
    const all = await list(boss);
    expect(all.json().map((payment: { paymentCode: string }) => payment.paymentCode)).toEqual(expected);
    expect(all.headers['x-total-count']).toBe('4');

    const paged: string[] = [];
    for (let url: string | undefined = '/api/admin/payments?limit=1'; url; ) {
      const page = await test.request({ method: 'GET', url, as: boss });
      paged.push(...page.json().map((payment: { paymentCode: string }) => payment.paymentCode));
      url = /<([^>]+)>/.exec(String(page.headers.link ?? ''))?.[1];
    }
    expect(paged).toEqual(expected);

    const found = async (search: string) =>
      (await list(boss, `?search=${encodeURIComponent(search)}`)).json().map(({ id }: { id: number }) => id);
    const whole = all.json() as { id: number; paymentCode: string; user: { email: string } }[];
    const last = whole.at(-1);
    expect(await found('bruno avila')).toEqual([last?.id]);
    expect(await found('ÁVILA')).toEqual([last?.id]);
    expect(await found(last?.user.email.toUpperCase() ?? '')).toEqual([last?.id]);
    const code = last?.paymentCode ?? '';
    expect(await found(`${code.slice(0, 4)} ${code.slice(4, 8)}`.toLowerCase())).toEqual([last?.id]);
    expect(await found('%')).toEqual([]);
    expect(await found('nada disso')).toEqual([]);
  });

  it.each(['[]', '["x",1]', '[0,"ontem",1]', '[0,"2026-01-01",1.5]', '[0,"2026-01-01","a"]'])(
    'refuse the cursor %s',
    async (text) => {
      const response = await list(await admin(), `?cursor=${Buffer.from(text).toString('base64url')}`);
      expect(response.statusCode).toBe(400);
    },
  );

  it('carry the fields of the specification, every proof, and the same file sent elsewhere', async () => {
    const boss = await admin();
    const [one, two] = [await student('pending'), await student('pending')];
    const photo = await receiptPhoto();
    for (const person of [one, two]) {
      const form = await multipartForm({ paymentCode: `${person.paymentCode}`, file: ['a.png', photo] });
      await test.request({ method: 'POST', url: '/api/payments/upload-proof-by-code', ...form });
    }
    const [payment] = (await list(boss, `?search=${two.paymentCode}`)).json();
    expect(payment).toMatchObject({
      paymentCode: two.paymentCode,
      amount: 29_700,
      status: 'analyzing',
      userId: two.id,
      proofUrl: expect.stringMatching(/^\/api\/payments\/proofs\/\d+$/),
      proofUploadedAt: test.clock.now().toISOString(),
      createdAt: test.clock.now().toISOString(),
      approvedBy: null,
      approvedAt: null,
      rejectionReason: null,
      user: { firstName: 'Ana', lastName: 'Silva', email: two.email },
    });
    expect(payment.proofs).toHaveLength(1);
    expect(payment.proofs[0]).toMatchObject({ type: 'image/png', size: photo.length, sameFileAs: [one.paymentCode] });
    expect((await test.request({ method: 'GET', url: payment.proofUrl, as: boss })).rawPayload.equals(photo)).toBe(
      true,
    );
    const alone = await student('pending');
    expect((await list(boss, `?search=${alone.paymentCode}`)).json()[0]).toMatchObject({ proofUrl: null, proofs: [] });
  });

  it('keep every decision: who, when and why, newest first, also one that was overtaken', async () => {
    const boss = await admin();
    const person = await student();
    await reject(boss, person.paymentCode, 'Ilegível');
    test.clock.advance(60_000);
    await test.request({
      method: 'POST',
      url: '/api/payments/upload-proof-by-code',
      payload: { paymentCode: person.paymentCode },
    });
    await reject(boss, person.paymentCode, 'Valor errado');
    test.clock.advance(60_000);
    await test.request({
      method: 'POST',
      url: '/api/payments/upload-proof-by-code',
      payload: { paymentCode: person.paymentCode },
    });
    await approve(boss, person.paymentCode);
    const rejected = (await history(boss, `?decision=rejected&search=${person.email}`)).json();
    expect(rejected.map(({ reason }: { reason: string }) => reason)).toEqual(['Valor errado', 'Ilegível']);
    expect(rejected[0].decidedBy).toEqual({ firstName: 'Marta', lastName: 'Teles' });
    const [approved] = (await history(boss, '?decision=approved&limit=1')).json();
    expect(approved).toMatchObject({
      decidedAt: test.clock.now().toISOString(),
      payment: { paymentCode: person.paymentCode },
    });
    const { mails, events } = await facts(person);
    expect(mails).toHaveLength(5);
    expect(events).toHaveLength(5);
    expect((await history(boss, '?decision=pending')).statusCode).toBe(400);
    expect((await history(boss, '')).statusCode).toBe(400);

    const seen: number[] = [];
    for (let url: string | undefined = '/api/admin/payments/decisions?decision=rejected&limit=2'; url; ) {
      const page = await test.request({ method: 'GET', url, as: boss });
      seen.push(...page.json().map(({ id }: { id: number }) => id));
      url = /<([^>]+)>/.exec(String(page.headers.link ?? ''))?.[1];
    }
    expect(seen).toEqual([...new Set(seen)]);
    expect(seen.length).toBe(Number((await history(boss, '?decision=rejected')).headers['x-total-count']));
  });
});
