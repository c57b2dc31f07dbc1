import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { bringUpToDate } from '#server/features/study/review/memory.service.ts';
import { createBankQuestion, publishComposed, takeQuiz } from '#server/testing/bank.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { queriesOf } from '#server/testing/queries.ts';
import { createSubject } from '#server/testing/study.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { readMasteryState, refreshMastery } from './mastery.service.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
type Question = Awaited<ReturnType<typeof createBankQuestion>>;
let admin: Person;
let crase: Question[];
let verbs: Question[];

beforeAll(async () => {
  test.clock.set('2026-11-02T12:00:00.000Z');
  admin = await createPerson(test.deps.db, { role: 'admin' });
  const subjectId = await createSubject(test.deps.db, 'Português');
  const make = async (topic: string) => {
    const made: Question[] = [];
    for (let at = 0; at < 4; at += 1) made.push(await createBankQuestion(test, admin, { subjectId, topic }));
    return made;
  };
  crase = await make('Crase');
  verbs = await make('Verbos');
});

const student = () => createPerson(test.deps.db, { now: test.clock.now() });
const call = (as: Person, method: 'POST' | 'DELETE', url: string, payload?: object) =>
  test.request({ method, url, as, ...(payload ? { payload } : {}) });
const reply = async (as: Person, question: Question, how: 'right' | 'wrong', more: object = {}) => {
  const body = { key: randomUUID(), questionId: question.id, optionId: question[how], ...more };
  expect((await call(as, 'POST', '/api/review/answers', body)).statusCode).toBe(200);
};
const standing = async (as: Person) => {
  await bringUpToDate(test.deps, as.id);
  const { ability, topics } = await readMasteryState(test.deps.db, as.id);
  return { ability, topics: [...topics] };
};
/** Deletes the state and replays the log from its first row. */
const rebuilt = async (as: Person) => {
  await test.deps.db.deleteFrom('student_mastery').where('user_id', '=', as.id).execute();
  await test.deps.db.deleteFrom('topic_mastery').where('user_id', '=', as.id).execute();
  await refreshMastery(test.deps, as.id);
  return standing(as);
};

/** Statements that exist for memory, map and score. */
const learning = (statements: readonly string[]) =>
  statements.filter((text) =>
    /answer_log|memory_states|student_mastery|topic_mastery|question_difficulties|expected_scores|score_checks/.test(
      text,
    ),
  );

describe('what it costs', () => {
  it('a day that the night has not made takes four statements more than a stored one, one of them for cards', async () => {
    const person = await student();
    const look = () => test.request({ method: 'GET', url: '/api/review/today', as: person });
    await reply(person, crase[0] as Question, 'wrong');
    await reply(person, verbs[0] as Question, 'right');
    await look();
    await test.deps.db.deleteFrom('review_days').where('user_id', '=', person.id).execute();
    const made = await queriesOf(look);
    const kept = await queriesOf(look);
    expect(made.length - kept.length).toBeLessThanOrEqual(4);
  });

  it('an answer of practice or review adds two statements at most, one of an open simulado none', async () => {
    const person = await student();
    const third = crase[0] as Question;
    const own = [await createBankQuestion(test, admin), await createBankQuestion(test, admin)];
    const [first] = own as [Question];
    const practice = (
      await call(person, 'POST', '/api/practices', { kind: 'free', count: 8, creationKey: randomUUID() })
    ).json();
    const asked = practice.questions[0] as { id: number; options: { id: number }[] };
    const inPractice = await queriesOf(() =>
      call(person, 'POST', `/api/practices/${practice.id}/answers`, {
        questionId: asked.id,
        optionId: asked.options[0]?.id,
      }),
    );
    expect(learning(inPractice)).toHaveLength(1);
    const inReview = await queriesOf(() => reply(person, third, 'right'));
    expect(learning(inReview).length).toBeLessThanOrEqual(2);
    const { id } = await publishComposed(test, admin, { questionIds: own.map((one) => one.id) });
    const attempt = (await call(person, 'POST', `/api/quizzes/${id}/start`)).json();
    const inSimulado = await queriesOf(() =>
      test.request({
        method: 'POST',
        url: `/api/attempts/${attempt.id}/answers`,
        payload: { answers: [{ questionId: first.id, optionId: first.right, flagged: false, seq: 1 }] },
        as: person,
      }),
    );
    expect(inSimulado.length).toBeGreaterThan(0);
    expect(learning(inSimulado)).toEqual([]);
    expect((await call(person, 'POST', `/api/attempts/${attempt.id}/finish`, { answers: [] })).statusCode).toBe(200);
  });
});

describe('what a student knows', () => {
  it('follows from the log: answer by answer, at once, or rebuilt, it is the same', async () => {
    const person = await student();
    expect(await standing(person)).toEqual({ ability: { value: 0, answers: 0, variance: 1 }, topics: [] });
    for (const [at, question] of [...crase, ...verbs].entries()) {
      await reply(person, question, at % 3 === 0 ? 'wrong' : 'right');
      if (at % 2 === 0) await standing(person);
    }
    const online = await standing(person);
    expect(online.ability.answers).toBe(8);
    expect(online.topics.map(([, { answers, total, rights, lastDay }]) => [answers, total, rights, lastDay])).toEqual([
      [4, 4, 2, '2026-11-02'],
      [4, 4, 3, '2026-11-02'],
    ]);
    expect(await rebuilt(person)).toEqual(online);
  });

  it('is replayed where the version before took answers in without the history', async () => {
    const person = await student();
    for (const question of crase) await reply(person, question, 'right');
    const known = await standing(person);
    const row = () => test.deps.db.updateTable('student_mastery').where('user_id', '=', person.id);
    await row().set({ history: [], history_through: -1, level: 9 }).execute();
    expect(await standing(person)).toEqual(known);
    await row().set({ history: [], history_through: -1, level: 9 }).execute();
    await reply(person, verbs[0] as Question, 'right');
    const online = await standing(person);
    expect(await rebuilt(person)).toEqual(online);
  });

  it('knows how stable the memory of a topic is, and a repeat on a later day makes it more stable', async () => {
    const person = await student();
    await reply(person, crase[0] as Question, 'right');
    const stability = async () => (await standing(person)).topics[0]?.[1].stability ?? 0;
    const once = await stability();
    expect(once).toBeGreaterThan(0);
    const before = test.clock.now();
    test.clock.set('2026-11-09T12:00:00.000Z');
    await reply(person, crase[0] as Question, 'right');
    const repeated = await standing(person);
    expect(await stability()).toBeGreaterThan(once);
    expect(await rebuilt(person)).toEqual(repeated);
    test.clock.set(before.toISOString());
  });

  it('moves by first answers alone; a repeat counts as an answer and moves the last day', async () => {
    const [person, other] = [await student(), await student()];
    for (const question of crase) for (const as of [person, other]) await reply(as, question, 'wrong');
    const once = await standing(other);
    for (let round = 0; round < 5; round += 1) for (const question of crase) await reply(person, question, 'right');
    const repeated = await standing(person);
    expect(repeated.ability).toEqual(once.ability);
    expect(repeated.topics).toMatchObject([[once.topics[0]?.[0], { ...once.topics[0]?.[1], total: 24, rights: 20 }]]);
    expect(await rebuilt(person)).toEqual(repeated);
  });

  it('takes the first answer after the content changed for new evidence about the same question', async () => {
    const person = await student();
    const asked = await createBankQuestion(test, admin, { topic: 'Mudada' });
    await reply(person, asked, 'wrong');
    const before = await standing(person);
    const url = `/api/teacher/questions/${asked.id}`;
    const content = (await test.request({ method: 'GET', url, as: admin })).json();
    const { statusCode, body } = await test.request({
      method: 'PUT',
      url,
      as: admin,
      payload: { ...content, questionText: 'Outro enunciado.' },
    });
    expect(statusCode, body).toBe(200);
    const options = await test.deps.db
      .selectFrom('questions')
      .innerJoin('options', 'options.question_version_id', 'questions.current_version_id')
      .select('options.id')
      .where('questions.id', '=', asked.id)
      .where('options.is_correct', '=', true)
      .execute();
    const changed = { ...asked, right: options[0]?.id ?? 0 };
    expect(changed.right).not.toBe(asked.right);
    await reply(person, changed, 'right');
    const after = await standing(person);
    expect(after.ability.value).toBeGreaterThan(before.ability.value);
    expect(after.ability.answers).toBe(1);
    await reply(person, changed, 'right');
    expect((await standing(person)).ability).toEqual(after.ability);
    expect(await rebuilt(person)).toEqual(await standing(person));
  });

  it('takes a guess for a wrong answer, also when it is owned up to later', async () => {
    const [person, other] = [await student(), await student()];
    const key = randomUUID();
    await reply(person, crase[0] as Question, 'right', { key });
    const before = await standing(person);
    await reply(person, crase[0] as Question, 'right', { key, guessed: true });
    await reply(other, crase[0] as Question, 'wrong');
    expect((await standing(person)).ability).toEqual((await standing(other)).ability);
    expect((await standing(person)).ability.value).toBeLessThan(before.ability.value);
  });

  it('does not move by an open attempt; its answers count once it is closed', async () => {
    const person = await student();
    const asked = await createBankQuestion(test, admin, { topic: 'Aberta' });
    const { id } = await publishComposed(test, admin, { questionIds: [asked.id] }, { title: 'Aberto' });
    const attempt = (await call(person, 'POST', `/api/quizzes/${id}/start`)).json();
    expect(attempt.id).toBeGreaterThan(0);
    await test.deps.jobs.drain();
    expect((await standing(person)).ability.answers).toBe(0);
    const next = await student();
    await takeQuiz(test, next, id, new Map([[asked.id, asked.right]]));
    await test.deps.jobs.drain();
    const { ability } = await readMasteryState(test.deps.db, next.id);
    expect(ability.answers).toBe(1);
    expect(ability.value).toBeGreaterThan(0);
  });

  it('forgets an annulled question, and takes it back when it is valid again', async () => {
    const person = await student();
    const asked = await createBankQuestion(test, admin, { topic: 'Duvidosa' });
    await reply(person, asked, 'wrong');
    const before = await standing(person);
    const seenIn = async () => {
      const urls = ['/api/mistakes', '/api/review/today?of=mistakes'];
      const answers = await Promise.all(urls.map((url) => test.request({ method: 'GET', url, as: person })));
      return answers.map((answer) => answer.json().items.map((one: { questionId: number }) => one.questionId));
    };
    expect(await seenIn()).toEqual([[asked.id], [asked.id]]);
    await call(admin, 'POST', `/api/teacher/questions/${asked.id}/annulment`, { reason: 'Duas respostas' });
    expect((await standing(person)).ability.answers).toBe(0);
    expect(await seenIn()).toEqual([[], []]);
    await call(admin, 'DELETE', `/api/teacher/questions/${asked.id}/annulment`);
    expect(await standing(person)).toEqual(before);
    expect(await seenIn()).toEqual([[asked.id], [asked.id]]);
  });

  it('stays when a question is not deleted because it was answered, and when an empty topic is deleted', async () => {
    const person = await student();
    const subjectId = await createSubject(test.deps.db, 'Exclusões');
    const answered = await createBankQuestion(test, admin, { subjectId, topic: 'Cheio' });
    const unasked = await createBankQuestion(test, admin, { subjectId, topic: 'Vazio' });
    await reply(person, answered, 'wrong');
    const before = await standing(person);
    expect((await call(admin, 'DELETE', `/api/teacher/questions/${answered.id}`)).statusCode).toBe(409);
    expect((await call(admin, 'DELETE', `/api/teacher/questions/${unasked.id}`)).statusCode).toBe(200);
    const empty = await test.deps.db
      .selectFrom('topics')
      .select('id')
      .where('subject_id', '=', subjectId)
      .where('name', '=', 'Vazio')
      .executeTakeFirstOrThrow();
    expect((await call(admin, 'DELETE', `/api/teacher/topics/${empty.id}`)).statusCode).toBeLessThan(300);
    expect(await standing(person)).toEqual(before);
    expect(await rebuilt(person)).toEqual(before);
  });

  it('moves to the new topic when topics are merged', async () => {
    const person = await student();
    const subjectId = await createSubject(test.deps.db, 'Fusões');
    const one = await createBankQuestion(test, admin, { subjectId, topic: 'Some' });
    const two = await createBankQuestion(test, admin, { subjectId, topic: 'Fica' });
    await reply(person, one, 'right');
    await reply(person, two, 'right');
    expect((await standing(person)).topics).toHaveLength(2);
    const ids = await test.deps.db
      .selectFrom('topics')
      .select(['id', 'name'])
      .where('subject_id', '=', subjectId)
      .execute();
    const idOf = (name: string) => ids.find((topic) => topic.name === name)?.id;
    await call(admin, 'POST', `/api/teacher/topics/${idOf('Some')}/merge`, { into: idOf('Fica') });
    expect((await standing(person)).topics).toMatchObject([[idOf('Fica'), { answers: 2, rights: 2 }]]);
  });
});
