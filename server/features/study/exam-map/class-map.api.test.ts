import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import type { ClassMap, FadingTopics } from '#contract/study/class-map.ts';
import { memoryOf } from '#server/features/study/review/engine/memory.ts';
import { memoryWeights } from '#server/features/study/review/memory-replay.ts';
import { createBankQuestion } from '#server/testing/bank.ts';
import { breakRows } from '#server/testing/broken-row.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { createCourse, createSubject, enrollStudent } from '#server/testing/study.ts';
import { createExamWithSyllabus } from '#server/testing/syllabi.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
let admin: Person;
let teacher: Person;
let courseId: number;
let examId: number;

const send = (as: Person, method: 'GET' | 'POST', url: string, payload?: object) =>
  test.request({ method, url, as, ...(payload ? { payload } : {}) });

beforeAll(async () => {
  const { db } = test.deps;
  test.clock.set('2026-11-02T12:00:00.000Z');
  admin = await createPerson(db, { role: 'admin' });
  teacher = await createPerson(db, { role: 'teacher' });
  const subjectId = await createSubject(db, 'Português');
  const questions = [];
  for (let at = 0; at < 60; at += 1)
    questions.push(await createBankQuestion(test, admin, { subjectId, topic: 'Crase' }));
  const topics = [
    { topicId: null, name: 'Crase', amount: 10 },
    { topicId: null, name: 'Regência', amount: 4 },
  ];
  examId = (await createExamWithSyllabus(test, admin, [{ subjectId, name: 'Português', minimum: 9, topics }])).id;
  courseId = await createCourse(db, { instructorId: teacher.id });
  for (const how of ['right', 'wrong'] as const) {
    const student = await createPerson(db, { now: test.clock.now(), firstName: how });
    await enrollStudent(db, student.id, courseId);
    for (const question of questions) {
      const answer = { key: randomUUID(), questionId: question.id, optionId: question[how] };
      await send(student, 'POST', '/api/review/answers', answer);
    }
  }
});

it('teacher and admin see the class by topic, students at risk and topics that need a lesson', async () => {
  for (const person of [teacher, admin]) {
    const map: ClassMap = (await send(person, 'GET', `/api/teacher/courses/${courseId}/class-map`)).json();
    expect(map).toMatchObject({ examId, students: 2, estimated: 2, atRiskCount: 1 });
    expect(map.subjects[0]?.topics).toMatchObject([
      { name: 'Crase', students: 2, weak: 1, available: 60, lessons: 0 },
      { name: 'Regência', students: 0, mastery: null },
    ]);
    expect(map.atRisk[0]?.name).toContain('wrong');
    expect(map.needLesson.map(({ name }) => name)).toEqual(['Crase', 'Regência']);
  }
});

it('a student whose memory cannot be brought up to date does not take the map away from the teacher', async () => {
  const { db } = test.deps;
  const question = await createBankQuestion(test, admin, { topic: 'Regência' });
  const [broken, sound] = [await createPerson(db), await createPerson(db)];
  const own = await createCourse(db, { instructorId: teacher.id });
  for (const student of [broken, sound]) {
    await enrollStudent(db, student.id, own);
    const answer = { question_id: question.id, option_id: question.right, is_right: true, study_day: '2026-11-02' };
    await db
      .insertInto('answer_log')
      .values({
        user_id: student.id,
        ...answer,
        source: 'review',
        source_key: randomUUID(),
        answered_at: test.clock.now(),
      })
      .execute();
  }
  const mend = await breakRows(db, 'memory_states', `r.user_id = '${broken.id}'`);
  const answer = await send(teacher, 'GET', `/api/teacher/courses/${own}/class-map?examId=${examId}`);
  expect(answer.statusCode).toBe(200);
  const states = await db
    .selectFrom('memory_states')
    .select('user_id')
    .where('question_id', '=', question.id)
    .execute();
  expect(states).toEqual([{ user_id: sound.id }]);
  await mend();
});

it('the class map answers 404 to another teacher, and for an exam without a syllabus', async () => {
  const other = await createPerson(test.deps.db, { role: 'teacher' });
  expect((await send(other, 'GET', `/api/teacher/courses/${courseId}/class-map`)).statusCode).toBe(404);
  expect((await send(teacher, 'GET', `/api/teacher/courses/${courseId}/class-map?examId=2000000000`)).statusCode).toBe(
    404,
  );
});

it('topics that the class will soon forget are shown from ten students on, and not to other teachers', async () => {
  const { db } = test.deps;
  const own = await createCourse(db, { instructorId: teacher.id });
  const fading = async (as: Person) => send(as, 'GET', `/api/teacher/courses/${own}/fading-topics`);
  const question = await db
    .selectFrom('questions')
    .select(['id', 'topic_id'])
    .where('topic_id', 'is not', null)
    .executeTakeFirstOrThrow();
  // Nine, of whom five have forgotten most of it and four nothing.
  const join = async (stability: number) => {
    const { id } = await createPerson(db, { now: test.clock.now() });
    await enrollStudent(db, id, own);
    const state = { difficulty: 5, last_day: '2026-11-01', last_right: true, answers: 1, wrongs: 0, right_days: 1 };
    await db
      .insertInto('memory_states')
      .values({ user_id: id, question_id: question.id, stability, ...state })
      .execute();
    return id;
  };
  for (let n = 0; n < 9; n += 1) await join(n < 5 ? 0.05 : 400);
  expect((await fading(teacher)).json()).toEqual({ topics: [] });
  const last = await join(0.05);
  const { topics }: FadingTopics = (await fading(teacher)).json();
  expect(topics).toMatchObject([{ topicId: question.topic_id, name: 'Crase', subject: 'Português', students: 10 }]);
  // The curve of the database is the engine's.
  const { recall } = memoryOf(memoryWeights);
  expect(topics[0]?.recall).toBeCloseTo((6 * recall(0.05, 8) + 4 * recall(400, 8)) / 10, 9);
  await db.insertInto('student_memories').values({ user_id: last, form: 'exponential' }).execute();
  const otherwise: FadingTopics = (await fading(admin)).json();
  const exponential = memoryOf(memoryWeights, 'exponential').recall(0.05, 8);
  expect(otherwise.topics[0]?.recall).toBeCloseTo((5 * recall(0.05, 8) + exponential + 4 * recall(400, 8)) / 10, 9);

  const other = await createPerson(db, { role: 'teacher' });
  expect((await fading(other)).statusCode).toBe(404);
});
