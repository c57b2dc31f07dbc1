import { expect, it } from 'vitest';
import { ENDING_ACCESS_SHOWN } from '#contract/money/access.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp();

/** A student whose only grants end on these days. */
async function studentUntil(firstName: string, ...days: string[]): Promise<Person> {
  const { db } = test.deps;
  const student = await createPerson(db, { firstName, lastName: 'Lima' });
  await db.deleteFrom('access_grants').where('user_id', '=', student.id).execute();
  for (const day of days) {
    await db
      .insertInto('access_grants')
      .values({ user_id: student.id, rule: 'until', rule_until: new Date(day), begins_at: new Date('2026-01-01') })
      .execute();
  }
  return student;
}

it('the list has the three students whose last grant ends first within thirty days', async () => {
  // Today is 15 November 2026.
  const camila = await studentUntil('Camila', '2026-11-19');
  const jonas = await studentUntil('Jonas', '2026-11-15', '2026-11-21');
  const taina = await studentUntil('Tainá', '2026-12-15');
  await studentUntil('Beatriz', '2026-12-16');
  await studentUntil('Caio', '2026-11-14');
  const office = await createPerson(test.deps.db, { role: 'secretary' });
  const read = async () =>
    (await test.request({ method: 'GET', url: '/api/admin/ending-access', as: office })).json().people;
  expect(await read()).toEqual([
    { id: camila.id, name: 'Camila Lima', endsOn: '2026-11-19', daysLeft: 4 },
    { id: jonas.id, name: 'Jonas Lima', endsOn: '2026-11-21', daysLeft: 6 },
    { id: taina.id, name: 'Tainá Lima', endsOn: '2026-12-15', daysLeft: 30 },
  ]);
  await studentUntil('Davi', '2026-11-15');
  expect(await read()).toHaveLength(ENDING_ACCESS_SHOWN);
  expect((await read())[0]).toMatchObject({ name: 'Davi Lima', daysLeft: 0 });
});
