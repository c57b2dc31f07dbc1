import { beforeAll, describe, expect, it } from 'vitest';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { createCourse, createLesson, createSubject, enrollStudent } from '#server/testing/study.ts';
import { createExamWithSyllabus } from '#server/testing/syllabi.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
const get = (as: Person, url: string) => test.request({ method: 'GET', url, as });
const titlesOf = async (as: Person, show: string) => {
  const list = await get(as, `/api/courses?show=${show}`);
  const titles = (list.json() as { title: string }[]).map(({ title }) => title);
  expect(list.headers['x-total-count']).toBe(String(titles.length));
  return titles.sort();
};

let student: Person;
let newcomer: Person;

beforeAll(async () => {
  const { db } = test.deps;
  const admin = await createPerson(db, { role: 'admin' });
  student = await createPerson(db);
  newcomer = await createPerson(db);
  const [asked, other] = [await createSubject(db, 'Português'), await createSubject(db, 'Culinária')];
  const lessonOf = (subjectId: number | null) => createLesson(db, `Aula de ${subjectId}`, subjectId);
  const [grammar, cooking, loose] = [await lessonOf(asked), await lessonOf(other), await lessonOf(null)];
  const titled = async (title: string, lessons: number[]) => {
    const id = await createCourse(db, { lessons });
    await db.updateTable('courses').set({ title }).where('id', '=', id).execute();
    return id;
  };
  const first = await titled('Português', [cooking, grammar]);
  const second = await titled('Culinária', [cooking, loose]);
  const third = await titled('Feito', [grammar]);
  await enrollStudent(db, student.id, first);
  await enrollStudent(db, student.id, second);
  await enrollStudent(db, student.id, third);
  await db.updateTable('enrollments').set({ left_at: test.clock.now() }).where('course_id', '=', second).execute();
  await db
    .insertInto('course_completions')
    .values({ user_id: student.id, course_id: third, completed_at: test.clock.now() })
    .execute();
  const exam = await createExamWithSyllabus(test, admin, [
    { subjectId: asked, name: 'Português', topics: [{ topicId: null, name: 'Crase', amount: 10 }] },
  ]);
  const followed = await test.request({ method: 'POST', url: `/api/exams/${exam.id}/follow`, as: student });
  expect(followed.statusCode).toBe(200);
});

describe('the list of courses', () => {
  it('narrowed to the exam has those with lessons of what it asks', async () => {
    expect(await titlesOf(student, 'exam')).toEqual(['Feito', 'Português']);
  });

  it('narrowed to what was begun has neither what was left nor what is finished', async () => {
    expect(await titlesOf(student, 'started')).toEqual(['Português']);
  });

  it('counts what each choice leaves', async () => {
    expect((await get(student, '/api/courses/counts')).json()).toEqual({
      all: 3,
      started: 1,
      exam: { name: 'Soldado PM', date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/), courses: 2 },
    });
  });

  it('is empty under the exam filter for a person who follows no exam', async () => {
    expect((await get(newcomer, '/api/courses/counts')).json()).toEqual({ all: 3, started: 0, exam: null });
    expect(await titlesOf(newcomer, 'exam')).toEqual([]);
  });

  it('refuses any other choice', async () => {
    expect((await get(student, '/api/courses?show=all')).statusCode).toBe(400);
  });
});
