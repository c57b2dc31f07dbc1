import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { PROOFS_IN_ALL_MAX, PROOFS_OF_STRANGERS_MAX } from '#contract/limits.ts';
import type { AdminPayment } from '#contract/money/payments.ts';
import type { Person } from '#server/testing/factories.ts';
import { paymentOffice } from '#server/testing/payment-office.ts';
import { cookieOf, newAddress, proofClient } from '#server/testing/proofs.ts';
import { receiptPhoto } from '#server/testing/receipts.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp();
const { holderOf, proofsOf, student, upload } = proofClient(test);
const desk = paymentOffice(test);

/** Sends this many new files one after the other and returns the status codes. */
async function sendMany(person: Person, count: number, by: Parameters<typeof upload>[2] = {}) {
  const answers = [];
  for (let i = 0; i < count; i += 1) answers.push(await upload(person.paymentCode, await receiptPhoto(), by));
  return answers;
}
/** Proofs as if they had been sent long ago, each by another. */
async function written({ paymentCode = '' }: Person, count: number, fromHolder: boolean, round = 0) {
  const { id } = await test.deps.db
    .selectFrom('payments')
    .select('id')
    .where('payment_code', '=', paymentCode)
    .executeTakeFirstOrThrow();
  const rows = Array.from({ length: count }, () => ({
    payment_id: id,
    sha256: randomBytes(32),
    type: 'image/png',
    size: 1,
    from_holder: fromHolder,
    sender: fromHolder ? null : randomBytes(32),
    round,
    uploaded_at: test.clock.now(),
  }));
  await test.deps.db.insertInto('payment_proofs').values(rows).execute();
}
const statuses = (answers: { statusCode: number }[]) => answers.map(({ statusCode }) => statusCode);
const five = [200, 200, 200, 200, 200];

describe('a stranger who has learned a code', () => {
  it('does not lock the student out, wherever they send from', async () => {
    const person = await student();
    const stranger = { from: newAddress() };
    expect(statuses(await sendMany(person, 6, stranger))).toEqual([...five, 409]);
    // Behind the same address as the stranger, but with the cookie of the registration, and elsewhere without it.
    expect(statuses(await sendMany(person, 6, { ...stranger, as: holderOf(person) }))).toEqual([...five, 409]);
    expect(statuses(await sendMany(person, 1))).toEqual([200]);
  });

  it('gets no more tries by keeping or dropping the cookies of uploads, or with a genuine one of another', async () => {
    const [person, other] = [await student(), await student()];
    const from = newAddress();
    const [first] = await sendMany(person, 1, { from });
    const own = { cookie: cookieOf(first ?? { cookies: [] }) };
    expect(statuses(await sendMany(person, 3, { from, as: own }))).toEqual([200, 200, 200]);
    expect(statuses(await sendMany(person, 2, { from, as: holderOf(other) }))).toEqual([200, 409]);
    expect(statuses(await sendMany(person, 1, { from, as: other }))).toEqual([409]);
  });

  it('is one sender in a whole IPv6 network, as one household or server has it', async () => {
    const person = await student();
    const answers = [];
    for (const end of [':1', ':2', ':a:b', 'ffff:1:2:3', ':5', ':6']) {
      answers.push(...(await sendMany(person, 1, { from: `2001:db8:7:1:${end}` })));
    }
    expect(statuses(answers)).toEqual([...five, 409]);
    expect(statuses(await sendMany(person, 1, { from: '2001:db8:7:2::1' }))).toEqual([200]);
  });

  it('fills only a part of the places from however many addresses, and the rest is the student’s', async () => {
    const person = await student();
    await written(person, PROOFS_OF_STRANGERS_MAX - 1, false);
    expect(statuses(await sendMany(person, 1))).toEqual([200]);
    const [refused] = await sendMany(person, 1);
    expect([refused?.statusCode, refused?.json()]).toMatchObject([
      409,
      {
        code: 'too_many_proofs',
        message:
          'Este pagamento já recebeu muitos comprovantes. Entre com seu usuário e sua senha, ou abra o link do e-mail, e envie de novo.',
      },
    ]);
    // Earlier rounds of the student's own.
    await written(person, PROOFS_IN_ALL_MAX - PROOFS_OF_STRANGERS_MAX - 1, true, 1);
    expect(statuses(await sendMany(person, 2, { as: holderOf(person) }))).toEqual([200, 409]);
    expect(await proofsOf(person)).toHaveLength(PROOFS_IN_ALL_MAX);
  });
});

describe('after a decision', () => {
  it('every sender has five tries again', async () => {
    const person = await student();
    const admin = await desk.admin();
    const from = newAddress();
    expect(statuses(await sendMany(person, 6, { from }))).toEqual([...five, 409]);
    expect(statuses(await sendMany(person, 6, { as: holderOf(person) }))).toEqual([...five, 409]);
    expect((await desk.reject(admin, person.paymentCode)).statusCode).toBe(200);
    expect(statuses(await sendMany(person, 6, { as: holderOf(person) }))).toEqual([...five, 409]);
    expect(statuses(await sendMany(person, 6, { from }))).toEqual([...five, 409]);
  });
});

describe('the administrator', () => {
  it('sees the student’s own proofs first, however many others came later, and who sent each', async () => {
    const person = await student();
    const admin = await desk.admin();
    await sendMany(person, 1);
    await sendMany(person, 2, { as: holderOf(person) });
    await sendMany(person, 2);
    const [before, older, newer, ...after] = await proofsOf(person);
    const list = (await desk.list(admin, `?search=${person.paymentCode}`)).json() as AdminPayment[];
    const expected = [newer, older, after[1], after[0], before].map((proof) => proof?.id);
    expect(list[0]?.proofs.map(({ id }) => id)).toEqual(expected);
    expect(list[0]?.proofs.map(({ fromHolder }) => fromHolder)).toEqual([true, true, false, false, false]);
    expect(list[0]?.proofUrl).toBe(`/api/payments/proofs/${newer?.id}`);
  });

  it('sees a file as the student’s once they have sent it themself', async () => {
    const person = await student();
    const admin = await desk.admin();
    const photo = await receiptPhoto();
    await upload(person.paymentCode, photo);
    expect((await upload(person.paymentCode, photo, { as: holderOf(person) })).statusCode).toBe(200);
    const list = (await desk.list(admin, `?search=${person.paymentCode}`)).json() as AdminPayment[];
    expect(list[0]?.proofs.map(({ fromHolder }) => fromHolder)).toEqual([true]);
  });
});

it('no address is stored, only a keyed hash per payment, which is deleted with the student', async () => {
  const [one, two] = [await student(), await student()];
  const from = newAddress();
  for (const person of [one, two]) await sendMany(person, 1, { from });
  const senders = [...(await proofsOf(one)), ...(await proofsOf(two))].map(({ sender }) => sender?.toString('hex'));
  expect(new Set(senders).size).toBe(2);
  expect(senders.join()).not.toContain(Buffer.from(from).toString('hex'));
  const admin = await desk.admin();
  await test.request({ method: 'DELETE', url: `/api/admin/users/${one.id}`, as: admin });
  expect((await proofsOf(one)).map(({ sender }) => sender)).toEqual([null]);
});
