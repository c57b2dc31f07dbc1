import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import type { Notification } from '#contract/platform/notifications.ts';
import { createBankQuestion } from '#server/testing/bank.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { writtenMails } from '#server/testing/mails.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { nextAt, remindOfReviews } from './reminders.service.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
let question: Awaited<ReturnType<typeof createBankQuestion>>;

beforeAll(async () => {
  const teacher = await createPerson(test.deps.db, { role: 'teacher' });
  question = await createBankQuestion(test, teacher, { topic: 'Crase' });
  await createBankQuestion(test, teacher, { topic: 'Crase' });
});

const call = (as: Person, method: 'GET' | 'POST' | 'PUT' | 'PATCH', url: string, payload?: object) =>
  test.request({ method, url, as, ...(payload ? { payload } : {}) });
const remindAt = async (as: Person, hour: number | null) =>
  (await call(as, 'PUT', '/api/review/reminder', { hour })).json();
const told = async (as: Person) =>
  ((await call(as, 'GET', '/api/notifications')).json() as Notification[]).filter(
    ({ kind }) => kind === 'review_waiting',
  );

/** At 9 h of the morning in São Paulo, with something that comes back. */
async function studying(): Promise<Person> {
  test.clock.set('2026-11-15T12:00:00.000Z');
  const person = await createPerson(test.deps.db, { now: test.clock.now() });
  const answer = { key: randomUUID(), questionId: question.id, optionId: question.wrong };
  expect((await call(person, 'POST', '/api/review/answers', answer)).statusCode).toBe(200);
  return person;
}

it.each([
  ['2026-11-15T12:00:00Z', 19, '2026-11-15T22:00:00.000Z'],
  ['2026-11-15T22:00:00Z', 19, '2026-11-16T22:00:00.000Z'],
  ['2026-11-16T02:30:00Z', 23, '2026-11-17T02:00:00.000Z'],
  ['2026-11-16T02:30:00Z', 0, '2026-11-16T03:00:00.000Z'],
])('at %s the next %i h is at %s', (now, hour, expected) => {
  expect(nextAt(hour, new Date(now)).toISOString()).toBe(expected);
});

it('a reminder comes at its hour, once a day, and replaces the one of yesterday', async () => {
  const ana = await studying();
  expect(await remindAt(ana, 19)).toEqual({ hour: 19 });
  await remindOfReviews(test.deps);
  expect(await told(ana)).toEqual([]);

  test.clock.set('2026-11-15T22:00:30.000Z');
  await Promise.all([remindOfReviews(test.deps), remindOfReviews(test.deps)]);
  await remindAt(ana, 20);
  test.clock.set('2026-11-15T23:00:30.000Z');
  await remindOfReviews(test.deps);
  const [first, ...others] = await told(ana);
  expect(others).toEqual([]);
  expect(first).toMatchObject({ title: 'Sua revisão de hoje espera por você', path: '/review', readAt: null });

  test.clock.set('2026-11-16T23:00:30.000Z');
  await remindOfReviews(test.deps);
  expect((await told(ana)).map(({ createdAt }) => createdAt)).toEqual(['2026-11-16T23:00:30.000Z']);
});

it('a reminder goes by e-mail to a student who chose that', async () => {
  const ana = await studying();
  await remindAt(ana, 19);
  await call(ana, 'PATCH', '/api/notification-choices', { kind: 'review_waiting', email: true });
  test.clock.set('2026-11-15T22:00:30.000Z');
  await remindOfReviews(test.deps);
  await test.deps.jobs.drain();
  const mails = (await writtenMails(test.deps.config.dataDir)).filter(({ to }) => to === ana.email);
  expect(mails.map(({ subject }) => subject)).toEqual(['Sua revisão de hoje espera por você']);
});

it('a reminder is not sent when nothing is due, when it is switched off, or hours too late', async () => {
  const [done, never, blocked, late] = [await studying(), await studying(), await studying(), await studying()];
  const idle = await createPerson(test.deps.db, { now: test.clock.now() });
  for (const person of [done, never, blocked, late, idle]) await remindAt(person, 19);
  expect(await remindAt(never, null)).toEqual({ hour: null });
  await test.deps.db.updateTable('users').set({ status: 'blocked' }).where('id', '=', blocked.id).execute();
  for (const { questionId, options } of (await call(done, 'GET', '/api/review/today')).json().items) {
    await call(done, 'POST', '/api/review/answers', { key: randomUUID(), questionId, optionId: options[0].id });
  }
  test.clock.set('2026-11-15T22:00:30.000Z');
  await test.deps.db
    .updateTable('review_reminders')
    .set({ next_at: new Date('2026-11-15T19:00:00.000Z') })
    .where('user_id', '=', late.id)
    .execute();
  await remindOfReviews(test.deps);
  for (const person of [done, never, late, idle]) expect(await told(person)).toEqual([]);
  const rows = test.deps.db.selectFrom('notifications').select('id').where('user_id', '=', blocked.id);
  expect(await rows.execute()).toEqual([]);
  const waiting = test.deps.db
    .selectFrom('review_reminders')
    .select('user_id')
    .where('next_at', '<=', test.clock.now());
  expect(await waiting.execute()).toEqual([]);
});

it('only students can set a reminder, for a full hour of the day', async () => {
  const teacher = await createPerson(test.deps.db, { role: 'teacher', now: test.clock.now() });
  expect((await call(teacher, 'PUT', '/api/review/reminder', { hour: 19 })).statusCode).toBe(400);
  const ana = await studying();
  for (const hour of [24, -1, 1.5, '19']) {
    expect((await call(ana, 'PUT', '/api/review/reminder', { hour })).statusCode).toBe(400);
  }
});
