import { beforeEach, describe, expect, it } from 'vitest';
import { transact } from '#server/db/transact.ts';
import type { Person } from '#server/testing/factories.ts';
import { refundOffice } from '#server/testing/refund-office.ts';
import { served } from '#server/testing/served.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { savePseudonym } from './payments.store.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
const { begin, get, ask, refund, buyer, subjects } = refundOffice(test);

let admin: Person;
beforeEach(async () => {
  admin = await begin();
});

describe('parts of the money', () => {
  const entriesOf = (id: number) =>
    test.deps.db.selectFrom('refund_entries').select(['amount', 'through']).where('payment_id', '=', id).execute();

  it('add up: the access stays until nothing is left, and more than the rest is refused with the rest', async () => {
    const { person, id } = await buyer();
    const first = await refund(person.paymentCode, { amount: 10_000, note: 'Acordo' });
    expect([first.statusCode, first.json()]).toMatchObject([
      200,
      { status: 'approved', refundedCents: 10_000, refundRest: 19_700 },
    ]);
    expect((await get(person, '/api/articles')).statusCode).toBe(200);
    expect(await subjects(person)).toContain('Devolvemos uma parte do valor');
    const tooMuch = await refund(person.paymentCode, { amount: 19_701, note: 'Acordo' });
    expect([tooMuch.statusCode, tooMuch.json()]).toMatchObject([409, { code: 'refund_exceeds_rest', rest: 19_700 }]);
    const second = await refund(person.paymentCode, { amount: 19_700, note: 'O resto' });
    expect(second.json()).toMatchObject({ status: 'refunded', refundedCents: 29_700, refundRest: 0 });
    expect((await get(person, '/api/articles')).json()).toMatchObject({ code: 'access_ended' });
    // Another amount is another refund, and never answered as if it were done.
    const third = await refund(person.paymentCode, { amount: 100, note: 'Mais' });
    expect([third.statusCode, third.json()]).toMatchObject([409, { code: 'refund_exceeds_rest', rest: 0 }]);
    expect(await entriesOf(id)).toEqual([
      { amount: 10_000, through: 'office' },
      { amount: 19_700, through: 'office' },
    ]);
    const url = '/api/admin/money?from=2026-11-13&to=2026-11-13';
    const before = (await get(admin, url)).json().total.refunded;
    const other = await buyer();
    await refund(other.person.paymentCode, { amount: 5_000, note: 'Acordo' });
    expect((await get(admin, url)).json().total.refunded).toBe(before + 5_000);
  });

  it('with the same key are recorded once, with two keys twice', async () => {
    const { person, id } = await buyer();
    const part = { amount: 5_000, note: 'Acordo' };
    const [one, other] = ['5f8c2f6e-6c1f-4a63-9d55-1c6f3b7b5a01', '5f8c2f6e-6c1f-4a63-9d55-1c6f3b7b5a02'];
    await Promise.all(
      Array.from({ length: 5 }, () => served(() => refund(person.paymentCode, { ...part, creationKey: one }))),
    );
    expect(await entriesOf(id)).toHaveLength(1);
    await refund(person.paymentCode, { ...part, creationKey: other });
    expect((await refund(person.paymentCode, { ...part, creationKey: one })).json()).toMatchObject({
      status: 'approved',
      refundedCents: 10_000,
    });
    // Without a key, the same words are the same refund.
    await refund(person.paymentCode, { amount: 700, note: 'Frete' });
    await refund(person.paymentCode, { amount: 700, note: 'Frete' });
    expect(await entriesOf(id)).toHaveLength(3);
  });

  it('answer a request for the money, and the student may ask again', async () => {
    const { person, id } = await buyer();
    await ask(person, id);
    expect((await refund(person.paymentCode, { amount: 5_000, note: 'Acordo' })).json()).toMatchObject({
      status: 'approved',
      refund: null,
    });
    expect((await get(admin, '/api/admin/payments/refunds')).json()).not.toContainEqual(
      expect.objectContaining({ id }),
    );
    expect((await ask(person, id)).json().status).toBe('refund_requested');
  });

  it('that an earlier version recorded as a refund are counted', async () => {
    const { person, id } = await buyer();
    await test.deps.db
      .insertInto('refunds')
      .values({ payment_id: id, amount: 10_000, paid_on: '2026-11-13', recorded_at: test.clock.now() })
      .execute();
    await test.deps.db.updateTable('payments').set({ status: 'refunded' }).where('id', '=', id).execute();
    expect((await refund(person.paymentCode, { amount: 19_701, note: 'O resto' })).json()).toMatchObject({
      code: 'refund_exceeds_rest',
      rest: 19_700,
    });
    expect((await refund(person.paymentCode, { amount: 19_700, note: 'O resto' })).json()).toMatchObject({
      status: 'refunded',
      refundedCents: 29_700,
      refund: { amount: 29_700 },
    });
  });
});

describe('the PIX key that the money goes back to', () => {
  it('comes with the request, is shown to the office, and goes with the student', async () => {
    const { person, id } = await buyer();
    const url = `/api/my-orders/${id}/refund-request`;
    const wrong = await test.request({ method: 'POST', url, as: person, payload: { pixKey: 'nada' } });
    expect([wrong.statusCode, Object.keys(wrong.json().fields)]).toEqual([400, ['pixKey']]);
    const asked = await test.request({ method: 'POST', url, as: person, payload: { pixKey: ' Ana@Exemplo.com.br ' } });
    expect(asked.json().refund.pixKey).toBe('ana@exemplo.com.br');
    const [due] = (await get(admin, `/api/admin/payments/refunds?search=${person.paymentCode}`)).json();
    expect(due.refund.pixKey).toBe('ana@exemplo.com.br');
    expect((await refund(person.paymentCode, { pixKey: 'errada' })).statusCode).toBe(400);
    expect((await refund(person.paymentCode, { pixKey: 'ana@exemplo.com.br' })).statusCode).toBe(200);
    const keys = () =>
      test.deps.db.selectFrom('refund_entries').select('pix_key as key').where('payment_id', '=', id).execute();
    expect(await keys()).toEqual([{ key: 'ana@exemplo.com.br' }]);
    await transact(test.deps, (tx) => savePseudonym(tx, person.id, 'aluno-0001'));
    expect(await keys()).toEqual([{ key: null }]);
  });
});
