import { beforeAll, expect, it } from 'vitest';
import type { Notification } from '#contract/platform/notifications.ts';
import type { Db } from '#server/db/handle.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { createTestQuiz } from '#server/testing/quizzes.ts';
import { createCourse, createLesson, enrollStudent } from '#server/testing/study.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp();
let db: Db;
let teacher: Person;
beforeAll(async () => {
  db = test.deps.db;
  teacher = await createPerson(db, { role: 'teacher', now: test.clock.now() });
});

const news = async (as: Person) => {
  const list = (await test.request({ method: 'GET', url: '/api/notifications', as })).json() as Notification[];
  return list.map(({ title, path }) => [title, path]);
};

type Item = { kind: 'lesson' | 'quiz'; id: number };
let version = 1;
async function save(courseId: number, items: Item[]) {
  const response = await test.request({
    method: 'PUT',
    url: `/api/courses/${courseId}/items`,
    payload: { items, version },
    as: teacher,
  });
  expect(response.statusCode).toBe(200);
  version = response.json().version;
}

async function courseWithStudent(isPublished = true) {
  version = 1;
  const student = await createPerson(db, { now: test.clock.now() });
  const first = await createLesson(db, 'Aula 1');
  const courseId = await createCourse(db, {
    title: 'Português',
    instructorId: teacher.id,
    isPublished,
    lessons: [first],
  });
  await enrollStudent(db, student.id, courseId);
  return { student, courseId, first: { kind: 'lesson', id: first } as const };
}

it('students of a course hear of a lesson that comes into it, once', async () => {
  const { student, courseId, first } = await courseWithStudent();
  const stranger = await createPerson(db, { now: test.clock.now() });
  const second = { kind: 'lesson', id: await createLesson(db, 'Crase') } as const;
  await save(courseId, [first, second]);
  await save(courseId, [second, first]);
  await save(courseId, [first]);
  await save(courseId, [first, second]);
  expect(await news(student)).toEqual([['Nova aula: Crase', `/articles/${second.id}`]]);
  expect(await news(stranger)).toEqual([]);
});

it('several at once are one line, and who left hears nothing', async () => {
  const { student, courseId, first } = await courseWithStudent();
  const quiz = { kind: 'quiz', id: (await createTestQuiz(db)).id } as const;
  await save(courseId, [first, { kind: 'lesson', id: await createLesson(db, 'Crase') }, quiz]);
  expect(await news(student)).toEqual([['2 novidades em Português', `/courses/${courseId}`]]);
  await test.request({ method: 'DELETE', url: `/api/courses/${courseId}/enrollment`, as: student });
  await save(courseId, [first]);
  await save(courseId, [first, { kind: 'lesson', id: await createLesson(db, 'Outra') }]);
  expect(await news(student)).toHaveLength(1);
});

it('a draft of a course notifies no student', async () => {
  const { student, courseId, first } = await courseWithStudent(false);
  await save(courseId, [first, { kind: 'lesson', id: await createLesson(db, 'Crase') }]);
  expect(await news(student)).toEqual([]);
});

it('a simulado that was withdrawn and is published again is announced once', async () => {
  const { student, courseId, first } = await courseWithStudent();
  const quiz = await createTestQuiz(db, { title: 'Simulado 1', authorId: teacher.id });
  await save(courseId, [first, { kind: 'quiz', id: quiz.id }]);
  const author = (method: 'GET' | 'POST', path: string, payload?: object) =>
    test.request({
      method,
      url: `/api/teacher/quizzes/${quiz.id}${path}`,
      as: teacher,
      ...(payload ? { payload } : {}),
    });
  const withdrawn = await author('POST', '/unpublish');
  expect(withdrawn.statusCode).toBe(200);
  const published = await author('POST', '/publish', { revision: withdrawn.json().revision });
  expect(published.statusCode).toBe(200);
  expect(await news(student)).toEqual([['Novo simulado: Simulado 1', `/quizzes/${quiz.id}`]]);
});
