import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Mistakes, ReviewDay } from '#contract/study/review.ts';
import type { StudyPlan } from '#contract/study/study-plan.ts';
import { createBankQuestion, publishComposed, takeQuiz } from '#server/testing/bank.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { createSubject } from '#server/testing/study.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { takeInOldAnswers } from './answer-log.service.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
type Question = Awaited<ReturnType<typeof createBankQuestion>>;
let teacher: Person;
let questions: Question[];

beforeAll(async () => {
  test.clock.set('2026-11-02T12:00:00.000Z');
  teacher = await createPerson(test.deps.db, { role: 'teacher' });
  const subjectId = await createSubject(test.deps.db, 'Português');
  questions = [];
  for (let at = 0; at < 4; at += 1) {
    questions.push(await createBankQuestion(test, teacher, { subjectId, topic: 'Crase', comment: 'Porque sim.' }));
  }
});

const call = (as: Person, method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object) =>
  test.request({ method, url, as, ...(payload ? { payload } : {}) });
const today = async (as: Person, query = '') =>
  (await call(as, 'GET', `/api/review/today${query}`)).json() as ReviewDay;
const mistakes = async (as: Person, query = '') => (await call(as, 'GET', `/api/mistakes${query}`)).json() as Mistakes;
const reply = (as: Person, question: Question, how: 'right' | 'wrong', more: object = {}) =>
  call(as, 'POST', '/api/review/answers', {
    key: randomUUID(),
    questionId: question.id,
    optionId: question[how],
    ...more,
  });
const at = (place: number) => questions[place] as Question;
const student = (now = '2026-11-02T12:00:00.000Z') => {
  test.clock.set(now);
  return createPerson(test.deps.db, { now: test.clock.now() });
};

const topicOf = async (subject_id: number, name: string) => {
  const row = await test.deps.db
    .insertInto('topics')
    .values({ subject_id, name, name_key: name.toLowerCase() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
};

describe("today's review", () => {
  it('starts with new questions, shows the key only after the answer, and says what is left', async () => {
    const person = await student();
    const before = await today(person);
    expect(before.items.map(({ reason }) => reason)).toEqual(Array(4).fill('nova: Crase'));
    expect(JSON.stringify(before)).not.toContain('Porque sim.');
    expect(before).toMatchObject({ answered: 0, right: 0, minutes: 5 });

    const told = (await reply(person, at(0), 'wrong')).json();
    expect(told.answer).toMatchObject({ isCorrect: false, rightOptionId: at(0).right, comment: 'Porque sim.' });
    // The key counts as opened, also for a quiz on the same day (103).
    const openings = test.deps.db.selectFrom('key_openings').select('question_id').where('user_id', '=', person.id);
    expect(await openings.execute()).toEqual([{ question_id: at(0).id }]);
    await reply(person, at(1), 'right');
    const after = await today(person);
    expect(after.items.map(({ questionId }) => questionId).toSorted()).toEqual([at(2).id, at(3).id]);
    expect(after).toMatchObject({ answered: 2, right: 1 });

    test.clock.set('2026-11-03T12:00:00.000Z');
    // By another one of its topic, which was not answered yet.
    const [returned] = (await today(person)).items.filter(({ standsFor }) => standsFor === at(0).id);
    expect(returned).toMatchObject({ reason: 'Crase: você errou uma ontem', isNew: false });
  });

  it('the same key is the same answer, however often and with whatever option', async () => {
    const person = await student();
    const key = randomUUID();
    const [first, again] = await Promise.all([
      reply(person, at(0), 'wrong', { key }),
      reply(person, at(0), 'wrong', { key }),
    ]);
    expect([first.statusCode, again.statusCode]).toEqual([200, 200]);
    const other = (await reply(person, at(0), 'right', { key })).json();
    expect(other.answer).toMatchObject({ optionId: at(0).wrong, isCorrect: false });
    expect(await today(person)).toMatchObject({ answered: 1, right: 0 });
  });

  it("'foi chute' turns a right answer into a wrong one", async () => {
    const person = await student();
    const key = randomUUID();
    await reply(person, at(0), 'right', { key });
    expect((await mistakes(person)).open).toBe(0);
    await reply(person, at(0), 'right', { key, guessed: true });
    expect((await mistakes(person)).items.map(({ questionId }) => questionId)).toEqual([at(0).id]);
  });

  it('does not show its results while one of its questions is in an open attempt', async () => {
    const person = await student();
    const asked = await createBankQuestion(test, teacher, { topic: 'Regência' });
    await reply(person, asked, 'right');
    expect(await today(person)).toMatchObject({ answered: 1, right: 1 });
    const { id: quizId } = await publishComposed(test, teacher, { questionIds: [asked.id] }, { title: 'Em andamento' });
    await call(person, 'POST', `/api/quizzes/${quizId}/start`);
    expect(await today(person)).toMatchObject({ answered: 1, right: null });
  });

  it('neither answers a question that a quiz still keeps, nor one with a foreign option', async () => {
    const person = await student();
    const kept = await createBankQuestion(test, teacher);
    await publishComposed(test, teacher, { questionIds: [kept.id] }, { title: 'Ainda por fazer' });
    expect((await today(person)).items.map(({ questionId }) => questionId)).not.toContain(kept.id);
    expect((await reply(person, kept, 'right')).statusCode).toBe(404);
    expect((await reply(person, { ...at(0), right: at(1).right }, 'right')).statusCode).toBe(404);
  });
});

it('stands in the plan before lessons once something comes back, until it is done', async () => {
  const person = await student();
  const plan = async () => {
    const { today: day } = (await call(person, 'GET', '/api/study-plan')).json() as StudyPlan;
    return day.items.filter(({ kind }) => kind === 'review');
  };
  // New questions alone are an offer.
  expect(await plan()).toEqual([]);
  await reply(person, at(0), 'wrong');
  expect(await plan()).toMatchObject([{ title: expect.stringMatching(/^Revisão: \d+ quest/), started: true }]);
  test.clock.set('2026-11-03T12:00:00.000Z');
  const { items, minutes } = await today(person);
  expect(await plan()).toMatchObject([{ questionCount: items.length, minutes, done: false, started: false }]);
  expect((await call(person, 'GET', '/api/review/forecast')).json()).toMatchObject({
    enough: false,
    missing: 59,
    all: null,
    subjects: [],
  });
  for (const item of items) {
    const { questionId, standsFor } = item;
    const payload = {
      key: randomUUID(),
      questionId,
      optionId: item.options[0]?.id,
      ...(standsFor ? { standsFor } : {}),
    };
    expect((await call(person, 'POST', '/api/review/answers', payload)).statusCode).toBe(200);
  }
  expect(await plan()).toMatchObject([{ questionCount: items.length, done: true, minutesLeft: 0 }]);
  const done = await today(person);
  expect(done).toMatchObject({ items: [], answered: items.length, won: null });
  const { firm, almost, notYet } = done.grip ?? { firm: 0, almost: 0, notYet: 0 };
  expect(firm + almost).toBe(done.right);
  expect(firm + almost + notYet).toBe(items.length);
  expect(done.coming).toHaveLength(7);
  expect(done.coming[0]?.day).toBe('2026-11-04');
  for (const { back, fresh } of done.coming) expect(back + fresh).toBeLessThanOrEqual(done.most);
});

describe('another question of the topic', () => {
  it('is asked in the place of one that was answered, and its answer moves both', async () => {
    const person = await student();
    const subjectId = await createSubject(test.deps.db, 'Física');
    const topicId = await topicOf(subjectId, 'Óptica');
    const first = await createBankQuestion(test, teacher, { subjectId, topicId });
    await reply(person, first, 'wrong');
    const other = await createBankQuestion(test, teacher, { subjectId, topicId });

    test.clock.set('2026-11-03T12:00:00.000Z');
    const item = (await today(person)).items.find(({ questionId }) => questionId === other.id);
    expect(item).toMatchObject({ standsFor: first.id, reason: 'Óptica: você errou uma ontem', isNew: false });
    // A question of another topic is no valid substitute, so this answer does not count for the first question.
    await reply(person, at(0), 'right', { standsFor: first.id });
    await reply(person, other, 'right', { standsFor: first.id });
    expect((await today(person)).items.map(({ questionId }) => questionId)).not.toContain(first.id);
    const state = () =>
      test.deps.db
        .selectFrom('memory_states')
        .select(['last_right', 'right_days', 'answers', 'wrongs'])
        .where('user_id', '=', person.id)
        .where('question_id', '=', first.id)
        .executeTakeFirst();
    expect(await state()).toEqual({ last_right: true, right_days: 1, answers: 1, wrongs: 1 });

    // The day after the mistake is trained as itself: two right days, and it leaves.
    test.clock.set('2026-11-05T12:00:00.000Z');
    expect((await mistakes(person)).items.map(({ questionId }) => questionId)).toEqual([first.id]);
    await reply(person, first, 'right');
    expect((await mistakes(person)).open).toBe(0);
    const stood = test.deps.db.selectFrom('answer_log').select('question_id').where('stands_for', 'is not', null);
    expect(await stood.where('user_id', '=', person.id).execute()).toEqual([{ question_id: other.id }]);
  });
});

describe('the log', () => {
  it('takes in practice at once and attempts after they are closed, each once', async () => {
    const person = await student();
    const asked = await createBankQuestion(test, teacher, { topic: 'Regência' });
    const { id: quizId } = await publishComposed(test, teacher, { questionIds: [asked.id] }, { title: 'Curto' });
    await takeQuiz(test, person, quizId, new Map([[asked.id, asked.wrong]]));
    expect((await mistakes(person)).open).toBe(0);
    await test.deps.jobs.drain();
    await test.deps.jobs.drain();
    expect((await mistakes(person)).items).toMatchObject([{ questionId: asked.id, topic: 'Regência', wrongs: 1 }]);

    test.clock.set('2026-11-04T12:00:00.000Z');
    const practice = (await call(person, 'POST', '/api/practices', { kind: 'training', quizId })).json();
    const payload = { questionId: asked.id, optionId: asked.right };
    await call(person, 'POST', `/api/practices/${practice.id}/answers`, payload);
    await call(person, 'POST', `/api/practices/${practice.id}/answers`, payload);
    expect((await mistakes(person)).items).toMatchObject([{ questionId: asked.id, rightDays: 1 }]);
  });

  it('takes in what was answered before it was there, in its order and once', async () => {
    const { db } = test.deps;
    const person = await student();
    const asked = await createBankQuestion(test, teacher, { topic: 'Regência' });
    const { id: quizId } = await publishComposed(test, teacher, { questionIds: [asked.id] }, { title: 'Antigo' });
    await takeQuiz(test, person, quizId, new Map([[asked.id, asked.wrong]]));
    await test.deps.jobs.drain();
    test.clock.set('2026-11-04T12:00:00.000Z');
    const practice = (await call(person, 'POST', '/api/practices', { kind: 'training', quizId })).json();
    const payload = { questionId: asked.id, optionId: asked.right };
    await call(person, 'POST', `/api/practices/${practice.id}/answers`, payload);
    const known = async () => {
      await mistakes(person);
      const log = db.selectFrom('answer_log').select(['source', 'source_key', 'option_id', 'is_right', 'study_day']);
      const states = db.selectFrom('memory_states').selectAll().where('user_id', '=', person.id);
      return {
        log: await log.where('user_id', '=', person.id).orderBy('study_day').orderBy('id').execute(),
        states: await states.execute(),
      };
    };
    const before = await known();
    expect(before).toMatchObject({
      log: [{ source: 'attempt' }, { source: 'practice' }],
      states: [{ right_days: 1, answers: 2 }],
    });

    // As if it had been installed now.
    await db.deleteFrom('answer_log').where('user_id', '=', person.id).execute();
    await db.deleteFrom('memory_states').where('user_id', '=', person.id).execute();
    await db
      .updateTable('answer_intake')
      .set({ attempts_through: 0, practices_through: 0, attempts_until: 1_000_000, practices_until: practice.id })
      .execute();
    while (await takeInOldAnswers(test.deps));
    expect(await known()).toEqual(before);
    expect(await takeInOldAnswers(test.deps)).toBe(false);
    expect(await known()).toEqual(before);
  });

  it('leaves out an attempt whose key is not open: too little was answered', async () => {
    const person = await student();
    const three = [];
    for (let n = 0; n < 3; n += 1) three.push(await createBankQuestion(test, teacher));
    const questionIds = three.map(({ id }) => id);
    const { id: quizId } = await publishComposed(test, teacher, { questionIds }, { title: 'Quase em branco' });
    const [first] = three;
    await takeQuiz(test, person, quizId, new Map([[first?.id ?? 0, first?.wrong ?? 0]]));
    await test.deps.jobs.drain();
    expect((await mistakes(person)).open).toBe(0);
  });

  it('is all that the states need: rebuilt from it, they are the same', async () => {
    const person = await student();
    await reply(person, at(0), 'wrong');
    await reply(person, at(1), 'right');
    test.clock.set('2026-11-05T12:00:00.000Z');
    await today(person);
    await reply(person, at(0), 'right');
    test.clock.set('2026-11-12T12:00:00.000Z');
    await reply(person, at(0), 'right');
    await today(person);
    const states = () =>
      test.deps.db
        .selectFrom('memory_states')
        .selectAll()
        .where('user_id', '=', person.id)
        .orderBy('question_id')
        .execute();
    const online = await states();
    expect(online).toHaveLength(2);
    await test.deps.db.deleteFrom('memory_states').where('user_id', '=', person.id).execute();
    await test.deps.db.updateTable('answer_log').set({ taken_in: false }).where('user_id', '=', person.id).execute();
    await today(person);
    expect(await states()).toEqual(online);
  });
});

describe('the error notebook', () => {
  it('keeps reason and note, counts by subject and reason, and lets go after two right days', async () => {
    const person = await student();
    await reply(person, at(0), 'wrong');
    await reply(person, at(1), 'wrong');
    const url = `/api/mistakes/${at(0).id}`;
    const noted = await call(person, 'PATCH', url, { reason: 'content', note: 'Antes de verbo não há crase.' });
    expect(noted.json()).toEqual({ reason: 'content', note: 'Antes de verbo não há crase.' });
    // What is left out stays.
    expect((await call(person, 'PATCH', url, { reason: 'guess' })).json().note).toBe('Antes de verbo não há crase.');
    const all = await mistakes(person);
    expect(all).toMatchObject({ open: 2, total: 2, pages: 1, noted: 1, subjects: [{ name: 'Português', count: 2 }] });
    expect(await mistakes(person, '?counts=true')).toEqual({ ...all, items: [] });
    const [first] = all.items;
    expect(first).toMatchObject({ chosen: expect.any(String), postponesTo: null });
    expect((await call(person, 'GET', `/api/mistakes/${first?.questionId}/key`)).json()).toMatchObject({
      chosenOptionId: at(0).wrong,
      rightOptionId: at(0).right,
      comment: 'Porque sim.',
    });
    // No mistake of this person.
    expect((await call(person, 'GET', `/api/mistakes/${at(3).id}/key`)).statusCode).toBe(404);
    expect((await mistakes(person, '?reason=guess')).items.map(({ questionId }) => questionId)).toEqual([at(0).id]);
    expect((await mistakes(person, '?reason=none')).total).toBe(1);
    expect((await mistakes(person, '?noted=true')).total).toBe(1);
    expect((await today(person, '?of=mistakes')).items).toHaveLength(2);
    const [ofSubject] = all.subjects;
    expect((await today(person, `?of=mistakes&subjectId=${ofSubject?.id}`)).items).toHaveLength(2);
    expect((await today(person, `?of=mistakes&subjectId=${(ofSubject?.id ?? 0) + 1}`)).items).toEqual([]);
    expect((await today(person, `?of=mistakes&questionId=${at(1).id}`)).items).toMatchObject([
      { questionId: at(1).id },
    ]);
    expect((await mistakes(person, `?subjectId=${(ofSubject?.id ?? 0) + 1}`)).total).toBe(0);

    for (const now of ['2026-11-03T12:00:00.000Z', '2026-11-06T12:00:00.000Z']) {
      test.clock.set(now);
      await reply(person, at(0), 'right');
    }
    expect((await mistakes(person)).items.map(({ questionId }) => questionId)).toEqual([at(1).id]);
    expect((await mistakes(person, '?state=left')).items).toMatchObject([{ questionId: at(0).id, reason: 'guess' }]);
  });

  it('has no note for what was never wrong, and none of a stranger', async () => {
    const person = await student();
    await reply(person, at(2), 'right');
    const other = await student();
    await reply(other, at(3), 'wrong');
    for (const place of [2, 3]) {
      const refused = await call(person, 'PATCH', `/api/mistakes/${at(place).id}`, { reason: 'content' });
      expect(refused.statusCode).toBe(404);
    }
  });
});
