import { beforeAll, describe, expect, it } from 'vitest';
import type { User } from '#contract/platform/users.ts';
import type { AdminHome } from '#contract/school/admin-home.ts';
import { addSlots } from '#server/features/content/study-time/study-time.store.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { dayOf } from '#server/time/calendar.ts';
import { countVisits } from './visits.ts';

const test = useTestApp();
let admin: Person;
const at = (day: string, time = '15:00:00') => new Date(`${day}T${time}.000Z`);
const home = async () => (await test.request({ method: 'GET', url: '/api/admin/home', as: admin })).json<AdminHome>();

async function approve(person: Person, when: Date, amount: number) {
  const { db } = test.deps;
  const { id } = await db
    .updateTable('payments')
    .set({ amount, status: 'approved', proof_uploaded_at: when })
    .where('user_id', '=', person.id)
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('payment_decisions')
    .values({ payment_id: id, decision: 'approved', decided_at: when, decided_by: admin.id })
    .execute();
  await db
    .insertInto('received_amounts')
    .values({ payment_id: id, amount, source: 'proof', received_on: dayOf(when), recorded_at: when })
    .execute();
}

beforeAll(async () => {
  const { db } = test.deps;
  admin = await createPerson(db, { role: 'admin', now: test.clock.now() });
});

describe('the home of the office', () => {
  it('shows zeros for a school without activity', async () => {
    expect(await home()).toEqual({
      today: '2026-11-15',
      waiting: {
        proofs: { count: 0, oldestAt: null },
        refunds: { count: 0, firstDueOn: null },
        teachers: { count: 0, oldestAt: null },
        reports: { count: 0, oldestAt: null },
        doubts: { count: 0, oldestAt: null },
        essays: { dueToday: 0, overdue: 0, firstDueAt: null, reviews: 0 },
        claims: null,
        bank: { unmatched: null, cases: 0 },
        unpaid: { count: 0, amount: 0, oldestAt: null, reminded: { orders: 0, paid: 0, paidAmount: 0 } },
        system: {
          failedMails: 0,
          lastBackupAt: null,
          storedMails: { count: 0, oldestAt: null, isSent: false },
        },
      },
      money: {
        monthFrom: '2026-11-01',
        received: 0,
        orders: 0,
        refunded: 0,
        lastMonthSoFar: 0,
        lastMonth: 0,
        days: [],
      },
      students: { withAccess: 0, studiedIn7: 0, newIn30: 0, accessEndingIn30: 0 },
      funnel: { from: '2026-10-16', visits: 0, registered: 0, sentProof: 0, approved: 0 },
    });
  });

  it('counts received money by day in the time zone of São Paulo, and compares it with the last month', async () => {
    const { db } = test.deps;
    const pay = async (when: Date, amount: number) =>
      approve(await createPerson(db, { payment: 'pending', now: at('2026-09-02') }), when, amount);
    await pay(at('2026-11-02'), 10_000);
    // Two in the morning of the first in UTC is the last of October in São Paulo.
    await pay(at('2026-11-01', '02:00:00'), 2_000);
    await pay(at('2026-10-10'), 300);
    await pay(at('2026-10-20'), 40);
    await pay(at('2026-09-30'), 5);
    expect((await home()).money).toEqual({
      monthFrom: '2026-11-01',
      received: 10_000,
      orders: 1,
      refunded: 0,
      lastMonthSoFar: 300,
      lastMonth: 2_340,
      days: [{ day: '2026-11-02', amount: 10_000 }],
    });
  });

  it('shows what waits, and since when', async () => {
    const { db } = test.deps;
    await createPerson(db, { role: 'teacher', status: 'pending', now: at('2026-11-10') });
    await createPerson(db, { role: 'teacher', status: 'pending', now: at('2026-11-12') });
    expect((await home()).waiting.teachers).toEqual({ count: 2, oldestAt: '2026-11-10T15:00:00.000Z' });
  });

  it('shows the funnel of new students; each number is the length of its list', async () => {
    const { db } = test.deps;
    const now = at('2026-11-05');
    await createPerson(db, { status: 'pending', payment: 'pending', now });
    const sent = await createPerson(db, { status: 'pending', payment: 'analyzing', now });
    await db.updateTable('payments').set({ proof_uploaded_at: now }).where('user_id', '=', sent.id).execute();
    const paid = await createPerson(db, { payment: 'pending', now });
    await approve(paid, now, 29_700);
    await addSlots(db, 'reading', [{ userId: paid.id, days: new Map(), answeredOn: new Set(['2026-11-14']) }]);
    // Entered by the office: students of the school who did not come from the landing page.
    const imported = ['um', 'dois', 'tres'].map((name) => ({
      firstName: 'Ana',
      lastName: 'Lima',
      email: `${name}@importados.example`,
    }));
    await test.request({ method: 'POST', url: '/api/admin/users/import', as: admin, payload: { students: imported } });
    const desk = { newStudent: { ...imported[0], email: 'balcao@exemplo.com.br' }, method: 'cash' };
    await test.request({ method: 'POST', url: '/api/admin/enrollments', as: admin, payload: desk });
    // Registered on the site and paid at the desk: came by the landing page.
    const late = await createPerson(db, { status: 'pending', payment: 'pending', now });
    const paidAtDesk = { studentId: late.id, method: 'cash' };
    await test.request({ method: 'POST', url: '/api/admin/enrollments', as: admin, payload: paidAtDesk });
    const { funnel, students } = await home();
    expect(funnel).toMatchObject({ registered: 4, sentProof: 3, approved: 2 });
    expect(students).toMatchObject({ newIn30: 8, studiedIn7: 1 });
    const length = async (query: string) => {
      const answer = await test.request({ method: 'GET', url: `/api/admin/users?${query}`, as: admin });
      expect(answer.json<User[]>()).toHaveLength(Number(answer.headers['x-total-count']));
      return answer.json<User[]>().length;
    };
    const since = `role=student&origin=site&since=${funnel.from}`;
    expect([
      await length(since),
      await length(`${since}&payment=proof`),
      await length(`${since}&payment=paid`),
    ]).toEqual([4, 3, 2]);
    expect(await length(`role=student&origin=office&since=${funnel.from}`)).toBe(4);
    expect(await length(`${since}&payment=unpaid`)).toBe(2);
    expect(await length('role=student&status=active&studied=week')).toBe(1);
    expect(await length('role=student&status=active&access=active')).toBe(students.withAccess);
    expect(await length('role=student&status=active&access=ending')).toBe(students.accessEndingIn30);
    expect(await length('role=teacher&status=pending')).toBe(2);
  });
});

describe('visits', () => {
  it('are counted per day, without bots and prefetches', async () => {
    const visits = countVisits(test.deps);
    const from = (agent: string | undefined, more: Record<string, string> = {}) =>
      visits.note({ method: 'GET', headers: { ...(agent ? { 'user-agent': agent } : {}), ...more } });
    const person = 'Mozilla/5.0 (Linux; Android 15) Chrome/140 Mobile Safari/537.36';
    from(person);
    from(person);
    from('Mozilla/5.0 (compatible; Googlebot/2.1)');
    from(undefined);
    from(person, { 'sec-purpose': 'prefetch' });
    visits.note({ method: 'HEAD', headers: { 'user-agent': person } });
    await visits.flush();
    await visits.flush();
    expect((await home()).funnel.visits).toBe(2);
    from(person);
    await visits.flush();
    expect((await home()).funnel.visits).toBe(3);
  });
});
