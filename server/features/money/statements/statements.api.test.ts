import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { auditOf } from '#server/testing/audit.ts';
import { breakRows } from '#server/testing/broken-row.ts';
import { countRows, type Person } from '#server/testing/factories.ts';
import { paymentOffice } from '#server/testing/payment-office.ts';
import { cookieOf } from '#server/testing/proofs.ts';
import { type Line, ofxOf, statementForm } from '#server/testing/statements.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { forgetOldPayers } from './statements.service.ts';
import { saveMatches } from './statements.store.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
const desk = paymentOffice(test);

const upload = async (as: Person, content: string | Uint8Array, fields = {}) =>
  test.request({ method: 'POST', url: '/api/admin/statements', as, ...(await statementForm(content, fields)) });
const get = async (as: Person, path: string) =>
  (await test.request({ method: 'GET', url: `/api/admin/statements${path}`, as })).json();
const confirm = (as: Person, id: number) =>
  test.request({ method: 'POST', url: `/api/admin/statements/${id}/confirm`, as });
const decide = (as: Person, id: number, payload: object) =>
  test.request({ method: 'POST', url: `/api/admin/statement-entries/${id}/decision`, payload, as });

let serial = 0;
/** A line that no other test has sent. */
const line = (memo: string, more: Partial<Line> = {}): Line => {
  serial += 1;
  return { day: '2026-11-15', amount: '297.00', memo: `${memo} ref${serial}`, ...more };
};
const statusOf = async ({ paymentCode }: Pick<Person, 'paymentCode'>) =>
  (await test.request({ method: 'GET', url: `/api/payments/by-code/${paymentCode}` })).json().status;

describe('a statement', () => {
  it('is matched, says why, and approves in one press what is sure', async () => {
    const admin = await desk.admin();
    const bruno = await desk.student('analyzing', { firstName: 'Bruno', lastName: 'Teixeira' });
    const larissa = await desk.student('pending', { firstName: 'Larissa', lastName: 'Menezes' });
    const lines = [
      line(`PIX RECEBIDO BRUNO TEIXEIRA ${bruno.paymentCode}`),
      line('PIX RECEBIDO LARISSA C MENEZES'),
      line('PIX RECEBIDO SANDRA VIEIRA', { amount: '55.00' }),
      line('TARIFA', { amount: '-9.90', type: 'DEBIT' }),
    ];
    const sent = await upload(admin, ofxOf(lines));
    expect([sent.statusCode, sent.json()]).toMatchObject([
      201,
      {
        fileName: 'extrato.ofx',
        format: 'ofx',
        firstDay: '2026-11-15',
        entries: 3,
        matched: 1,
        doubtful: 1,
        unmatched: 1,
      },
    ]);
    const { id } = sent.json();
    expect(await auditOf(test.deps.db, `statement:${id}`)).toEqual([
      { action: 'statement.uploaded', actor_id: admin.id, details: { entries: 3, format: 'ofx' } },
    ]);
    const open = await get(admin, `/${id}/entries`);
    expect(open.map((one: { state: string; reasons: string[] }) => [one.state, one.reasons])).toEqual([
      ['sure', ['code', 'amount', 'name']],
      ['doubtful', ['amount', 'name', 'day']],
      ['unmatched', []],
    ]);
    expect(open[0]).toMatchObject({
      amount: 29_700,
      day: '2026-11-15',
      order: { paymentCode: bruno.paymentCode, status: 'analyzing', name: 'Bruno Teixeira' },
    });

    expect((await confirm(admin, id)).json()).toMatchObject({ matched: 0, doubtful: 1, unmatched: 1, confirmed: 1 });
    expect((await confirm(admin, id)).json()).toMatchObject({ confirmed: 1 });
    const facts = await desk.facts(bruno);
    expect([facts.status, facts.user, facts.events.map(({ action }) => action)]).toEqual([
      'approved',
      'active',
      ['payment.approved'],
    ]);
    expect(await statusOf(larissa)).toBe('pending');
    expect(await get(admin, `/${id}/entries?show=done`)).toMatchObject([{ state: 'confirmed' }]);
    const method = await test.deps.db
      .selectFrom('payments')
      .select('method')
      .where('payment_code', '=', bruno.paymentCode ?? '')
      .executeTakeFirstOrThrow();
    expect(method).toEqual({ method: 'pix_confirmed' });
  });

  it('approves nothing for an order that costs something else by now', async () => {
    const admin = await desk.admin();
    const person = { firstName: 'Davi', lastName: 'Reis', email: 'davi@example.com', username: 'davi.reis' };
    const payload = { ...person, password: 'segredo1', confirmPassword: 'segredo1' };
    const registered = await test.request({ method: 'POST', url: '/api/register', payload });
    const { paymentCode } = registered.json();
    const holder = { cookie: cookieOf(registered) };
    const { id } = (await upload(admin, ofxOf([line(`PIX ${paymentCode}`)]))).json();
    const coupon = { code: 'ENTRETANTO', percent: 50 };
    await test.request({ method: 'POST', url: '/api/admin/coupons', payload: coupon, as: admin });
    const change = { paymentCode, coupon: coupon.code };
    await test.request({ method: 'POST', url: '/api/payments/apply-coupon', payload: change, as: holder });
    expect((await confirm(admin, id)).json()).toMatchObject({ matched: 0, doubtful: 1, confirmed: 0 });
    expect(await get(admin, `/${id}/entries`)).toMatchObject([
      { state: 'doubtful', reasons: ['code', 'amount_differs'] },
    ]);
    expect(await statusOf({ paymentCode })).toBe('pending');
  });

  it('that is sent again, or has the same payments under other ids, changes nothing', async () => {
    const admin = await desk.admin();
    const person = await desk.student('analyzing');
    const paid = line(`PIX ${person.paymentCode}`, { fitId: 'A-1' });
    const stranger = line('PIX DE NINGUEM', { fitId: '202611150001' });
    const first = (await upload(admin, ofxOf([paid, stranger]))).json();
    await confirm(admin, first.id);
    const before = await countRows(test.deps.db, 'statement_entries');

    const same = await upload(admin, ofxOf([paid, stranger]));
    expect([same.statusCode, same.json().id]).toEqual([200, first.id]);
    const other = await upload(
      admin,
      ofxOf([
        { ...paid, fitId: 'B-9' },
        { ...stranger, memo: 'OUTRO TEXTO' },
      ]),
    );
    expect(other.json()).toMatchObject({ entries: 2, matched: 0, confirmed: 1, unmatched: 1 });
    expect(other.json().id).not.toBe(first.id);
    expect(await countRows(test.deps.db, 'statement_entries')).toBe(before);
    expect((await desk.facts(person)).events).toHaveLength(1);
  });

  it('with the same payment twice pays its order once, and says so', async () => {
    const admin = await desk.admin();
    const person = await desk.student('pending');
    const { id } = (
      await upload(admin, ofxOf([line(`PIX ${person.paymentCode}`), line(`PIX ${person.paymentCode}`)]))
    ).json();
    await confirm(admin, id);
    expect(await get(admin, `/${id}/entries`)).toMatchObject([{ state: 'unmatched', reasons: ['code', 'order_paid'] }]);
    expect(await statusOf(person)).toBe('approved');
  });

  it('is looked at as things stand when it is confirmed: what was decided meanwhile stays', async () => {
    const admin = await desk.admin();
    const rejected = await desk.student('analyzing');
    const approved = await desk.student('analyzing');
    const cheaper = await desk.student('pending');
    const all = [rejected, approved, cheaper];
    const { id } = (await upload(admin, ofxOf(all.map(({ paymentCode }) => line(`PIX ${paymentCode}`))))).json();
    await desk.reject(admin, rejected.paymentCode);
    await desk.approve(admin, approved.paymentCode);
    await test.deps.db
      .updateTable('payments')
      .set({ amount: 100 })
      .where('payment_code', '=', cheaper.paymentCode ?? '')
      .execute();
    expect((await confirm(admin, id)).json()).toMatchObject({
      matched: 0,
      doubtful: 1,
      unmatched: 1,
      settled: 1,
      confirmed: 0,
    });
    expect(await Promise.all(all.map(statusOf))).toEqual(['rejected', 'approved', 'pending']);
  });

  it('finds the money of orders that were decided before, and says what became of them', async () => {
    const admin = await desk.admin();
    const [approved, rejected] = [await desk.student('approved'), await desk.student('rejected')];
    const lines = [
      line(`PIX ${approved.paymentCode}`),
      line(`PIX ${approved.paymentCode}`),
      line(`PIX ${rejected.paymentCode}`),
    ];
    const sent = (await upload(admin, ofxOf(lines))).json();
    expect(sent).toMatchObject({ settled: 1, unmatched: 2 });
    const open = await get(admin, `/${sent.id}/entries`);
    expect(open.map(({ reasons }: { reasons: string[] }) => reasons)).toEqual([
      ['code', 'order_paid'],
      ['code', 'order_rejected'],
    ]);
  });

  it('confirms the entries behind one that fails, and the job retries that one', async () => {
    const admin = await desk.admin();
    const people = await Promise.all(Array.from({ length: 105 }, () => desk.student('pending')));
    const { id } = (await upload(admin, ofxOf(people.map(({ paymentCode }) => line(`PIX ${paymentCode}`))))).json();
    const [broken] = people;
    const repair = await breakRows(test.deps.db, 'payments', `r.payment_code = '${broken?.paymentCode}'`);
    expect((await confirm(admin, id)).json()).toMatchObject({ matched: 56, confirmed: 49 });
    await test.deps.jobs.drain();
    expect(await get(admin, `/${id}`)).toMatchObject({ matched: 1, confirmed: 104 });
    await repair();
    await sql`UPDATE pgboss.job SET start_after = created_on WHERE state = 'retry'`.execute(test.deps.db);
    await test.deps.jobs.drain();
    expect(await get(admin, `/${id}`)).toMatchObject({ matched: 0, confirmed: 105 });
  });

  it('that is confirmed by fifty requests at once approves once', async () => {
    const admin = await desk.admin();
    const person = await desk.student('analyzing');
    const { id } = (await upload(admin, ofxOf([line(`PIX ${person.paymentCode}`)]))).json();
    const answers = await Promise.all(Array.from({ length: 50 }, () => confirm(admin, id)));
    // On a busy machine some get a 503 to retry; no other answer is allowed.
    expect([200, 503]).toEqual(expect.arrayContaining(answers.map(({ statusCode }) => statusCode)));
    expect((await confirm(admin, id)).statusCode).toBe(200);
    expect((await desk.facts(person)).events).toHaveLength(1);
  });

  it('with more than a request should wait for goes on in the background', async () => {
    const admin = await desk.admin();
    const people = await Promise.all(Array.from({ length: 53 }, () => desk.student('pending')));
    const { id } = (await upload(admin, ofxOf(people.map(({ paymentCode }) => line(`PIX ${paymentCode}`))))).json();
    expect((await confirm(admin, id)).json()).toMatchObject({ matched: 3, confirmed: 50 });
    await test.deps.jobs.drain();
    expect(await get(admin, `/${id}`)).toMatchObject({ matched: 0, confirmed: 53 });
  });

  it('lists what a receipt says and the bank does not', async () => {
    const admin = await desk.admin();
    const [paid, forged] = [await desk.student('analyzing'), await desk.student('analyzing')];
    await test.deps.db
      .updateTable('payments')
      .set({ proof_uploaded_at: new Date('2026-07-07T12:00:00Z') })
      .where('payment_code', 'in', [paid.paymentCode ?? '', forged.paymentCode ?? ''])
      .execute();
    const sent = await upload(admin, ofxOf([line(`PIX ${paid.paymentCode}`, { day: '2026-07-07' })]));
    const rows = await get(admin, `/${sent.json().id}/unreceived`);
    expect(rows.map(({ paymentCode }: Person) => paymentCode)).toEqual([forged.paymentCode]);
  });

  it('is listed, newest first, and an unknown one answers 404', async () => {
    const admin = await desk.admin();
    test.clock.advance(60_000);
    const { id } = (await upload(admin, ofxOf([line('PIX')]))).json();
    expect((await get(admin, '?limit=1')).map((one: { id: number }) => one.id)).toEqual([id]);
    expect((await test.request({ method: 'GET', url: '/api/admin/statements/999999', as: admin })).statusCode).toBe(
      404,
    );
  });
});

describe('one entry', () => {
  it('is confirmed for the order it seems to be for, or for another that is named; again changes nothing', async () => {
    const admin = await desk.admin();
    const seeming = await desk.student('pending', { firstName: 'Mateus', lastName: 'Rocha' });
    const named = await desk.student('analyzing');
    const { id } = (await upload(admin, ofxOf([line('ROCHA TRANSPORTES'), line('SANDRA')]))).json();
    const [doubtful, unmatched] = await get(admin, `/${id}/entries`);
    expect((await decide(admin, unmatched.id, { decision: 'confirm' })).statusCode).toBe(400);
    expect((await decide(admin, doubtful.id, { decision: 'confirm' })).json()).toMatchObject({ state: 'confirmed' });
    const byHand = { decision: 'confirm', paymentCode: named.paymentCode };
    expect((await decide(admin, unmatched.id, byHand)).json()).toMatchObject({
      state: 'confirmed',
      reasons: ['by_hand'],
    });
    expect((await decide(admin, unmatched.id, byHand)).statusCode).toBe(200);
    expect([await statusOf(seeming), await statusOf(named)]).toEqual(['approved', 'approved']);
    expect((await decide(admin, unmatched.id, { decision: 'ignore' })).json()).toMatchObject({
      code: 'state_conflict',
      status: 'confirmed',
    });
    expect((await decide(admin, unmatched.id, { decision: 'reopen' })).json()).toMatchObject({
      code: 'state_conflict',
    });
  });

  it('is not for that order, is nothing of ours, and comes back', async () => {
    const admin = await desk.admin();
    await desk.student('pending', { firstName: 'Irene', lastName: 'Quaresma' });
    const paid = line('PIX IRENE QUARESMA');
    const { id } = (await upload(admin, ofxOf([paid]))).json();
    const [entry] = await get(admin, `/${id}/entries`);
    expect(entry).toMatchObject({ state: 'doubtful' });
    expect((await decide(admin, entry.id, { decision: 'refuse' })).json()).toMatchObject({
      state: 'unmatched',
      order: null,
    });
    // Another file that tells of it again asks no second time.
    const again = (await upload(admin, ofxOf([paid, line('OUTRA')]))).json();
    expect(again).toMatchObject({ doubtful: 0, unmatched: 2 });
    expect((await decide(admin, entry.id, { decision: 'ignore' })).json()).toMatchObject({ state: 'ignored' });
    expect((await get(admin, `/${id}/entries?show=ignored`)).length).toBe(1);
    expect((await decide(admin, entry.id, { decision: 'reopen' })).json()).toMatchObject({ state: 'unmatched' });
    const events = await test.deps.db
      .selectFrom('audit_events')
      .select(['action', 'actor_id as by', 'details'])
      .where('subject', '=', `statement_entry:${entry.id}`)
      .execute();
    expect(events).toEqual([{ action: 'statement.entry_ignored', by: admin.id, details: { amount: 29_700 } }]);
    expect((await decide(admin, 999_999, { decision: 'ignore' })).statusCode).toBe(404);
  });

  it('that was decided while another file was being looked at stays decided', async () => {
    const admin = await desk.admin();
    const person = await desk.student('pending');
    const { id } = (await upload(admin, ofxOf([line('PIX DE ALGUEM')]))).json();
    const [entry] = await get(admin, `/${id}/entries`);
    await decide(admin, entry.id, { decision: 'ignore' });
    const { id: paymentId } = await test.deps.db
      .selectFrom('payments')
      .select('id')
      .where('payment_code', '=', person.paymentCode ?? '')
      .executeTakeFirstOrThrow();
    const late = { id: entry.id, state: 'sure', paymentId, reasons: ['code'] } as const;
    await test.deps.db.transaction().execute((tx) => saveMatches(tx, [{ ...late, reasons: [...late.reasons] }]));
    expect(await get(admin, `/${id}/entries?show=ignored`)).toMatchObject([{ id: entry.id, order: null }]);
  });

  it('whose approval was taken back can be decided again', async () => {
    const admin = await desk.admin();
    const person = await desk.student('analyzing');
    const { id } = (await upload(admin, ofxOf([line(`PIX ${person.paymentCode}`)]))).json();
    await confirm(admin, id);
    const [entry] = await get(admin, `/${id}/entries?show=done`);
    const payload = { paymentCode: person.paymentCode, reason: 'Engano' };
    await test.request({ method: 'POST', url: '/api/admin/payments/revoke', payload, as: admin });
    expect((await decide(admin, entry.id, { decision: 'reopen' })).json()).toMatchObject({ state: 'unmatched' });
  });

  it('forgets who paid after the time that proofs are kept', async () => {
    const admin = await desk.admin();
    const [old, young] = [line('PIX ANTIGO', { day: '2020-01-02' }), line('PIX NOVO')];
    const { id } = (await upload(admin, ofxOf([old, young]))).json();
    await test.deps.db
      .updateTable('statement_entries')
      .set({ payer: 'Maria Secreta', end_to_end_id: 'E123' })
      .where('id', 'in', (select) =>
        select.selectFrom('statement_lines').select('entry_id').where('statement_id', '=', id),
      )
      .execute();
    expect(await forgetOldPayers(test.deps, new Date('2020-01-03'))).toBe(1);
    expect(await get(admin, `/${id}/entries`)).toMatchObject([
      { day: '2020-01-02', payer: null, text: '', endToEndId: null, amount: 29_700 },
      { day: '2026-11-15', payer: 'Maria Secreta', text: young.memo, endToEndId: 'E123' },
    ]);
  });

  it('forgets who paid when the student is removed', async () => {
    const admin = await desk.admin();
    const person = await desk.student('analyzing');
    const { id } = (await upload(admin, ofxOf([line(`PIX MARIA SECRETA ${person.paymentCode}`)]))).json();
    await confirm(admin, id);
    await test.request({ method: 'DELETE', url: `/api/admin/users/${person.id}`, as: admin });
    expect(await get(admin, `/${id}/entries?show=done`)).toMatchObject([{ payer: null, text: '', amount: 29_700 }]);
  });
});
