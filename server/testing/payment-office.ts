import { createPerson, type Person } from './factories.ts';
import { writtenMails } from './mails.ts';
import type { useTestApp } from './test-app.ts';

/** The people of the payment office, their calls, and the resulting state. */
export function paymentOffice(test: ReturnType<typeof useTestApp>) {
  const admin = () =>
    createPerson(test.deps.db, { role: 'admin', firstName: 'Marta', lastName: 'Teles', now: test.clock.now() });
  const student = (payment: 'pending' | 'analyzing' | 'approved' | 'rejected' = 'analyzing', more = {}) =>
    createPerson(test.deps.db, { status: 'pending', payment, now: test.clock.now(), ...more });

  const approve = (as: Person, paymentCode: string | undefined) =>
    test.request({ method: 'POST', url: '/api/admin/payments/approve', payload: { paymentCode }, as });
  const reject = (as: Person, paymentCode: string | undefined, reason: unknown = 'Comprovante ilegível') =>
    test.request({ method: 'POST', url: '/api/admin/payments/reject', payload: { paymentCode, reason }, as });
  const list = (as: Person, query = '') => test.request({ method: 'GET', url: `/api/admin/payments${query}`, as });
  const history = (as: Person, query: string) =>
    test.request({ method: 'GET', url: `/api/admin/payments/decisions${query}`, as });

  const facts = async (person: Person) => {
    const { db } = test.deps;
    const payment = await db
      .selectFrom('payments')
      .innerJoin('users', 'users.id', 'payments.user_id')
      .select(['payments.id', 'payments.status', 'users.status as user'])
      .where('payment_code', '=', person.paymentCode ?? '')
      .executeTakeFirstOrThrow();
    const events = await db
      .selectFrom('audit_events')
      .select(['action', 'actor_id', 'details'])
      .where('subject', '=', `payment:${payment.id}`)
      .orderBy('id')
      .execute();
    await test.deps.jobs.drain();
    const mails = (await writtenMails(test.deps.config.dataDir)).filter(({ to }) => to === person.email);
    return { ...payment, events, mails };
  };
  return { admin, student, approve, reject, list, history, facts };
}
