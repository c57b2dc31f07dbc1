import { beforeAll, describe, expect, it } from 'vitest';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { writtenMails } from '#server/testing/mails.ts';
import { paymentOffice } from '#server/testing/payment-office.ts';
import { cookieOf, newAddress, proofClient } from '#server/testing/proofs.ts';
import { receiptPhoto } from '#server/testing/receipts.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp();
const { announce, holderOf, student, upload } = proofClient(test);
const desk = paymentOffice(test);
const REASON = 'O nome no comprovante é de outra pessoa.';

let admin: Person;
beforeAll(async () => {
  admin = await desk.admin();
});

type As = { cookie: string } | undefined;

/** The reason in every response about a payment that a caller can get by its code or e-mail. */
async function told(person: Person, as: As): Promise<(string | null)[]> {
  const answers = [
    await test.request({ method: 'GET', url: `/api/payments/by-code/${person.paymentCode}`, as }),
    await test.request({ method: 'GET', url: `/api/payments/current?code=${person.paymentCode}`, as }),
    await test.request({
      method: 'POST',
      url: '/api/payments/create-by-email',
      payload: { email: person.email },
      remoteAddress: newAddress(),
      as,
    }),
  ];
  return answers.map((answer) => {
    expect([answer.statusCode, answer.json().status]).toEqual([200, 'rejected']);
    return answer.json().rejectionReason;
  });
}

const nothing = [null, null, null];
const everything = [REASON, REASON, REASON];

async function rejected(): Promise<Person> {
  const person = await student();
  await upload(person.paymentCode, await receiptPhoto(), { as: holderOf(person) });
  await desk.reject(admin, person.paymentCode, REASON);
  return person;
}

describe('why a payment was refused', () => {
  it('is shown with the payment cookie and in the owner’s session', async () => {
    const person = await rejected();
    expect(await told(person, holderOf(person))).toEqual(everything);
    const current = await test.request({ method: 'GET', url: '/api/payments/current', as: holderOf(person) });
    expect(current.json().rejectionReason).toBe(REASON);
    // Logged in: an active student whose payment is decided again.
    const active = await createPerson(test.deps.db, { payment: 'analyzing', now: test.clock.now() });
    await desk.reject(admin, active.paymentCode, REASON);
    expect(await told(active, active)).toEqual(everything);
    const own = await test.request({ method: 'GET', url: '/api/payments/current', as: active });
    expect(own.json().rejectionReason).toBe(REASON);
  });

  it('is hidden from people who know the code or the e-mail, and from holders of other cookies', async () => {
    const person = await rejected();
    const other = await createPerson(test.deps.db, { payment: 'pending', now: test.clock.now() });
    expect(await told(person, undefined)).toEqual(nothing);
    expect(await told(person, other)).toEqual(nothing);
    expect(await told(person, holderOf(other))).toEqual(nothing);
    expect(await told(person, admin)).toEqual(nothing);
    const byEmail = await test.request({
      method: 'POST',
      url: '/api/payments/create-by-email',
      payload: { email: person.email },
      remoteAddress: newAddress(),
    });
    expect(byEmail.cookies).toEqual([]);
  });

  it('is hidden from a person who sent a file beside the student’s, or announced a payment', async () => {
    const person = await rejected();
    const beside = await upload(person.paymentCode, await receiptPhoto());
    const announced = await announce(person.paymentCode);
    await desk.reject(admin, person.paymentCode, REASON);
    expect(await told(person, { cookie: cookieOf(beside) })).toEqual(nothing);
    expect(await told(person, { cookie: cookieOf(announced) })).toEqual(nothing);
    const empty = await student();
    const alone = await announce(empty.paymentCode);
    await desk.reject(admin, empty.paymentCode, REASON);
    expect(await told(empty, { cookie: cookieOf(alone) })).toEqual(nothing);
  });

  it('is shown to the person who sent everything that was refused', async () => {
    const person = await student();
    const first = await upload(person.paymentCode, await receiptPhoto());
    const second = await upload(person.paymentCode, await receiptPhoto(), { as: { cookie: cookieOf(first) } });
    await desk.reject(admin, person.paymentCode, REASON);
    expect(await told(person, { cookie: cookieOf(second) })).toEqual(everything);
    expect(await told(person, { cookie: cookieOf(first) })).toEqual(nothing);
  });
});

describe('the link of an e-mail', () => {
  const open = (paymentCode: unknown, key: unknown) =>
    test.request({ method: 'POST', url: '/api/payments/open-link', payload: { paymentCode, key } });

  /** Code and key as the browser reads them from the address. */
  async function linkTo({ email }: Person) {
    await test.deps.jobs.drain();
    const mails = (await writtenMails(test.deps.config.dataDir)).filter(({ to }) => to === email);
    const fragment = /\/payment#(\S+)/.exec(mails.at(-1)?.text ?? '')?.[1];
    const read = new URLSearchParams(fragment);
    return { code: read.get('c'), key: read.get('k') };
  }

  it('shows the reason, and makes its reader the holder of the payment', async () => {
    const person = await rejected();
    const { code, key } = await linkTo(person);
    expect(code).toBe(person.paymentCode);
    const opened = await open(code, key);
    expect([opened.statusCode, opened.json()]).toMatchObject([200, { status: 'rejected', rejectionReason: REASON }]);
    expect(cookieOf(opened)).toBe(holderOf(person).cookie);
  });

  it('opens nothing with a key of another payment, without one, or after the e-mail address has changed', async () => {
    const [person, other] = [await rejected(), await rejected()];
    const [mine, theirs] = [await linkTo(person), await linkTo(other)];
    for (const key of [theirs.key, `${mine.key}x`, mine.key?.slice(1), 'x']) {
      const response = await open(person.paymentCode, key);
      expect([response.statusCode, response.cookies]).toEqual([404, []]);
    }
    expect((await open('0000000000000000', mine.key)).statusCode).toBe(404);
    expect((await open(person.paymentCode, '')).statusCode).toBe(400);
    await test.deps.db
      .updateTable('users')
      .set({ email: `novo.${person.email}`, email_key: `novo.${person.email}` })
      .where('id', '=', person.id)
      .execute();
    expect((await open(person.paymentCode, mine.key)).statusCode).toBe(404);
  });
});
