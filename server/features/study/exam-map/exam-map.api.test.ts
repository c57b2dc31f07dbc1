import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ExamMap, ExpectedScore, MapTopicDetail, NextStep } from '#contract/study/exam-map.ts';
import { layerFeatures, shippedWeights } from '#server/features/study/mastery/layer.ts';
import { saveChoice } from '#server/features/study/review/night/night.store.ts';
import { createBankQuestion, publishComposed, takeQuiz } from '#server/testing/bank.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { createSubject } from '#server/testing/study.ts';
import { createExamWithSyllabus } from '#server/testing/syllabi.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { unzip } from '#server/testing/zip.ts';
import { saveScores } from './score.service.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
type Question = Awaited<ReturnType<typeof createBankQuestion>>;
let admin: Person;
let subjectId: number;
let crase: Question[];
let exam: Awaited<ReturnType<typeof createExamWithSyllabus>>;

const call = async (as: Person, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) => {
  const reply = await test.request({ method, url, as, ...(payload ? { payload } : {}) });
  if (reply.statusCode >= 300) throw new Error(`${method} ${url}: ${reply.body}`);
  return reply.json();
};
const many = async (count: number, topic: string) => {
  const made: Question[] = [];
  for (let at = 0; at < count; at += 1) made.push(await createBankQuestion(test, admin, { subjectId, topic }));
  return made;
};

beforeAll(async () => {
  test.clock.set('2026-11-02T12:00:00.000Z');
  admin = await createPerson(test.deps.db, { role: 'admin' });
  subjectId = await createSubject(test.deps.db, 'Português');
  crase = await many(60, 'Crase');
  exam = await createExamWithSyllabus(
    test,
    admin,
    [
      {
        subjectId,
        name: 'Português',
        minimum: 4,
        topics: [
          { topicId: null, name: 'Crase', amount: 6 },
          { topicId: null, name: 'Regência', amount: 4 },
        ],
      },
    ],
    { passMark: 6 },
  );
});

const student = async () => {
  const person = await createPerson(test.deps.db, { now: test.clock.now() });
  await call(person, 'POST', `/api/exams/${exam.id}/follow`);
  return person;
};
const reply = (as: Person, question: Question, how: 'right' | 'wrong') =>
  call(as, 'POST', '/api/review/answers', { key: randomUUID(), questionId: question.id, optionId: question[how] });
const map = (as: Person): Promise<ExamMap> => call(as, 'GET', `/api/exams/${exam.id}/map`);
const score = (as: Person): Promise<ExpectedScore> => call(as, 'GET', '/api/expected-score');
const next = (as: Person, query = ''): Promise<{ step: NextStep | null; more: boolean }> =>
  call(as, 'GET', `/api/next-step${query}`);

describe('the map', () => {
  it('shows what is asked, and a topic only from eight answers on', async () => {
    const person = await student();
    const before = await map(person);
    expect(before).toMatchObject({
      hasSyllabus: true,
      score: null,
      missing: 60,
      topics: 2,
      seenTopics: 0,
      littleEvidence: 2,
    });
    for (const question of crase.slice(0, 3)) await reply(person, question, 'wrong');
    expect((await map(person)).subjects[0]?.topics[0]).toMatchObject({ name: 'Crase', answers: 3, mastery: null });
    await reply(person, crase[3] as Question, 'wrong');
    const after = await map(person);
    const [topic, untouched] = after.subjects[0]?.topics ?? [];
    expect(topic).toMatchObject({ answers: 4, questions: 6, of: 6, available: 60, lastDay: '2026-11-02' });
    expect(topic?.mastery).toBeLessThan(0.5);
    expect(topic?.low).toBeLessThan(topic?.mastery ?? 0);
    expect(untouched).toMatchObject({ mastery: null, answers: 0, lastDay: null });
    expect(after).toMatchObject({ seenTopics: 1, littleEvidence: 1 });
    expect(after.toGain).toBeGreaterThan(0);
  });

  it('counts a question that was answered nine times as one: no sun, no judgement and the word até', async () => {
    const person = await student();
    for (let round = 0; round < 3; round += 1)
      for (const question of crase.slice(0, 3)) await reply(person, question, 'right');
    const [topic] = (await map(person)).subjects[0]?.topics ?? [];
    expect(topic).toMatchObject({ name: 'Crase', answers: 3, mastery: null });
    expect((await map(person)).littleEvidence).toBe(2);
    expect((await map(person)).subjects[0]?.mastery).toBeNull();
    // Behind the review of these three.
    expect((await next(person, '?skip=1')).step?.reason).toContain('você respondeu só 3');
  });

  it('goes by the nightly layer while one is used, and by the model again when it is not', async () => {
    const person = await student();
    for (const question of crase.slice(0, 8)) await reply(person, question, 'wrong');
    const mastery = async () => (await map(person)).subjects[0]?.topics[0]?.mastery ?? 0;
    const plain = await mastery();
    const use = (weights: number[] | null) =>
      test.deps.db.updateTable('mastery_model').set({ layer_weights: weights }).execute();
    await use([...shippedWeights]);
    const shipped = await mastery();
    expect(Math.abs(shipped - plain)).toBeLessThan(0.15);
    await use(shippedWeights.map((weight, at) => (layerFeatures[at] === 'constant' ? 2 : weight)));
    expect(await mastery()).toBeGreaterThan(shipped + 0.1);
    await use(null);
    expect(await mastery()).toBe(plain);
  });

  it('leads from a topic to its lessons and mistakes', async () => {
    const person = await student();
    await reply(person, crase[0] as Question, 'wrong');
    const detail: MapTopicDetail = await call(person, 'GET', `/api/exams/${exam.id}/map/${exam.topicId}`);
    expect(detail).toMatchObject({ subject: 'Português', topic: { name: 'Crase' }, lessons: [], mistakes: 1 });
    for (const [status, mistakes] of [
      ['outdated', 0],
      ['active', 1],
    ] as const) {
      await call(admin, 'PATCH', `/api/teacher/questions/${crase[0]?.id}/status`, { status, reason: 'Mudou.' });
      expect(await call(person, 'GET', `/api/exams/${exam.id}/map/${exam.topicId}`)).toMatchObject({ mistakes });
    }
    const missing = await test.request({ method: 'GET', url: `/api/exams/${exam.id}/map/2000000000`, as: person });
    expect(missing.statusCode).toBe(404);
  });

  it('is empty for an exam without a syllabus', async () => {
    const person = await student();
    const { id } = await call(admin, 'POST', '/api/admin/exams', {
      name: 'Sem edital',
      organisation: 'X',
      date: '2027-03-01',
    });
    expect(await call(person, 'GET', `/api/exams/${id}/map`)).toMatchObject({
      hasSyllabus: false,
      subjects: [],
      toGain: 0,
    });
    await call(person, 'POST', `/api/exams/${id}/follow`);
    expect(await score(person)).toMatchObject({ enough: false, why: 'no_syllabus', score: null });
    expect(await next(person)).toEqual({ step: null, more: false });
  });
});

describe('the expected score', () => {
  it('says how many questions are missing, then the score with its interval, its minimums and how it moved', async () => {
    const person = await student();
    expect(await score(person)).toMatchObject({
      enough: false,
      why: 'few_answers',
      missing: 60,
      of: 10,
      passMark: 6,
      score: null,
    });
    for (const [at, question] of crase.entries()) await reply(person, question, at % 2 === 0 ? 'right' : 'wrong');
    const told = await score(person);
    expect(told).toMatchObject({ enough: true, why: null, missing: 0, answers: 60, of: 10, passMark: 6 });
    expect(told.low).toBeLessThan(told.score ?? 0);
    expect(told.high).toBeGreaterThan(told.score ?? 0);
    expect(told.minimums).toMatchObject([{ name: 'Português', minimum: 4 }]);
    expect(told.history).toEqual([{ day: '2026-11-02', score: told.score }]);
    expect((await map(person)).score).toBe(told.score);
    expect(told).toMatchObject({ wrongPoints: null, guessing: null });
    expect(told.passChance).toBeGreaterThan(0);
    expect(told.passChance).toBeLessThan(1);
    // The same student under negative marking: net points, and what the rules say of a guess (four options).
    const negative = await createExamWithSyllabus(
      test,
      admin,
      [{ subjectId, name: 'Português', topics: [{ topicId: null, name: 'Crase', amount: 10 }] }],
      { wrongPoints: -1 },
    );
    await call(person, 'POST', `/api/exams/${negative.id}/follow`);
    const net = await score(person);
    expect(net).toMatchObject({ enough: true, wrongPoints: -1, guessing: 'costs', passChance: null });
    expect(net.score).toBeLessThan((told.score ?? 0) - 1);
    const netMap: ExamMap = await call(person, 'GET', `/api/exams/${negative.id}/map`);
    expect(netMap.score).toBe(net.score);
    // Topics and subjects add up to the score, and a gain is in the same points.
    const [subject] = netMap.subjects;
    const ofTopics = subject?.topics.reduce((sum, one) => sum + one.points, 0);
    expect([subject?.points, ofTopics]).toEqual([expect.closeTo(net.score ?? 0, 9), expect.closeTo(net.score ?? 0, 9)]);
    const plainCrase = (await map(person)).subjects[0]?.topics[0];
    // What is not known stays blank, so a question gained counts without the chance of a guess.
    const perQuestion = (one: { gain: number; questions: number } | undefined) =>
      (one?.gain ?? 0) / (one?.questions ?? 1);
    expect(perQuestion(subject?.topics[0]) / perQuestion(plainCrase)).toBeCloseTo(1 / (1 - 0.2), 6);
    expect(subject?.mastery).toBeCloseTo(subject?.topics[0]?.mastery ?? 0, 9);
    await call(person, 'POST', `/api/exams/${exam.id}/follow`);
    // Another exam afterwards begins without a history; back again the old one is there.
    await call(person, 'DELETE', `/api/exams/${exam.id}/follow`);
    expect(await score(person)).toMatchObject({ enough: false, why: 'no_exam', examId: null });
    const other = await createExamWithSyllabus(
      test,
      admin,
      [{ subjectId, name: 'Português', topics: [{ topicId: null, name: 'Crase', amount: 20 }] }],
      { passMark: 12 },
    );
    await call(person, 'POST', `/api/exams/${other.id}/follow`);
    const ofOther = await score(person);
    expect(ofOther).toMatchObject({ enough: true, examId: other.id, of: 20, passMark: 12, minimums: [] });
    expect(ofOther.history).toEqual([{ day: '2026-11-02', score: ofOther.score }]);
    await call(person, 'POST', `/api/exams/${exam.id}/follow`);
    expect(await score(person)).toMatchObject({ examId: exam.id, score: told.score, history: told.history });
    // A day without a visit has one data point as well.
    test.clock.set('2026-11-03T09:00:00.000Z');
    expect(await saveScores(test.deps)).toBeGreaterThan(0);
    expect(await saveScores(test.deps)).toBe(0);
    test.clock.set('2026-11-04T12:00:00.000Z');
    const days = (await score(person)).history.map(({ day }) => day);
    expect(days).toEqual(['2026-11-02', '2026-11-03', '2026-11-04']);
    test.clock.set('2026-11-02T12:00:00.000Z');
  });

  it('says nothing from six questions that were answered ten times each', async () => {
    const person = await student();
    for (let round = 0; round < 10; round += 1) {
      for (const question of crase.slice(0, 6)) await reply(person, question, 'right');
    }
    expect(await score(person)).toMatchObject({
      enough: false,
      why: 'few_answers',
      score: null,
      answers: 6,
      missing: 54,
    });
    expect(await map(person)).toMatchObject({ score: null, missing: 54 });
  });

  it('names the topics that are not known yet', async () => {
    const person = await student();
    const one = await createExamWithSyllabus(test, admin, [
      {
        subjectId,
        name: 'Português',
        topics: [
          { topicId: null, name: 'Crase', amount: 5 },
          { topicId: null, name: 'Concordância', amount: 5 },
        ],
      },
    ]);
    await call(person, 'POST', `/api/exams/${one.id}/follow`);
    for (const question of crase) await reply(person, question, 'right');
    const missing = { missing: 3, missingTopics: 1, missingInTopics: 3 };
    expect(await score(person)).toMatchObject({ enough: false, answers: 60, ...missing });
    const [first, ...rest] = await many(3, 'Concordância');
    for (let round = 0; round < 3; round += 1) await reply(person, first as Question, 'right');
    expect(await score(person)).toMatchObject({ enough: false, missing: 2, missingTopics: 1, missingInTopics: 2 });
    for (const question of rest) await reply(person, question, 'right');
    expect(await score(person)).toMatchObject({ enough: true, answers: 63, missing: 0, missingTopics: 0 });
  });

  it('is compared with the result of a mock exam before its answers are taken in', async () => {
    const person = await student();
    for (const question of crase) await reply(person, question, 'right');
    const asked = await many(5, 'Crase');
    const { id } = await publishComposed(
      test,
      admin,
      { questionIds: asked.map((one) => one.id) },
      { title: 'Conferido' },
    );
    await takeQuiz(test, person, id, new Map(asked.map((one, at) => [one.id, at < 3 ? one.right : one.wrong])));
    await test.deps.jobs.drain();
    // Taken again, it asks what the student has seen: no check.
    await takeQuiz(test, person, id, new Map(asked.map((one) => [one.id, one.right])));
    await test.deps.jobs.drain();
    const { checks } = await score(person);
    expect(checks).toHaveLength(1);
    expect(checks).toMatchObject([{ quizId: id, title: 'Conferido', right: 3, total: 5, day: '2026-11-02' }]);
    expect(checks[0]?.expected).toBeGreaterThan(3);
    expect(checks[0]?.expected).toBeLessThan(5);
  });
});

describe('the next step', () => {
  it('names what brings most, and another one when asked', async () => {
    await many(2, 'Regência');
    const person = await student();
    const { step, more } = await next(person);
    expect(step).toMatchObject({ kind: 'practice', target: { title: 'Crase', questions: 15 } });
    expect(step?.reason).toContain('pode valer até');
    expect(more).toBe(true);
    expect((await next(person, '?skip=1')).step).toMatchObject({ target: { title: 'Regência', questions: 2 } });
    expect(await next(person, '?skip=20')).toEqual({ step: null, more: false });
    const nobody = await createPerson(test.deps.db, { now: test.clock.now() });
    expect(await next(nobody)).toEqual({ step: null, more: false });
  });
});

it('memory and mastery are in the export of their owner alone, and go with the account', async () => {
  const { db } = test.deps;
  const currentPassword = 'segredo1';
  const passwordHash = await test.deps.passwords.hash(currentPassword);
  const [me, other] = [await createPerson(db, { passwordHash, now: test.clock.now() }), await student()];
  await call(me, 'POST', `/api/exams/${exam.id}/follow`);
  const [first, second] = crase as [Question, Question];
  await reply(me, first, 'wrong');
  await reply(me, second, 'right');
  await reply(other, second, 'wrong');
  const note = { method: 'PATCH', url: `/api/mistakes/${first.id}`, payload: { note: 'Rever a regra' } } as const;
  expect((await test.request({ ...note, as: me })).statusCode).toBe(200);
  for (const as of [me, other]) {
    await call(as, 'GET', '/api/review/today');
    await call(as, 'POST', '/api/first-day/end');
    await saveChoice(db, as.id, { policy: 'quota', form: 'fsrs6', expected: 0.5, cpuMs: 1 }, '2026-11-02');
    const told = { exam_id: exam.id, day: '2026-11-02', score: 5, low: 4, high: 6, of_points: 10 };
    await db
      .insertInto('expected_scores')
      .values({ user_id: as.id, ...told })
      .execute();
  }
  const exported = await test.request({ method: 'GET', url: '/api/privacy/export', as: me });
  const json = unzip(exported.rawPayload)['dados.json']?.toString('utf8') ?? '';
  const data: Record<string, unknown[]> = JSON.parse(json).dados;
  const own = {
    answer_log: 2,
    memory_states: 2,
    mistake_notes: 1,
    review_days: 1,
    student_memories: 1,
    student_mastery: 1,
    topic_mastery: 1,
    expected_scores: 1,
    first_days: 1,
  } as const;
  for (const [table, rows] of Object.entries(own)) expect(data[table], table).toHaveLength(rows);
  expect(json).toContain('Rever a regra');
  expect(json).not.toContain(other.id);

  await call(me, 'POST', '/api/privacy/deletion', { currentPassword });
  test.clock.advance(8 * 24 * 60 * 60_000);
  await test.deps.jobs.send(db, 'account-deletions', {});
  await test.deps.jobs.drain();
  const left = (table: keyof typeof own, as: Person) =>
    db.selectFrom(table).select('user_id').where('user_id', '=', as.id).execute();
  for (const table of Object.keys(own) as (keyof typeof own)[]) expect(await left(table, me), table).toEqual([]);
  expect(await left('memory_states', other)).toHaveLength(1);
  expect(await left('topic_mastery', other)).toHaveLength(1);
});
