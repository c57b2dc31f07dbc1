import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { createBankQuestion, publishComposed, takeQuiz } from '#server/testing/bank.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { createLesson, createSubject } from '#server/testing/study.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
let teacher: Person;
let subjectId: number;
let topicId: number;
const ofTopic: number[] = [];
let elsewhere: number;

beforeAll(async () => {
  teacher = await createPerson(test.deps.db, { role: 'teacher' });
  subjectId = await createSubject(test.deps.db, 'Direito Administrativo');
  for (let i = 0; i < 4; i += 1) {
    ofTopic.push((await createBankQuestion(test, teacher, { subjectId, topic: 'Atos' })).id);
  }
  elsewhere = (await createBankQuestion(test, teacher, { subjectId, topic: 'Licitações' })).id;
  const topic = await test.deps.db
    .selectFrom('topics')
    .select('id')
    .where('subject_id', '=', subjectId)
    .where('name', '=', 'Atos')
    .executeTakeFirstOrThrow();
  topicId = topic.id;
});

async function lessonAbout(topic: number | null, title = 'Atos administrativos') {
  const id = await createLesson(test.deps.db, title, subjectId);
  await test.deps.db
    .updateTable('lessons')
    .set({ author_id: teacher.id, topic_id: topic })
    .where('id', '=', id)
    .execute();
  return id;
}
const get = async (as: Person, url: string) => (await test.request({ method: 'GET', url, as })).json();
const start = (as: Person, lessonId: number, creationKey = randomUUID()) =>
  test.request({ method: 'POST', url: '/api/practices', as, payload: { kind: 'free', lessonId, creationKey } });
const choose = (as: Person, lessonId: number, questionIds: number[], before: number[] = []) =>
  test.request({ method: 'PUT', url: `/api/articles/${lessonId}/questions`, as, payload: { questionIds, before } });
const idsOf = (practice: { questions: { id: number }[] }) => practice.questions.map(({ id }) => id);

it('draws three of the lesson’s topic, and a reload goes on with them', async () => {
  const student = await createPerson(test.deps.db);
  const lessonId = await lessonAbout(topicId);
  expect(await get(student, `/api/articles/${lessonId}/practice`)).toEqual({ count: 3, of: 'lesson', open: null });
  const begun = await start(student, lessonId);
  expect([begun.statusCode, begun.json().title]).toEqual([201, 'Aula: Atos administrativos']);
  const drawn = idsOf(begun.json());
  expect(drawn).toHaveLength(3);
  for (const id of drawn) expect(ofTopic).toContain(id);
  expect(await get(student, `/api/articles/${lessonId}/practice`)).toEqual({
    count: 3,
    of: 'lesson',
    open: begun.json().id,
  });
  const replies = await Promise.all(Array.from({ length: 4 }, () => start(student, lessonId)));
  expect(replies.map((reply) => [reply.statusCode, reply.json().id])).toEqual(
    Array.from({ length: 4 }, () => [200, begun.json().id]),
  );
});

it('asks what the author chose, in that order, but nothing of an open attempt or a quiz still to take', async () => {
  const student = await createPerson(test.deps.db);
  const lessonId = await lessonAbout(null, 'Escolhidas');
  expect(await get(student, `/api/articles/${lessonId}/practice`)).toEqual({ count: 0, of: 'lesson', open: null });
  expect((await start(student, lessonId)).json().code).toBe('nothing_to_practise');
  const kept = await createBankQuestion(test, teacher, { subjectId });
  const wished = [elsewhere, kept.id, ofTopic[0] as number];
  expect((await choose(teacher, lessonId, wished)).json().questions.map(({ id }: { id: number }) => id)).toEqual(
    wished,
  );
  expect(await get(student, `/api/articles/${lessonId}/practice`)).toMatchObject({ count: 3 });
  await publishComposed(test, teacher, { questionIds: [kept.id] });
  expect(await get(student, `/api/articles/${lessonId}/practice`)).toMatchObject({ count: 2 });
  expect(idsOf((await start(student, lessonId)).json())).toEqual([elsewhere, ofTopic[0]]);
});

it('is chosen while the lesson is written, and asked once it is published', async () => {
  const [a, b] = ofTopic as [number, number];
  const send = (url: string, as: Person, payload: object) => test.request({ method: 'POST', url, as, payload });
  const { id, version } = (await send('/api/lesson-drafts', teacher, {})).json();
  const words = { title: 'Nova', content: '<p>x</p>', subjectId, topicId: null, version, baseVersion: null };
  const saved = await test.request({ method: 'PUT', url: `/api/lesson-drafts/${id}`, as: teacher, payload: words });
  const draft = saved.json();
  expect(await get(teacher, `/api/articles/${draft.id}/questions`)).toEqual({ questions: [] });
  const other = await createPerson(test.deps.db, { role: 'teacher' });
  expect((await choose(other, draft.id, [a, b])).statusCode).toBe(404);
  expect((await choose(teacher, draft.id, [b, a])).statusCode).toBe(200);
  expect((await choose(teacher, 2_000_000_000, [a, b])).statusCode).toBe(404);
  const published = await send(`/api/lesson-drafts/${draft.id}/publish`, teacher, {
    version: draft.version,
    lessonVersion: null,
  });
  expect(published.statusCode).toBe(200);
  const student = await createPerson(test.deps.db);
  expect(idsOf((await start(student, draft.id)).json())).toEqual([b, a]);
  // What is given up takes its choice with it.
  const second = (await send('/api/lesson-drafts', teacher, {})).json();
  await choose(teacher, second.id, [a, b]);
  await test.request({ method: 'DELETE', url: `/api/lesson-drafts/${second.id}`, as: teacher });
  const left = test.deps.db.selectFrom('lesson_questions').select('question_id').where('lesson_id', '=', second.id);
  expect(await left.execute()).toEqual([]);
});

it('is chosen by the author alone, over what they saw, two to five of the bank', async () => {
  const lessonId = await lessonAbout(topicId, 'De um autor');
  const [a, b, c] = ofTopic as [number, number, number];
  const other = await createPerson(test.deps.db, { role: 'teacher' });
  expect((await choose(other, lessonId, [a, b])).statusCode).toBe(403);
  for (const wrong of [[a], [a, a], [...ofTopic, elsewhere, 999_999], [a, 2_147_483_647]]) {
    expect((await choose(teacher, lessonId, wrong)).statusCode).toBe(400);
  }
  expect((await choose(teacher, lessonId, [a, b])).statusCode).toBe(200);
  // The same again is saved already; another list over one that has changed is not.
  expect((await choose(teacher, lessonId, [a, b])).statusCode).toBe(200);
  const late = await choose(teacher, lessonId, [b, c]);
  expect([late.statusCode, late.json().code]).toEqual([409, 'version_conflict']);
  expect((await choose(teacher, lessonId, [c, b], [a, b])).statusCode).toBe(200);
  expect(await get(teacher, `/api/articles/${lessonId}/questions`)).toMatchObject({
    questions: [{ id: c }, { id: b }],
  });
  expect((await choose(teacher, lessonId, [], [c, b])).json()).toEqual({ questions: [] });
});

it('asks others of the subject where a simulado that is still to be taken keeps the questions of the lesson', async () => {
  const newcomer = await createPerson(test.deps.db);
  const own = [
    await createBankQuestion(test, teacher, { subjectId, topic: 'Poderes' }),
    await createBankQuestion(test, teacher, { subjectId, topic: 'Poderes' }),
  ];
  const topic = await test.deps.db
    .selectFrom('topics')
    .select('id')
    .where('subject_id', '=', subjectId)
    .where('name', '=', 'Poderes')
    .executeTakeFirstOrThrow();
  const lessonId = await lessonAbout(topic.id, 'Poderes');
  expect(await get(newcomer, `/api/articles/${lessonId}/practice`)).toMatchObject({ count: 2, of: 'lesson' });
  await publishComposed(test, teacher, { questionIds: own.map(({ id }) => id) });
  const promised = await get(newcomer, `/api/articles/${lessonId}/practice`);
  expect(promised).toMatchObject({ count: 3, of: 'subject' });
  const given = idsOf((await start(newcomer, lessonId)).json());
  expect(given).toHaveLength(promised.count);
  for (const { id } of own) expect(given).not.toContain(id);
});

it('promises as many questions as it gives, before, during and after the simulado that keeps them', async () => {
  const student = await createPerson(test.deps.db);
  const own = [];
  for (let at = 0; at < 3; at += 1) own.push(await createBankQuestion(test, teacher, { subjectId, topic: 'Bens' }));
  const topic = await test.deps.db
    .selectFrom('topics')
    .select('id')
    .where('subject_id', '=', subjectId)
    .where('name', '=', 'Bens')
    .executeTakeFirstOrThrow();
  const quiz = await publishComposed(test, teacher, { questionIds: own.slice(1).map(({ id }) => id) });
  const ids = own.map(({ id }) => id);
  const expectGiven = async (of: 'lesson' | 'subject', isAsked: (id: number) => boolean) => {
    const lessonId = await lessonAbout(topic.id, 'Bens');
    const promised = await get(student, `/api/articles/${lessonId}/practice`);
    const given = idsOf((await start(student, lessonId)).json());
    expect(promised).toMatchObject({ count: given.length, of });
    expect(given.filter((id) => ids.includes(id)).every(isAsked)).toBe(true);
    return given;
  };
  const [first] = ids;
  await expectGiven('subject', (id) => id === first);
  const begun = await test.request({ method: 'POST', url: `/api/quizzes/${quiz.id}/start`, as: student });
  expect(begun.statusCode).toBe(201);
  await expectGiven('subject', (id) => id === first);
  await takeQuiz(test, student, quiz.id, new Map());
  expect((await expectGiven('lesson', () => true)).toSorted()).toEqual(ids.toSorted());
  // A second attempt asks them again, so that they are withheld once more.
  expect((await test.request({ method: 'POST', url: `/api/quizzes/${quiz.id}/start`, as: student })).statusCode).toBe(
    201,
  );
  await expectGiven('subject', (id) => id === first);
});
