import { createSession, type Person } from './factories.ts';
import { paymentOffice } from './payment-office.ts';
import type { useTestApp } from './test-app.ts';

/** A Friday; the week after has a holiday on Friday the 20th. */
export const FRIDAY = '2026-11-13T15:00:00.000Z';

/** The office that refunds, and students with an approved order. Call `begin` before each test. */
export function refundOffice(test: ReturnType<typeof useTestApp>) {
  const desk = paymentOffice(test);
  let admin: Person | undefined;
  const sessionOf = (id: string) => createSession(test.deps.db, id, test.clock.now());

  const begin = async (): Promise<Person> => {
    test.clock.set(FRIDAY);
    admin ??= await desk.admin();
    admin = { ...admin, cookie: await sessionOf(admin.id) };
    return admin;
  };
  const get = (as: Person, url: string) => test.request({ method: 'GET', url, as });
  const orders = async (as: Person) => (await get(as, '/api/my-orders')).json();
  const ask = async (as: Person, id: number) =>
    test.request({ method: 'POST', url: `/api/my-orders/${id}/refund-request`, as });
  const refund = async (paymentCode: string | undefined, more: object = {}) =>
    test.request({
      method: 'POST',
      url: '/api/admin/payments/refund',
      // A refund requires a fresh proof, such as a login.
      as: { cookie: await sessionOf((await current()).id) },
      payload: { paymentCode, amount: 29_700, paidAt: '2026-11-13', ...more },
    });
  const current = async (): Promise<Person> => admin ?? begin();

  async function buyer() {
    const student = await desk.student();
    await desk.approve(await current(), student.paymentCode);
    const person = { ...student, cookie: await sessionOf(student.id) };
    const [order] = await orders(person);
    return { person, id: order.id as number };
  }
  const subjects = async (person: Person) => (await desk.facts(person)).mails.map(({ subject }) => subject);
  return { desk, begin, get, orders, ask, refund, buyer, subjects };
}
