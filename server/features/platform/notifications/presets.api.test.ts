import { expect, it } from 'vitest';
import type { NotificationChoice } from '#contract/platform/notifications.ts';
import { createPerson } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp();
const url = '/api/notification-choices';

it('a preset chooses for every kind, also when it is chosen twice and after single choices', async () => {
  const as = await createPerson(test.deps.db, { now: test.clock.now() });
  const choices = async () => (await test.request({ method: 'GET', url, as })).json() as NotificationChoice[];
  const put = (preset: string) => test.request({ method: 'PUT', url, as, payload: { preset } });
  const usual = await choices();
  await test.request({ method: 'PATCH', url, as, payload: { kind: 'exam_near', inApp: false } });
  expect((await put('essential')).statusCode).toBe(200);
  const essential = (await put('essential')).json() as NotificationChoice[];
  expect(essential.every(({ inApp, email, emailAlways }) => inApp && email === emailAlways)).toBe(true);
  expect(await choices()).toEqual(essential);
  await put('usual');
  expect(await choices()).toEqual(usual);
  expect((await put('none')).statusCode).toBe(400);
});
