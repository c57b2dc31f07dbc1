import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { StudyPlan } from '#contract/study/study-plan.ts';
import { createBankQuestion, publishComposed, takeQuiz } from '#server/testing/bank.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { completeLesson, createCourse, createLesson, createSubject, enrollStudent } from '#server/testing/study.ts';
import { createExamWithSyllabus } from '#server/testing/syllabi.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
let admin: Person;
let exam: Awaited<ReturnType<typeof createExamWithSyllabus>>;
let lessons: { crase: number; regencia: number };
let topics: { crase: number; regencia: number };

const call = async (as: Person, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) => {
  const reply = await test.request({ method, url, as, ...(payload ? { payload } : {}) });
  if (reply.statusCode >= 300) throw new Error(`${method} ${url}: ${reply.body}`);
  return reply.json();
};
const planOf = (as: Person): Promise<StudyPlan> => call(as, 'GET', '/api/study-plan');
const student = async () => {
  const person = await createPerson(test.deps.db, { now: test.clock.now() });
  await call(person, 'POST', `/api/exams/${exam.id}/follow`);
  return person;
};
const keys = (items: readonly { kind: string; id: number }[]) => items.map(({ kind, id }) => `${kind}:${id}`);

beforeAll(async () => {
  const { db } = test.deps;
  test.clock.set('2026-11-02T12:00:00.000Z');
  admin = await createPerson(db, { role: 'admin' });
  const subjectId = await createSubject(db, 'Português');
  for (let at = 0; at < 3; at += 1) await createBankQuestion(test, admin, { subjectId, topic: 'Crase' });
  exam = await createExamWithSyllabus(test, admin, [
    {
      subjectId,
      name: 'Português',
      topics: [
        { topicId: null, name: 'Crase', amount: 10 },
        { topicId: null, name: 'Regência', amount: 4 },
      ],
    },
  ]);
  const [crase, regencia] = exam.syllabus.subjects[0]?.topics ?? [];
  topics = { crase: crase?.topicId ?? 0, regencia: regencia?.topicId ?? 0 };
  lessons = {
    crase: await createLesson(db, 'Crase', subjectId),
    regencia: await createLesson(db, 'Regência', subjectId),
  };
  await db
    .updateTable('lessons')
    .set({ topic_id: topics.crase, word_count: 4000 })
    .where('id', '=', lessons.crase)
    .execute();
  await db
    .updateTable('lessons')
    .set({ topic_id: topics.regencia, word_count: 4000 })
    .where('id', '=', lessons.regencia)
    .execute();
});
beforeEach(() => test.clock.set('2026-11-02T12:00:00.000Z'));

it('covers what the exam asks, whatever courses are followed, and ticks what is done', async () => {
  const person = await student();
  const elsewhere = await createLesson(test.deps.db, 'Fora do edital');
  await enrollStudent(test.deps.db, person.id, await createCourse(test.deps.db, { lessons: [elsewhere] }));
  const morning = await planOf(person);
  expect(morning).toMatchObject({ covers: 'syllabus', change: null, enrolled: true, exam: { hasSyllabus: true } });
  expect(keys([...morning.today.items, ...morning.days.flatMap(({ items }) => items)])).toEqual([
    `lesson:${lessons.crase}`,
    `practice:${topics.crase}`,
    `lesson:${lessons.regencia}`,
  ]);
  await completeLesson(test.deps.db, person.id, lessons.crase, test.clock.now());
  const { id, questions } = await call(person, 'POST', '/api/practices', {
    kind: 'free',
    topicId: topics.crase,
    count: 3,
  });
  for (const question of questions) {
    const answer = { questionId: question.id, optionId: question.options[0].id };
    await call(person, 'POST', `/api/practices/${id}/answers`, answer);
  }
  const evening = await planOf(person);
  const done = evening.today.items.filter((item) => item.done);
  expect(keys(done)).toEqual([`lesson:${lessons.crase}`, `practice:${topics.crase}`]);
  expect(evening.change).toBeNull();
});

it('the plan says why it changed: another exam, another number of hours', async () => {
  const person = await student();
  await planOf(person);
  await call(person, 'PUT', '/api/study-time/goal', { hours: 5 });
  expect((await planOf(person)).change).toBe('Sua meta mudou para 5h por semana: o plano foi refeito.');
  // Through the day, and not on the next.
  expect((await planOf(person)).change).toContain('5h por semana');
  test.clock.set('2026-11-03T12:00:00.000Z');
  expect((await planOf(person)).change).toBeNull();
});

it('the plan follows the courses once no exam is followed, and later the next exam’s syllabus', async () => {
  const person = await student();
  await planOf(person);
  await call(person, 'DELETE', `/api/exams/${exam.id}/follow`);
  expect(await planOf(person)).toMatchObject({ covers: 'courses', enrolled: false, change: null });
  const other = await createExamWithSyllabus(test, admin, [
    { subjectId: null, name: 'Direito', topics: [{ topicId: null, name: 'Furto', amount: 5 }] },
  ]);
  await call(person, 'POST', `/api/exams/${other.id}/follow`);
  expect(await planOf(person)).toMatchObject({
    covers: 'syllabus',
    change: expect.stringContaining('Sua prova mudou'),
  });
});

it('plan, map and next step promise exactly the questions that practice gives, for a newcomer and after the simulado', async () => {
  const person = await student();
  const subjectId = exam.syllabus.subjects[0]?.subjectId ?? 0;
  const kept = [
    await createBankQuestion(test, admin, { subjectId, topic: 'Regência' }),
    await createBankQuestion(test, admin, { subjectId, topic: 'Regência' }),
  ];
  await createBankQuestion(test, admin, { subjectId, topic: 'Regência' });
  const quiz = await publishComposed(test, admin, { questionIds: kept.map(({ id }) => id) }, { title: 'Semanal' });
  const promises = async () => {
    const { today, days } = await planOf(person);
    const items = [...today.items, ...days.flatMap((day) => day.items)];
    const planned = items.find(({ kind, id }) => kind === 'practice' && id === topics.regencia)?.questionCount;
    const { topic, waitsFor } = await call(person, 'GET', `/api/exams/${exam.id}/map/${topics.regencia}`);
    const { questions } = await call(person, 'POST', '/api/practices', {
      kind: 'free',
      topicId: topics.regencia,
      count: topic.available,
    });
    return { planned, available: topic.available, waiting: topic.waiting, waitsFor, given: questions.length };
  };
  expect(await promises()).toEqual({
    planned: 1,
    available: 1,
    waiting: 2,
    waitsFor: { quizId: quiz.id, title: 'Semanal' },
    given: 1,
  });
  await takeQuiz(test, person, quiz.id, new Map());
  expect(await promises()).toMatchObject({ planned: 3, available: 3, waiting: 0, waitsFor: null, given: 3 });
});

it('the next step is the first open item of the plan, with the same gain, and goes on in the order of the plan', async () => {
  const person = await student();
  const { today, days } = await planOf(person);
  const items = [...today.items, ...days.flatMap((day) => day.items)];
  for (const [skip, item] of items.entries()) {
    const { step, more } = await call(person, 'GET', `/api/next-step?skip=${skip}`);
    expect(step).toMatchObject({ kind: item.kind, gain: item.worth?.points, minutes: item.minutes });
    expect(step.reason).toBe(item.worth?.reason);
    expect(step.kind === 'practice' ? step.target.topicId : step.target.id).toBe(item.id);
    expect(more).toBe(skip < items.length - 1);
  }
  expect(items[0]?.worth?.points).toBeGreaterThan(0);
  expect(items[0]?.worth?.isAtMost).toBe(true);
});

it('an exam that is open or opens within the hour is the next step everywhere, until it is handed in', async () => {
  const person = await student();
  const question = await createBankQuestion(test, admin);
  const { id } = await publishComposed(test, admin, { questionIds: [question.id] }, { title: 'Da semana' });
  const window = {
    opensAt: '2026-11-02T13:00:00.000Z',
    closesAt: '2026-11-02T14:00:00.000Z',
    lateStart: 'shortens',
  };
  await call(admin, 'PUT', `/api/teacher/quizzes/${id}/window`, { version: 0, window });
  const heads = async () => {
    const { step } = await call(person, 'GET', '/api/next-step');
    const { exam: shown } = await call(person, 'GET', '/api/dashboard/student');
    return [step.target.title, shown?.title ?? null];
  };
  test.clock.set('2026-11-02T11:59:59.000Z');
  expect(await heads()).toEqual(['Crase', null]);
  test.clock.set('2026-11-02T12:00:00.000Z');
  expect(await heads()).toEqual(['Da semana', 'Da semana']);
  test.clock.set('2026-11-02T13:50:00.000Z');
  expect(await heads()).toEqual(['Da semana', 'Da semana']);
  expect((await call(person, 'GET', '/api/dashboard/student')).exam).toMatchObject({ quizId: id, endsForAll: true });
  await takeQuiz(test, person, id, new Map());
  expect(await heads()).toEqual(['Crase', null]);
});
