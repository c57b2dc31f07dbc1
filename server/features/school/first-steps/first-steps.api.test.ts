import { beforeAll, expect, it } from 'vitest';
import type { FirstSteps } from '#contract/school/first-steps.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { paymentOffice } from '#server/testing/payment-office.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp();
let admin: Person;
const read = async () =>
  (await test.request({ method: 'GET', url: '/api/admin/first-steps', as: admin })).json<FirstSteps>();
const skip = (step: string, isSkipped: boolean) =>
  test.request({ method: 'PUT', url: `/api/admin/first-steps/${step}/skip`, as: admin, payload: { isSkipped } });

beforeAll(async () => {
  admin = await createPerson(test.deps.db, { role: 'admin' });
});

it('every step of a new school is open', async () => {
  const steps = await read();
  expect(steps).toMatchObject({
    brand: { state: 'open', schoolName: 'Alvorada', hasOwnName: false, hasLogo: false },
    payment: { state: 'open', hasProvider: false, hasKey: false, hasReceived: false },
    mail: { state: 'open', isSent: false },
    price: { state: 'open', priceCents: 29_700, isOnSale: true, hasEnd: false },
    claims: { state: 'open' },
    people: { state: 'open', students: 0, teachers: 0 },
  });
});

it('the payment step has a key once the school has replaced the example key', async () => {
  const { version } = (await test.request({ method: 'GET', url: '/api/admin/settings', as: admin })).json();
  const pixKey = 'financeiro@escola.com.br';
  const saved = await test.request({
    method: 'PATCH',
    url: '/api/admin/settings',
    as: admin,
    payload: { version, pixKey },
  });
  expect(saved.statusCode, saved.body).toBe(200);
  expect((await read()).payment).toEqual({ state: 'open', hasProvider: false, hasKey: true, hasReceived: false });
});

it('cash at the desk and money of the example school do not prove how people pay; a proof that the office approved does', async () => {
  const { db } = test.deps;
  const desk = paymentOffice(test);
  const payload = { newStudent: { firstName: 'Ana', lastName: 'Lima', email: 'ana@exemplo.com.br' }, method: 'cash' };
  const enrolled = await test.request({ method: 'POST', url: '/api/admin/enrollments', as: admin, payload });
  expect(enrolled.statusCode, enrolled.body).toBe(201);
  expect((await read()).payment).toMatchObject({ state: 'open', hasReceived: false });

  const example = await desk.student('analyzing');
  await db.updateTable('users').set({ is_sample: true }).where('id', '=', example.id).execute();
  await desk.approve(admin, example.paymentCode);
  expect((await read()).payment).toMatchObject({ state: 'open', hasReceived: false });

  const own = await desk.student('analyzing');
  await desk.approve(admin, own.paymentCode);
  expect((await read()).payment).toMatchObject({ state: 'done', hasReceived: true });
  await db.deleteFrom('users').where('role', '=', 'student').execute();
});

it('people of the example school do not make the step of people done', async () => {
  const example = await createPerson(test.deps.db, { role: 'teacher', status: 'active' });
  await test.deps.db.updateTable('users').set({ is_sample: true }).where('id', '=', example.id).execute();
  expect((await read()).people).toEqual({ state: 'open', students: 0, teachers: 0 });
});

it('a step is skipped and reopened, with one audit event for each change', async () => {
  expect((await skip('brand', true)).json<FirstSteps>().brand.state).toBe('skipped');
  await Promise.all([skip('brand', true), skip('brand', true)]);
  expect((await read()).brand.state).toBe('skipped');
  expect((await skip('brand', false)).json<FirstSteps>().brand.state).toBe('open');
  const events = await test.deps.db
    .selectFrom('audit_events')
    .select('action')
    .where('action', 'like', 'first_step.%')
    .orderBy('id')
    .execute();
  expect(events.map(({ action }) => action)).toEqual(['first_step.skipped', 'first_step.resumed']);
  expect((await skip('nothing', true)).statusCode).toBe(404);
});

it('a skipped step is done as soon as the school meets it', async () => {
  await skip('people', true);
  await createPerson(test.deps.db, { role: 'teacher' });
  expect((await read()).people).toEqual({ state: 'done', students: 0, teachers: 1 });
});
