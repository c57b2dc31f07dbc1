import { beforeEach, describe, expect, it } from 'vitest';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp();
const inProduction = useTestApp({
  NODE_ENV: 'production',
  PUBLIC_URL: 'http://localhost',
  PIX_KEY: 'pix@escola.example',
  PIX_MERCHANT_NAME: 'Escola',
  PIX_MERCHANT_CITY: 'Recife',
  SUPPORT_EMAIL: 'ajuda@escola.example',
});

type App = typeof test;
const now = new Date('2026-11-15T12:00:00Z');

/** Only example people and the first administrator. */
async function exampleSchool({ deps: { db } }: App): Promise<Record<'student' | 'teacher' | 'admin', Person>> {
  await db.deleteFrom('users').execute();
  const student = await createPerson(db, { now });
  const teacher = await createPerson(db, { role: 'teacher', now });
  await db.updateTable('users').set({ is_sample: true }).execute();
  // One of the class, who joined before and has no password.
  const classmate = await createPerson(db, { now: new Date('2026-01-01T12:00:00Z') });
  const asExample = { is_sample: true, password_removed_at: now };
  await db.updateTable('users').set(asExample).where('id', '=', classmate.id).execute();
  return { student, teacher, admin: await createPerson(db, { role: 'admin', now }) };
}
const list = (app: App) => app.request({ method: 'GET', url: '/api/example-logins' });
const enter = (app: App, role: string) => app.request({ method: 'POST', url: `/api/example-logins/${role}` });

describe('in development, with example people and the first administrator alone', () => {
  let people: Awaited<ReturnType<typeof exampleSchool>>;
  beforeEach(async () => {
    people = await exampleSchool(test);
  });

  it('each role is offered, and one call opens its account', async () => {
    expect((await list(test)).json()).toEqual({ roles: ['student', 'teacher', 'admin'] });
    for (const role of ['student', 'teacher', 'admin'] as const) {
      const answer = await enter(test, role);
      expect([answer.statusCode, answer.json().id]).toEqual([200, people[role].id]);
      const cookie = answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
      const user = await test.request({ method: 'GET', url: '/api/auth/user', as: { cookie } });
      expect(user.json().id).toBe(people[role].id);
    }
  });

  it.each([
    ['a pending student', { status: 'pending' }],
    ['a teacher', { role: 'teacher' }],
    ['a second administrator', { role: 'admin' }],
  ] as const)('nothing is offered or opened once %s exists', async (_, wishes) => {
    await createPerson(test.deps.db, { ...wishes, now });
    expect((await list(test)).statusCode).toBe(404);
    for (const role of ['student', 'teacher', 'admin']) expect((await enter(test, role)).statusCode).toBe(404);
  });

  it('nothing is offered when the example school is gone', async () => {
    await test.deps.db.deleteFrom('users').where('is_sample', '=', true).execute();
    expect((await list(test)).statusCode).toBe(404);
    expect((await enter(test, 'admin')).statusCode).toBe(404);
  });

  it('a blocked example student cannot be opened, nor a role that is not offered', async () => {
    await test.deps.db.updateTable('users').set({ status: 'blocked' }).where('id', '=', people.student.id).execute();
    expect((await enter(test, 'student')).statusCode).toBe(404);
    expect((await enter(test, 'secretary')).statusCode).toBe(404);
  });
});

it('in production the calls do not exist, even where the example accounts do', async () => {
  await exampleSchool(inProduction);
  expect((await list(inProduction)).statusCode).toBe(404);
  for (const role of ['student', 'teacher', 'admin']) expect((await enter(inProduction, role)).statusCode).toBe(404);
});
