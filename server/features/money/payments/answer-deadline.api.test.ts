import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '#contract/time.ts';
import { paymentOffice } from '#server/testing/payment-office.ts';
import { proofClient } from '#server/testing/proofs.ts';
import { receiptPhoto } from '#server/testing/receipts.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp();
const { admin, approve, list } = paymentOffice(test);
const { student, upload } = proofClient(test);

const dueOf = async (code: string | undefined) =>
  (await test.request({ method: 'GET', url: `/api/payments/answer-deadline?code=${code}` })).json();

/** Monday, 16 November 2026, 14h in São Paulo, whatever the test's clock says now. */
const monday = new Date('2026-11-16T17:00:00.000Z');
const goTo = (moment: Date) => test.clock.advance(moment.getTime() - test.clock.now().getTime());

describe("the answer's deadline", () => {
  it('is shown to everyone with the code and in the office’s queue, from the first proof on', async () => {
    const person = await student();
    expect(await dueOf(person.paymentCode)).toMatchObject({ answerDueAt: null, mayChange: false });
    goTo(monday);
    await upload(person.paymentCode, await receiptPhoto());
    const due = new Date(monday.getTime() + DAY_MS).toISOString();
    expect(await dueOf(person.paymentCode)).toMatchObject({ answerDueAt: due, mayChange: false });
    test.clock.advance(HOUR_MS);
    await upload(person.paymentCode, await receiptPhoto());
    expect(await dueOf(person.paymentCode)).toMatchObject({ answerDueAt: due, mayChange: false });
    const boss = await admin();
    expect((await list(boss, `?search=${person.paymentCode}`)).json()[0].answerDueAt).toBe(due);
    expect((await approve(boss, person.paymentCode)).json().answerDueAt).toBeNull();
    expect(await dueOf(person.paymentCode)).toMatchObject({ answerDueAt: null, mayChange: false });
  });

  it('counts from the announcement where no file came', async () => {
    const person = await student();
    goTo(new Date(monday.getTime() + 7 * DAY_MS));
    const payload = { paymentCode: person.paymentCode };
    await test.request({ method: 'POST', url: '/api/payments/upload-proof-by-code', payload });
    const due = new Date(monday.getTime() + 8 * DAY_MS).toISOString();
    expect(await dueOf(person.paymentCode)).toMatchObject({ answerDueAt: due, mayChange: false });
  });

  it('does not exist without a payment', async () => {
    expect((await test.request({ method: 'GET', url: '/api/payments/answer-deadline' })).statusCode).toBe(404);
    expect(await dueOf('0000000000000000')).toMatchObject({ code: 'not_found' });
  });
});
