import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { transact } from '#server/db/transact.ts';
import { bringUpToDate } from '#server/features/study/review/memory.service.ts';
import { createBankQuestion } from '#server/testing/bank.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { createLesson, createSubject } from '#server/testing/study.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { estimateQuestions, refreshSome } from './estimate.service.ts';
import { fitSchoolLayer } from './layer.service.ts';
import { saveLayer } from './layer.store.ts';
import { layerFeatures, shippedWeights } from './layer.ts';
import { shippedGains } from './learnt-gains.ts';
import { readMasteryState, readModel, refreshMastery } from './mastery.service.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
type Question = Awaited<ReturnType<typeof createBankQuestion>>;
let admin: Person;
let crase: Question[];

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

describe('the night', () => {
  it('learns how hard questions are and what students gain, and replays every student with it', async () => {
    const hard = await createBankQuestion(test, admin, { topic: 'Noite' });
    const easy = await createBankQuestion(test, admin, { topic: 'Noite' });
    const people: Person[] = [];
    for (let at = 0; at < 6; at += 1) {
      const person = await student();
      people.push(person);
      await reply(person, hard, 'wrong');
      await reply(person, easy, 'right');
      await standing(person);
    }
    const [first] = people as [Person];
    const before = await standing(first);
    const { questions } = await estimateQuestions(test.deps);
    expect(questions).toBeGreaterThan(1);
    const { gain_weights: gains } = await test.deps.db
      .selectFrom('mastery_model')
      .select('gain_weights')
      .executeTakeFirstOrThrow();
    expect(gains?.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 9);
    const { gains: learnt } = await readModel(test.deps.db);
    expect(Object.keys(learnt).toSorted()).toEqual(['lesson', 'practice']);
    for (const { closed } of Object.values(learnt)) expect(closed).toBeGreaterThanOrEqual(0);
    const difficulty = async (question: Question) =>
      test.deps.db
        .selectFrom('question_difficulties')
        .innerJoin('questions', 'questions.current_version_id', 'question_difficulties.question_version_id')
        .select(['value', 'answers', 'rights'])
        .where('questions.id', '=', question.id)
        .executeTakeFirstOrThrow();
    expect((await difficulty(hard)).value).toBeGreaterThan((await difficulty(easy)).value);
    expect(await difficulty(hard)).toMatchObject({ answers: 6, rights: 0 });
    expect(await difficulty(easy)).toMatchObject({ answers: 6, rights: 6 });
    while ((await refreshSome(test.deps)) > 0);
    const after = await readMasteryState(test.deps.db, first.id);
    expect(after.ability.value).not.toBe(before.ability.value);
    expect(await rebuilt(first)).toEqual({ ability: after.ability, topics: [...after.topics] });
  });

  it('counts what a finished lesson brought to the answers in its topic', async () => {
    const person = await student();
    const subjectId = await createSubject(test.deps.db, 'Com aula');
    const asked: Question[] = [];
    for (let at = 0; at < 6; at += 1) asked.push(await createBankQuestion(test, admin, { subjectId, topic: 'Lida' }));
    const topic = await test.deps.db
      .selectFrom('topics')
      .select('id')
      .where('subject_id', '=', subjectId)
      .executeTakeFirstOrThrow();
    const lesson = await createLesson(test.deps.db, 'Aula lida', subjectId);
    await test.deps.db.updateTable('lessons').set({ topic_id: topic.id }).where('id', '=', lesson).execute();
    // Another student, so that a question's own share is not this student's answer.
    const other = await student();
    for (const [at, question] of asked.entries()) await reply(other, question, at % 2 === 0 ? 'right' : 'wrong');
    await standing(other);
    for (const question of asked.slice(0, 3)) await reply(person, question, 'wrong');
    const before = test.clock.now();
    test.clock.set('2026-11-05T12:00:00.000Z');
    const read = { lesson_id: lesson, completed_at: test.clock.now(), reported_at: test.clock.now() };
    await test.deps.db
      .insertInto('lesson_progress')
      .values({ user_id: person.id, ...read })
      .execute();
    for (const question of asked.slice(3)) await reply(person, question, 'right');
    await standing(person);
    await estimateQuestions(test.deps);
    const { lesson: gain } = (await readModel(test.deps.db)).gains;
    expect(gain.events).toBe(1);
    expect(gain.closed).toBeGreaterThan(shippedGains.lesson.closed);
    test.clock.set(before.toISOString());
  });

  it('fits the layer, stores its version with the check, and does not use it with too few answers', async () => {
    const person = await student();
    for (const question of [...crase, ...crase]) await reply(person, question, 'right');
    await standing(person);
    expect(await fitSchoolLayer(test.deps)).toEqual({ predicted: 0 });
    const layer = await test.deps.db
      .selectFrom('mastery_layers')
      .selectAll()
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(layer).toMatchObject({ is_used: false, loss: null, fitted_at: test.clock.now() });
    expect(layer.answers).toBeGreaterThanOrEqual(8);
    expect(layer.weights).toHaveLength(layerFeatures.length);
    expect((await readModel(test.deps.db)).layerWeights).toBeNull();
  });

  it('puts a better layer into use, and takes it out of use when it is no longer better', async () => {
    const scores = { logLoss: 0.5, auc: 0.7, ece: 1 };
    const check = { layer: scores, plain: scores, shareRight: scores, questionMean: scores, predicted: 900 };
    const fitted = { weights: [...shippedWeights], students: 9, answers: 4000, check };
    const save = (isUsed: boolean) =>
      transact(test.deps, (tx) => saveLayer(tx, { ...fitted, isUsed }, test.clock.now()));
    const version = await save(true);
    expect((await readModel(test.deps.db)).layerWeights).toEqual(shippedWeights);
    expect(await save(false)).toBe(version + 1);
    expect((await readModel(test.deps.db)).layerWeights).toBeNull();
  });
});
