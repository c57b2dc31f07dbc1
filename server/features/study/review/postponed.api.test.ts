import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { type Mistakes, POSTPONED_MAX, type ReviewDay } from '#contract/study/review.ts';
import type { StudyPlan } from '#contract/study/study-plan.ts';
import { createBankQuestion, publishComposed } from '#server/testing/bank.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { createSubject } from '#server/testing/study.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { addPostponed } from './review-day.store.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
type Question = Awaited<ReturnType<typeof createBankQuestion>>;
let questions: Question[];

beforeAll(async () => {
  test.clock.set('2026-11-02T12:00:00.000Z');
  const teacher = await createPerson(test.deps.db, { role: 'teacher' });
  const subjectId = await createSubject(test.deps.db, 'Português');
  questions = [];
  for (let at = 0; at < 4; at += 1) questions.push(await createBankQuestion(test, teacher, { subjectId }));
});

const student = () => {
  test.clock.set('2026-11-02T12:00:00.000Z');
  return createPerson(test.deps.db, { now: test.clock.now() });
};
const call = (as: Person, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
  test.request({ method, url, as, ...(payload ? { payload } : {}) });
const asked = async (as: Person, query = '') =>
  ((await call(as, 'GET', `/api/review/today${query}`)).json() as ReviewDay).items.map(({ questionId }) => questionId);
const postpone = (as: Person, questionId: number) => call(as, 'PUT', `/api/review/postponed/${questionId}`);
const fail = (as: Person, { id: questionId, wrong: optionId }: Question) =>
  call(as, 'POST', '/api/review/answers', { key: randomUUID(), questionId, optionId });
const at = (index: number) => questions[index] as Question;
const postponedIn = async (as: Person) =>
  ((await call(as, 'GET', '/api/mistakes')).json() as Mistakes).items
    .filter(({ isPostponed }) => isPostponed)
    .map(({ questionId }) => questionId);

it('a question that is put off leaves the review of today, also when asked twice, and is back tomorrow', async () => {
  const person = await student();
  const before = await asked(person);
  const [first = 0, ...others] = before;
  expect((await postpone(person, first)).statusCode).toBe(200);
  expect((await postpone(person, first)).statusCode).toBe(200);
  expect(await asked(person)).toEqual(others);
  test.clock.set('2026-11-03T12:00:00.000Z');
  expect(new Set(await asked(person))).toEqual(new Set(before));
});

it('a question that is put off can be taken back on the same day', async () => {
  const person = await student();
  const before = await asked(person);
  await postpone(person, before[0] ?? 0);
  for (let time = 0; time < 2; time += 1) {
    expect((await call(person, 'DELETE', `/api/review/postponed/${before[0]}`)).statusCode).toBe(200);
  }
  expect(await asked(person)).toEqual(before);
});

it('no other question takes the place of one that is put off, and the plan counts the shorter review', async () => {
  const person = await student();
  // The day has more candidates than it asks: a goal of few hours makes it shorter than the bank.
  const teacher = await createPerson(test.deps.db, { role: 'teacher' });
  const subjectId = await createSubject(test.deps.db, 'História');
  const bank = [...questions];
  for (let made = 0; made < 30; made += 1) bank.push(await createBankQuestion(test, teacher, { subjectId }));
  await fail(person, at(0));
  test.clock.set('2026-11-03T12:00:00.000Z');
  const before = await asked(person);
  await postpone(person, at(0).id);
  const after = await asked(person);
  expect(after).toEqual(before.filter((id) => id !== at(0).id));
  expect(after.length).toBe(before.length - 1);
  // Only new questions are left: an offer, and no part of the plan.
  const plan = (await call(person, 'GET', '/api/study-plan')).json() as StudyPlan;
  expect(plan.today.items.filter(({ kind }) => kind === 'review')).toEqual([]);
  // One that was answered today has had its place: putting it off takes no second one.
  const answered = bank.find(({ id }) => id === after[0]) as Question;
  await fail(person, answered);
  const left = await asked(person);
  expect((await postpone(person, answered.id)).statusCode).toBe(200);
  expect(await asked(person)).toEqual(left);
});

it('a mistake that is put off leaves the round of mistakes of today, and answers when it is asked for by its id', async () => {
  const person = await student();
  await fail(person, at(0));
  await fail(person, at(1));
  test.clock.set('2026-11-03T12:00:00.000Z');
  await postpone(person, at(0).id);
  expect(await asked(person, '?of=mistakes')).toEqual([at(1).id]);
  expect(await asked(person, `?of=mistakes&questionId=${at(0).id}`)).toEqual([at(0).id]);
  expect(await postponedIn(person)).toEqual([at(0).id]);
});

it('a mistake of today that is put off leaves the round of mistakes of today', async () => {
  const person = await student();
  await fail(person, at(0));
  await fail(person, at(1));
  expect((await postpone(person, at(0).id)).statusCode).toBe(200);
  expect(await asked(person, '?of=mistakes')).toEqual([at(1).id]);
  expect(await postponedIn(person)).toEqual([at(0).id]);
});

it('the notebook counts what a round of mistakes asks: not what is put off today, nor what a mock exam keeps', async () => {
  const person = await student();
  const teacher = await createPerson(test.deps.db, { role: 'teacher' });
  const kept = await createBankQuestion(test, teacher);
  for (const question of [at(0), at(1), at(2), kept]) await fail(person, question);
  const counted = async (query = '') => ((await call(person, 'GET', `/api/mistakes${query}`)).json() as Mistakes).redo;
  expect(await counted()).toBe(4);
  expect(await asked(person, '?of=mistakes')).toHaveLength(4);
  await publishComposed(test, teacher, { questionIds: [kept.id] }, { title: 'Ainda por fazer' });
  expect(await asked(person, '?of=mistakes')).not.toContain(kept.id);
  expect(await counted()).toBe(3);
  await postpone(person, at(0).id);
  expect(await asked(person, '?of=mistakes')).toHaveLength(2);
  expect(await counted()).toBe(2);
  expect(await counted('?state=left')).toBe(0);
});

it('an answer in the review ends the putting off, once: the same answer sent again does not', async () => {
  const person = await student();
  await fail(person, at(0));
  await postpone(person, at(0).id);
  const given = { key: randomUUID(), questionId: at(0).id, optionId: at(0).wrong };
  await call(person, 'POST', '/api/review/answers', given);
  expect(await postponedIn(person)).toEqual([]);
  expect(await asked(person, '?of=mistakes')).toEqual([at(0).id]);
  await postpone(person, at(0).id);
  await call(person, 'POST', '/api/review/answers', given);
  expect(await postponedIn(person)).toEqual([at(0).id]);
});

it('an answer in a practice ends the putting off, and only of its question', async () => {
  const person = await student();
  for (const index of [0, 1]) await fail(person, at(index));
  for (const index of [0, 1]) await postpone(person, at(index).id);
  const practice = (await call(person, 'POST', '/api/practices', { kind: 'free', only: 'wrong' })).json();
  const given = { questionId: at(0).id, optionId: at(0).wrong };
  expect((await call(person, 'POST', `/api/practices/${practice.id}/answers`, given)).statusCode).toBe(200);
  expect(await postponedIn(person)).toEqual([at(1).id]);
});

it('only a question of the own review or notebook can be put off', async () => {
  const person = await student();
  await asked(person);
  expect((await postpone(person, 2_000_000_000)).statusCode).toBe(404);
  expect((await call(person, 'DELETE', '/api/review/postponed/2000000000')).statusCode).toBe(200);
});

it('a day keeps a bounded number of questions that were put off, the newest of them', async () => {
  const person = await student();
  await asked(person);
  for (let id = 1; id <= POSTPONED_MAX + 2; id += 1) {
    await addPostponed(test.deps.db, person.id, '2026-11-02', id, POSTPONED_MAX);
  }
  const row = await test.deps.db
    .selectFrom('review_days')
    .select('postponed_ids')
    .where('user_id', '=', person.id)
    .executeTakeFirstOrThrow();
  expect(row.postponed_ids).toHaveLength(POSTPONED_MAX);
  expect(row.postponed_ids).toContain(POSTPONED_MAX + 2);
  expect(row.postponed_ids).not.toContain(1);
});
