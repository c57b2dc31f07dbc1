import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { AdminHome } from '#contract/school/admin-home.ts';
import { HOUR_MS, MINUTE_MS } from '#contract/time.ts';
import { essayClient, essayOf } from '#server/testing/essays.ts';
import { createPerson } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp();

it('the home counts essays on their promised day as due and after it as overdue, until they are returned', async () => {
  const { db } = test.deps;
  const essays = essayClient(test);
  const teacher = await createPerson(db, { role: 'teacher' });
  const student = await createPerson(db);
  const delivered = await essays.deliver(student, await essays.publishTheme(teacher), essayOf(20));
  const { rows } = await sql<{ dueAt: Date }>`SELECT due_at AS "dueAt" FROM essays WHERE id = ${delivered.id}`.execute(
    db,
  );
  const dueAt = rows[0]?.dueAt ?? new Date(0);
  const shownAt = async (ms: number) => {
    test.clock.set(new Date(dueAt.getTime() + ms));
    const as = await createPerson(db, { role: 'admin', now: test.clock.now() });
    return (await test.request({ method: 'GET', url: '/api/admin/home', as })).json<AdminHome>().waiting.essays;
  };
  expect(await shownAt(-25 * HOUR_MS)).toEqual({ dueToday: 0, overdue: 0, firstDueAt: null, reviews: 0 });
  expect(await shownAt(-MINUTE_MS)).toEqual({ dueToday: 1, overdue: 0, firstDueAt: dueAt.toISOString(), reviews: 0 });
  expect(await shownAt(MINUTE_MS)).toEqual({ dueToday: 0, overdue: 1, firstDueAt: dueAt.toISOString(), reviews: 0 });
  await sql`UPDATE essays SET state = 'returned' WHERE id = ${delivered.id}`.execute(db);
  expect(await shownAt(MINUTE_MS)).toEqual({ dueToday: 0, overdue: 0, firstDueAt: null, reviews: 0 });
  const review = { essay_id: delivered.id, reason: 'Tema.', asked_at: dueAt, score_before: 10 };
  await db.insertInto('essay_reviews').values(review).execute();
  expect(await shownAt(MINUTE_MS)).toMatchObject({ reviews: 1 });
  const decided = { state: 'kept', answer: 'Fica.', decided_at: dueAt };
  await db.updateTable('essay_reviews').set(decided).where('essay_id', '=', delivered.id).execute();
  expect(await shownAt(MINUTE_MS)).toMatchObject({ reviews: 0 });
});
