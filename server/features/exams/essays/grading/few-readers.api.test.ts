import { expect, it } from 'vitest';
import { emptyCorrection } from '#contract/exams/essay-corrections.ts';
import type { QueuedEssay } from '#contract/exams/essay-grading.ts';
import type { SecondReading } from '#contract/exams/second-reading.ts';
import { essayClient, essayOf, fullPoints } from '#server/testing/essays.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
const { call, publishTheme, deliver } = essayClient(test);
const desk = '/api/teacher/essays';
const secondReading: SecondReading = { totalLimit: 2, criterionLimit: null, finalMark: 'closest_two' };
const kept = { points: fullPoints, languageErrors: 0, zeroReasonKeys: [], scoreBefore: 16.1, answer: 'A nota fica.' };

/** A school with these people alone: everybody who could read before is blocked. */
const school = async (teachers: number) => {
  await test.deps.db.updateTable('users').set({ status: 'blocked' }).where('role', '<>', 'student').execute();
  const admin = await createPerson(test.deps.db, { role: 'admin' });
  const others: Person[] = [];
  for (let made = 0; made < teachers; made += 1) {
    others.push(await createPerson(test.deps.db, { role: 'teacher' }));
  }
  return { admin, others };
};
const lease = (as: Person, id: number) => call(as, 'POST', `${desk}/${id}/lease`);
const read = async (as: Person, id: number, change: object = {}) => {
  expect((await lease(as, id)).statusCode).toBe(200);
  const correction = { ...emptyCorrection, points: { ...fullPoints, ...change } };
  const done = await call(as, 'POST', `${desk}/${id}/return`, { correction, revision: 1 });
  expect(done.statusCode).toBe(200);
  return done.json();
};
const close = (as: Person, id: number) => call(as, 'POST', `/api/admin/essays/${id}/return`);
const listed = async (as: Person, list: string) =>
  ((await call(as, 'GET', `${desk}?list=${list}`)).json() as QueuedEssay[]).map(({ id }) => id);
const newEssay = async (themeId: number) => {
  const student = await createPerson(test.deps.db);
  return { student, id: (await deliver(student, themeId, essayOf(25))).id };
};

it('an administrator returns an essay that lacks a third reader with the readings that there are, once and audited', async () => {
  const { admin, others } = await school(1);
  const [teacher] = others as [Person];
  const { id, student } = await newEssay(await publishTheme(admin, { secondReading }));
  expect((await close(admin, id)).json().code).toBe('state_conflict');
  await read(admin, id);
  expect((await call(admin, 'GET', `${desk}/${id}`)).json().mayClose).toBe(true);
  await lease(teacher, id);
  expect((await close(admin, id)).json().message).toMatch(/lê esta redação agora/);
  expect(await read(teacher, id, { tema: 0.5 })).toMatchObject({ state: 'delivered', mayClose: false });
  expect([await listed(admin, 'waiting'), await listed(teacher, 'partial')]).toEqual([[], []]);
  expect(await listed(admin, 'partial')).toEqual([id]);
  expect((await close(teacher, id)).statusCode).toBe(403);
  const both = await Promise.all([close(admin, id), close(admin, id)]);
  expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect(both[0].json()).toMatchObject({ state: 'returned', result: { score: 14.1 }, mayClose: false });
  expect(await listed(admin, 'partial')).toEqual([]);
  const told = (await call(student, 'GET', '/api/notifications')).json() as { kind: string }[];
  expect(told.filter(({ kind }) => kind === 'essay_returned')).toHaveLength(1);
  const audits = test.deps.db.selectFrom('audit_events').select('action').where('subject', '=', `essay:${id}`);
  expect(await audits.execute()).toEqual([{ action: 'essay.closed' }]);
});

it('one finished reading is enough, and an essay of one reader is not closed', async () => {
  const { admin } = await school(1);
  const blind = await newEssay(await publishTheme(admin, { secondReading }));
  await read(admin, blind.id);
  expect((await close(admin, blind.id)).json()).toMatchObject({ state: 'returned', result: { score: 16.1 } });
  const single = await newEssay(await publishTheme(admin));
  expect((await close(admin, single.id)).json().code).toBe('state_conflict');
});

it('an administrator who read an essay decides its review only while no other person could', async () => {
  const { admin } = await school(0);
  const { id, student } = await newEssay(await publishTheme(admin));
  await read(admin, id);
  await call(student, 'POST', `/api/essays/${id}/review`, { reason: 'Tema.' });
  const teacher = await createPerson(test.deps.db, { role: 'teacher' });
  const decide = (as: Person) => call(as, 'POST', `${desk}/${id}/review`, kept);
  expect((await decide(admin)).json().code).toBe('state_conflict');
  expect([await listed(admin, 'reviews'), await listed(teacher, 'reviews')]).toEqual([[], [id]]);
  await test.deps.db.updateTable('users').set({ status: 'blocked' }).where('id', '=', teacher.id).execute();
  expect(await listed(admin, 'reviews')).toEqual([id]);
  expect((await call(admin, 'GET', `${desk}/${id}`)).json().mayDecide).toBe(true);
  expect((await decide(admin)).json()).toMatchObject({ review: { state: 'kept' } });
});

it('a theme counts the active people who may read', async () => {
  const { admin } = await school(1);
  await createPerson(test.deps.db, { role: 'teacher', status: 'pending' });
  const themeId = await publishTheme(admin, { secondReading });
  expect((await call(admin, 'GET', `/api/teacher/essay-themes/${themeId}`)).json().readerCount).toBe(2);
});
