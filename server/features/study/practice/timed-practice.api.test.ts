import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { KEY_COOLDOWN_MS } from '#contract/limits.ts';
import type { Practice } from '#contract/study/practice.ts';
import type { Mistakes } from '#contract/study/review.ts';
import type { TimedPracticeOffer } from '#contract/study/timed-practice.ts';
import { createBankQuestion, publishComposed, takeQuiz } from '#server/testing/bank.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { createCourse, createSubject, enrollStudent } from '#server/testing/study.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { closeOverdueTimed } from './timed-closing.service.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
const START = '2026-11-02T12:00:00.000Z';
const CANARY = 'Porque a segunda é a certa.';
type Question = Awaited<ReturnType<typeof createBankQuestion>>;
let teacher: Person;
let questions: Question[];

beforeAll(async () => {
  test.clock.set(START);
  teacher = await createPerson(test.deps.db, { role: 'teacher' });
  const subjectId = await createSubject(test.deps.db, 'Português');
  questions = [];
  for (let at = 0; at < 4; at += 1) {
    questions.push(await createBankQuestion(test, teacher, { subjectId, comment: CANARY }));
  }
});

type Method = 'GET' | 'POST' | 'PUT';
const call = (as: Person, method: Method, url: string, payload?: object) =>
  test.request({ method, url, as, ...(payload ? { payload } : {}) });
const done = async <T>(as: Person, method: Method, url: string, payload?: object): Promise<T> => {
  const reply = await call(as, method, url, payload);
  if (reply.statusCode >= 300) throw new Error(`${method} ${url}: ${reply.body}`);
  return reply.json() as T;
};
const at = (index: number) => questions[index] as Question;

/** A student who got these questions wrong in the review. */
async function studentWithMistakes(wrong: readonly Question[] = questions) {
  test.clock.set(START);
  const person = await createPerson(test.deps.db);
  for (const { id: questionId, wrong: optionId } of wrong) {
    await done(person, 'POST', '/api/review/answers', { key: randomUUID(), questionId, optionId });
  }
  test.clock.set('2026-11-05T12:00:00.000Z');
  await test.deps.db.deleteFrom('key_openings').where('user_id', '=', person.id).execute();
  return person;
}

const offerOf = (as: Person) => done<TimedPracticeOffer>(as, 'GET', '/api/timed-practice');
const start = async (as: Person, body: object = {}) =>
  (
    await done<{ practiceId: number }>(as, 'POST', '/api/timed-practice', {
      count: 4,
      minutes: 30,
      creationKey: randomUUID(),
      ...body,
    })
  ).practiceId;
const choose = (as: Person, id: number, ...choices: [Question, number | null][]) =>
  call(as, 'PUT', `/api/practices/${id}/choices`, {
    choices: choices.map(([{ id: questionId }, optionId]) => ({ questionId, optionId })),
  });
const read = (as: Person, id: number) => done<Practice>(as, 'GET', `/api/practices/${id}`);
const finish = (as: Person, id: number) => done<Practice>(as, 'POST', `/api/practices/${id}/finish`);
const logged = (person: Person, id: number) =>
  test.deps.db
    .selectFrom('answer_log')
    .select(['question_id as questionId', 'is_right as isRight'])
    .where('user_id', '=', person.id)
    .where('source', '=', 'practice')
    .where('source_key', '=', String(id))
    .orderBy('question_id')
    .execute();
const opened = async (person: Person) =>
  (
    await test.deps.db
      .selectFrom('key_openings')
      .select('question_id as id')
      .where('user_id', '=', person.id)
      .orderBy('question_id')
      .execute()
  ).map(({ id }) => id);
const notebook = async (as: Person) =>
  (await done<Mistakes>(as, 'GET', '/api/mistakes')).items
    .map(({ questionId }) => questionId)
    .toSorted((a, b) => a - b);

describe('the start', () => {
  it('asks at most the open mistakes there are, and a second start continues the open one', async () => {
    const person = await studentWithMistakes(questions.slice(0, 3));
    expect(await offerOf(person)).toEqual({
      available: 3,
      withheld: 0,
      leavesOutExam: false,
      open: null,
      postponesTo: null,
    });
    const creationKey = randomUUID();
    const id = await start(person, { count: 50, creationKey });
    expect(await start(person, { creationKey })).toBe(id);
    expect(await start(person)).toBe(id);
    const practice = await read(person, id);
    expect(practice).toMatchObject({ kind: 'timed', total: 3, answered: 0, finishedAt: null });
    expect(practice.timed).toEqual({
      deadlineAt: '2026-11-05T12:30:00.000Z',
      serverTime: '2026-11-05T12:00:00.000Z',
    });
    expect(practice.questions.map((one) => one.id).toSorted((a, b) => a - b)).toEqual(
      questions.slice(0, 3).map((one) => one.id),
    );
    expect((await offerOf(person)).open).toMatchObject({ practiceId: id, answered: 0, total: 3 });
  });

  it('stores one practice when two tabs start at the same moment', async () => {
    const person = await studentWithMistakes();
    const ids = await Promise.all([start(person), start(person), start(person)]);
    expect(new Set(ids).size).toBe(1);
  });

  it('is refused without an open mistake, and with figures outside the limits', async () => {
    const person = await studentWithMistakes([]);
    const body = { count: 4, minutes: 30, creationKey: randomUUID() };
    const reply = await call(person, 'POST', '/api/timed-practice', body);
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'nothing_to_practise']);
    for (const wrong of [{ minutes: 4 }, { minutes: 241 }, { count: 0 }, { count: 51 }]) {
      expect((await call(person, 'POST', '/api/timed-practice', { ...body, ...wrong })).statusCode).toBe(400);
    }
  });

  it('leaves out mistakes of a simulado that is still to be taken and says how many', async () => {
    const question = await createBankQuestion(test, teacher);
    const person = await studentWithMistakes([at(0), question]);
    await publishComposed(test, teacher, { questionIds: [question.id] });
    expect(await offerOf(person)).toMatchObject({ available: 1, withheld: 1, leavesOutExam: false });
    expect((await read(person, await start(person))).questions.map(({ id }) => id)).toEqual([at(0).id]);
  });

  it('leaves out the questions of an open attempt without saying how many of them were wrong', async () => {
    const shared = await createBankQuestion(test, teacher);
    const quiz = await publishComposed(test, teacher, { questionIds: [shared.id] });
    const person = await studentWithMistakes([at(0)]);
    await takeQuiz(test, person, quiz.id, new Map([[shared.id, shared.wrong]]));
    await takeQuiz(test, person, quiz.id, new Map([[shared.id, shared.wrong]]));
    await test.deps.jobs.drain();
    expect(await offerOf(person)).toMatchObject({ available: 2, withheld: 0, leavesOutExam: false });
    await done(person, 'POST', `/api/quizzes/${quiz.id}/start`);
    expect(await offerOf(person)).toMatchObject({ available: 1, withheld: 0, leavesOutExam: true });
    expect((await read(person, await start(person))).questions.map(({ id }) => id)).toEqual([at(0).id]);
  });
});

describe('until it is handed in', () => {
  it('a choice is stored, changed and cleared, and no reply says whether it is right', async () => {
    const person = await studentWithMistakes();
    const id = await start(person);
    const first = await choose(person, id, [at(0), at(0).right], [at(1), at(1).wrong]);
    expect(first.json()).toEqual({
      answered: 2,
      total: 4,
      deadlineAt: '2026-11-05T12:30:00.000Z',
      serverTime: '2026-11-05T12:00:00.000Z',
    });
    await choose(person, id, [at(0), at(0).wrong], [at(1), null]);
    const practice = await read(person, id);
    expect(practice).toMatchObject({ answered: 1, correct: 0 });
    expect(JSON.stringify(practice)).not.toContain(CANARY);
    const stored = new Map(practice.questions.map((one) => [one.id, one]));
    expect(stored.get(at(0).id)).toMatchObject({ answer: null, chosenOptionId: at(0).wrong });
    expect(stored.get(at(1).id)).toMatchObject({ answer: null, chosenOptionId: null });
    const listed = await done<object[]>(person, 'GET', '/api/practices');
    expect(listed[0]).toMatchObject({ id, answered: 1, correct: null, postponesTo: null });
    expect([await logged(person, id), await opened(person)]).toEqual([[], []]);
  });

  it('the call that corrects at once is refused, and so is every other way to the keys', async () => {
    const person = await studentWithMistakes();
    const id = await start(person);
    await choose(person, id, [at(0), at(0).right]);
    const questionId = at(0).id;
    for (const [method, url, payload] of [
      ['POST', `/api/practices/${id}/answers`, { questionId, optionId: at(0).right }],
      ['GET', `/api/mistakes/${questionId}/key`],
      ['GET', `/api/answered-questions/${questionId}`],
      ['POST', '/api/review/answers', { key: randomUUID(), questionId, optionId: at(0).right }],
    ] as const) {
      const reply = await call(person, method, url, payload);
      expect([reply.statusCode, reply.body.includes(CANARY)], url).toEqual([409, false]);
    }
    expect(await notebook(person)).toEqual([]);
    expect(await opened(person)).toEqual([]);
    const choices = await done<{ wrong: number; all: number }>(person, 'GET', '/api/practice-choices');
    expect(choices.wrong).toBe(0);
  });

  it('refuses a question or an option of something else, and a practice of someone else', async () => {
    const person = await studentWithMistakes([at(0), at(1)]);
    const id = await start(person);
    expect((await choose(person, id, [at(2), at(2).right])).statusCode).toBe(400);
    expect((await choose(person, id, [at(0), at(1).right])).statusCode).toBe(400);
    expect((await choose(await studentWithMistakes([]), id, [at(0), at(0).right])).statusCode).toBe(404);
    const free = await done<Practice>(person, 'POST', '/api/practices', { kind: 'free', count: 1 });
    const [other] = free.questions;
    const untimed = await call(person, 'PUT', `/api/practices/${free.id}/choices`, {
      choices: [{ questionId: other?.id, optionId: null }],
    });
    expect([untimed.statusCode, untimed.json().status]).toEqual([409, 'untimed']);
  });

  it('is closed by an attempt at a simulado with one of its questions, as a practice of mistakes is', async () => {
    const shared = await createBankQuestion(test, teacher);
    const quiz = await publishComposed(test, teacher, { questionIds: [shared.id] });
    const person = await studentWithMistakes([at(0)]);
    for (let time = 0; time < 2; time += 1) await takeQuiz(test, person, quiz.id, new Map([[shared.id, shared.wrong]]));
    await test.deps.jobs.drain();
    const id = await start(person);
    await choose(person, id, [shared, shared.right]);
    const attempt = await done<{ id: number }>(person, 'POST', `/api/quizzes/${quiz.id}/start`);
    for (const reply of [
      await call(person, 'GET', `/api/practices/${id}`),
      await call(person, 'POST', `/api/practices/${id}/finish`),
      await choose(person, id, [shared, shared.wrong]),
    ]) {
      expect([reply.statusCode, reply.json().code]).toEqual([409, 'attempt_open']);
    }
    await done(person, 'POST', `/api/attempts/${attempt.id}/finish`, { answers: [] });
    expect((await read(person, id)).answered).toBe(1);
  });
});

describe('the end', () => {
  it('shows every question with its key, and logs each answer once however often it is asked for', async () => {
    const person = await studentWithMistakes();
    const id = await start(person);
    await choose(person, id, [at(0), at(0).right], [at(1), at(1).wrong]);
    await Promise.all([finish(person, id), finish(person, id)]);
    const result = await finish(person, id);
    expect(result).toMatchObject({ answered: 2, correct: 1, finishedAt: '2026-11-05T12:00:00.000Z' });
    expect(result.timed).toBeUndefined();
    const shown = new Map(result.questions.map((one) => [one.id, one]));
    expect(shown.get(at(0).id)?.answer).toMatchObject({ isCorrect: true, comment: CANARY });
    expect(shown.get(at(1).id)?.answer).toMatchObject({ isCorrect: false, rightOptionId: at(1).right });
    expect(shown.get(at(2).id)).toMatchObject({
      answer: null,
      unansweredKey: { rightOptionId: at(2).right, comment: CANARY },
    });
    expect(await logged(person, id)).toEqual([
      { questionId: at(0).id, isRight: true },
      { questionId: at(1).id, isRight: false },
    ]);
    expect(await opened(person)).toEqual(questions.map((one) => one.id));
    expect(await notebook(person)).toEqual(questions.map((one) => one.id));
    const rights = await test.deps.db
      .selectFrom('memory_states')
      .select(['question_id as id', 'right_days as rightDays', 'wrongs'])
      .where('user_id', '=', person.id)
      .orderBy('question_id')
      .execute();
    expect(rights.map(({ rightDays, wrongs }) => [rightDays, wrongs])).toEqual([
      [1, 1],
      [0, 2],
      [0, 1],
      [0, 1],
    ]);
    expect((await offerOf(person)).open).toBeNull();
    expect((await choose(person, id, [at(2), at(2).right])).json()).toMatchObject({ status: 'finished' });
  });

  it('comes by the server’s clock: the saved choices count, later ones are refused', async () => {
    const person = await studentWithMistakes();
    const id = await start(person, { minutes: 10 });
    await choose(person, id, [at(0), at(0).right]);
    test.clock.set('2026-11-05T12:10:04.000Z');
    expect((await choose(person, id, [at(1), at(1).right])).statusCode).toBe(200);
    test.clock.set('2026-11-05T12:10:06.000Z');
    const late = await choose(person, id, [at(2), at(2).right]);
    expect([late.statusCode, late.json().code]).toEqual([409, 'state_conflict']);
    expect(await logged(person, id)).toHaveLength(2);
    expect(await read(person, id)).toMatchObject({ answered: 2, correct: 2, finishedAt: '2026-11-05T12:10:00.000Z' });
  });

  it('refuses late choices also while the clocks disagree, and comes with the list of practices later', async () => {
    const person = await studentWithMistakes();
    const id = await start(person, { minutes: 10 });
    test.clock.set('2026-11-05T12:10:06.000Z');
    Object.assign(test.clock, { certain: () => test.clock.now(), skewSeconds: () => -3600 });
    const late = await choose(person, id, [at(0), at(0).right]);
    Object.assign(test.clock, { certain: undefined, skewSeconds: undefined });
    expect(late.json()).toMatchObject({ code: 'state_conflict' });
    const [listed] = await done<Practice[]>(person, 'GET', '/api/practices');
    expect(listed).toMatchObject({ id, finishedAt: '2026-11-05T12:10:00.000Z' });
  });

  it('comes from the job when no browser asks, and shows no key by that', async () => {
    const person = await studentWithMistakes();
    // Those that other tests have left open.
    test.clock.set('2026-11-06T12:00:00.000Z');
    await closeOverdueTimed(test.deps);
    const id = await start(person, { minutes: 10 });
    await choose(person, id, [at(0), at(0).wrong]);
    expect(await closeOverdueTimed(test.deps)).toBe(0);
    test.clock.set('2026-11-06T13:00:00.000Z');
    expect(await closeOverdueTimed(test.deps)).toBe(1);
    expect(await closeOverdueTimed(test.deps)).toBe(0);
    expect(await logged(person, id)).toEqual([{ questionId: at(0).id, isRight: false }]);
    expect(await opened(person)).toEqual([]);
  });

  it('grades at the next read what the version before has closed without grading', async () => {
    const person = await studentWithMistakes();
    const id = await start(person);
    await choose(person, id, [at(0), at(0).right]);
    await test.deps.db.updateTable('practices').set({ finished_at: test.clock.now() }).where('id', '=', id).execute();
    expect(await read(person, id)).toMatchObject({ answered: 1, correct: 1 });
    expect(await logged(person, id)).toEqual([{ questionId: at(0).id, isRight: true }]);
  });

  it('counts an annulled question as right', async () => {
    const question = await createBankQuestion(test, teacher);
    const person = await studentWithMistakes([question]);
    const id = await start(person);
    await choose(person, id, [question, question.wrong]);
    await test.deps.db.updateTable('questions').set({ status: 'annulled' }).where('id', '=', question.id).execute();
    expect(await finish(person, id)).toMatchObject({ correct: 1 });
  });

  it('has its price on the offer and on every question before, because it shows the keys', async () => {
    const question = await createBankQuestion(test, teacher);
    const quiz = await publishComposed(test, teacher, { questionIds: [question.id] });
    const person = await studentWithMistakes([at(0)]);
    await enrollStudent(test.deps.db, person.id, await createCourse(test.deps.db, { quizzes: [quiz.id], lessons: [] }));
    for (let time = 0; time < 2; time += 1)
      await takeQuiz(test, person, quiz.id, new Map([[question.id, question.wrong]]));
    await test.deps.jobs.drain();
    const price = new Date(test.clock.now().getTime() + KEY_COOLDOWN_MS).toISOString();
    expect(await offerOf(person)).toMatchObject({ available: 2, postponesTo: price });
    const id = await start(person);
    const priceIn = async () =>
      (await read(person, id)).questions.find((one) => one.id === question.id)?.postponesTo ?? null;
    expect(await priceIn()).toBe(price);
    await finish(person, id);
    expect(await opened(person)).toEqual([at(0).id, question.id].toSorted((a, b) => a - b));
    expect(await priceIn()).toBeNull();
  });
});
