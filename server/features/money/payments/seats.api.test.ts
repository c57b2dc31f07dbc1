import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { IMPORT_AT_ONCE } from '#contract/people/people.ts';
import type { Person } from '#server/testing/factories.ts';
import { writtenMails } from '#server/testing/mails.ts';
import { paymentOffice } from '#server/testing/payment-office.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
const desk = paymentOffice(test);
const [PRICE, NEXT] = [29_700, 69_700];

let admin: Person;
beforeAll(async () => {
  admin = await desk.admin();
});

const call = (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
  test.request({ method, url, as: admin, ...(payload ? { payload } : {}) });
const offer = async () => (await call('GET', '/api/admin/offers')).json()[0];
const price = async () => (await call('GET', '/api/offers')).json()[0].price as number;
const notices = async () =>
  (await call('GET', '/api/notifications')).json().filter(({ kind }: { kind: string }) => kind === 'price_changed') as {
    title: string;
    text: string;
  }[];

/** The offer with this many seats left at its price. */
async function leave(seats: number): Promise<void> {
  const { id, placesTaken, updatedAt: _, ...fields } = await offer();
  const saved = await call('PUT', `/api/admin/offers/${id}`, { ...fields, places: placesTaken + seats });
  expect(saved.statusCode).toBe(200);
}

let serial = 0;
const student = () => {
  serial += 1;
  return { firstName: 'Ana', lastName: 'Lima', email: `vaga${serial}@exemplo.com.br` };
};
const enroll = (more: object) => call('POST', '/api/admin/enrollments', { newStudent: student(), ...more });

beforeEach(() => leave(1));

describe('the seats of an offer', () => {
  it.each([
    ['a courtesy', { method: 'courtesy' }],
    ['an enrolment at the desk', { method: 'cash', amount: 20_000 }],
  ])('are not taken by %s, unless the office says so', async (_, order) => {
    const before = (await offer()).placesTaken;
    expect((await enroll(order)).statusCode).toBe(201);
    expect([(await offer()).placesTaken, await price()]).toEqual([before, PRICE]);
    expect((await enroll({ ...order, takesSeat: true })).statusCode).toBe(201);
    expect([(await offer()).placesTaken, await price()]).toEqual([before + 1, NEXT]);
  });

  it('are taken by an import that says so', async () => {
    await leave(3);
    const before = (await offer()).placesTaken;
    await call('POST', '/api/admin/users/import', { students: [student(), student()], takesSeat: true });
    expect((await offer()).placesTaken).toBe(before + 2);
  });

  it('stay free when an order without a seat is taken back and approved again', async () => {
    const made = (await enroll({ method: 'courtesy' })).json();
    const before = (await offer()).placesTaken;
    await call('POST', '/api/admin/payments/revoke', { paymentCode: made.paymentCode });
    await desk.approve(admin, made.paymentCode);
    expect((await offer()).placesTaken).toBe(before);
  });

  it('are taken by paid sales; the last one changes the price, and the office is notified once, at once', async () => {
    const known = (await notices()).length;
    const [first, second] = [await desk.student(), await desk.student()];
    await Promise.all([first, second].map(({ paymentCode }) => desk.approve(admin, paymentCode)));
    expect(await price()).toBe(NEXT);
    const told = await notices();
    expect(told).toHaveLength(known + 1);
    expect(told[0]?.title).toMatch(/Acesso completo mudou para R\$\s697,00/);
    expect(told[0]?.text).toMatch(/vagas acabaram. Antes o preço era R\$\s297,00/);
    await test.deps.jobs.drain();
    const mails = (await writtenMails(test.deps.config.dataDir)).filter(({ to }) => to === admin.email);
    expect(mails.at(-1)?.subject).toContain('mudou para');

    // Undone at once: a seat is free again, and that is a change of price, too.
    test.clock.advance(1000);
    const took = await test.deps.db
      .selectFrom('payments')
      .select('payment_code')
      .where('took_place', '=', true)
      .where('payment_code', 'in', [first.paymentCode ?? '', second.paymentCode ?? ''])
      .executeTakeFirstOrThrow();
    await call('POST', '/api/admin/payments/revoke', { paymentCode: took.payment_code });
    expect([await price(), (await notices())[0]?.text]).toEqual([PRICE, expect.stringContaining('Uma vaga voltou')]);
  });

  it('are not used up by the import of 287 students, and the price stays', async () => {
    await leave(47);
    const before = await offer();
    const known = (await notices()).length;
    // No login happens here: the real hash would take most of the time.
    const hash = vi.spyOn(test.deps.passwords, 'hash').mockResolvedValue('no hash');
    const everybody = Array.from({ length: 287 }, student);
    for (let at = 0; at < everybody.length; at += IMPORT_AT_ONCE) {
      const students = everybody.slice(at, at + IMPORT_AT_ONCE);
      const answer = await call('POST', '/api/admin/users/import', { students });
      expect(answer.json().results.every(({ outcome }: { outcome: string }) => outcome === 'created')).toBe(true);
    }
    hash.mockRestore();
    expect([await offer(), await price(), (await notices()).length]).toEqual([before, PRICE, known]);
  });
});
