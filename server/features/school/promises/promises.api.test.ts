import { beforeAll, expect, it } from 'vitest';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
let admin: Person;
beforeAll(async () => {
  admin = await createPerson(test.deps.db, { role: 'admin' });
});

const list = async () => (await test.request({ method: 'GET', url: '/api/admin/landing-promises', as: admin })).json();
const hide = (promise: string, isHidden: boolean) =>
  test.request({ method: 'PUT', url: `/api/admin/landing-promises/${promise}`, as: admin, payload: { isHidden } });

it('an unfulfilled promise is listed, hidden with one call, and shown again', async () => {
  expect(await list()).toEqual([
    { promise: 'card', isKept: false, isHidden: false },
    { promise: 'slip', isKept: false, isHidden: false },
    { promise: 'whatsapp', isKept: false, isHidden: false },
  ]);
  expect((await hide('card', true)).json()[0]).toEqual({ promise: 'card', isKept: false, isHidden: true });
  expect(test.deps.school.now.hidden).toEqual({ card: true, slip: false, whatsapp: false });
  // Concurrent changes from two screens: all of them are saved.
  const answers = await Promise.all([hide('slip', true), hide('whatsapp', true)]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect(test.deps.school.now.hidden).toEqual({ card: true, slip: true, whatsapp: true });
  await hide('card', false);
  expect(test.deps.school.now.hidden.card).toBe(false);
  expect((await hide('cheque', true)).statusCode).toBe(404);
});

it('the WhatsApp promise is fulfilled when the school has a number', async () => {
  const { version } = (await test.request({ method: 'GET', url: '/api/admin/settings', as: admin })).json();
  const wish = { version, whatsappNumber: '5511999998888' };
  await test.request({ method: 'PATCH', url: '/api/admin/settings', as: admin, payload: wish });
  expect((await list())[2]).toMatchObject({ promise: 'whatsapp', isKept: true });
});
