import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import type { ClassMap } from '../../../contract/class-map.ts';
import { createBankQuestion } from '../../testing/bank.ts';
import { createPerson, type Person } from '../../testing/factories.ts';
import { createCourse, createSubject, enrollStudent } from '../../testing/study.ts';
import { createExamWithSyllabus } from '../../testing/syllabi.ts';
import { useTestApp } from '../../testing/test-app.ts';

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
  for (let at = 0; at < 10; at += 1)
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
    for (let round = 0; round < 6; round += 1) {
      for (const question of questions) {
        const answer = { key: randomUUID(), questionId: question.id, optionId: question[how] };
        await send(student, 'POST', '/api/review/answers', answer);
      }
    }
  }
});

it('shows the class by topic, who may miss a minimum and what needs a lesson, to the teacher and the admin', async () => {
  for (const person of [teacher, admin]) {
    const map: ClassMap = (await send(person, 'GET', `/api/teacher/courses/${courseId}/class-map`)).json();
    expect(map).toMatchObject({ examId, students: 2, estimated: 2, atRiskCount: 1 });
    expect(map.subjects[0]?.topics).toMatchObject([
      { name: 'Crase', students: 2, weak: 1, available: 10, lessons: 0 },
      { name: 'Regência', students: 0, mastery: null },
    ]);
    expect(map.atRisk[0]?.name).toContain('wrong');
    expect(map.needLesson.map(({ name }) => name)).toEqual(['Crase', 'Regência']);
  }
});

it('is not there for another teacher, nor for an exam that has no syllabus', async () => {
  const other = await createPerson(test.deps.db, { role: 'teacher' });
  expect((await send(other, 'GET', `/api/teacher/courses/${courseId}/class-map`)).statusCode).toBe(404);
  expect((await send(teacher, 'GET', `/api/teacher/courses/${courseId}/class-map?examId=2000000000`)).statusCode).toBe(
    404,
  );
});
