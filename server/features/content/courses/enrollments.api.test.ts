import { beforeAll, describe, expect, it } from 'vitest';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { completeLesson, createCourse, createLesson, enrollStudent } from '#server/testing/study.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp();
let teacher: Person;
let lessons: number[];

beforeAll(async () => {
  teacher = await createPerson(test.deps.db, { role: 'teacher' });
  lessons = await Promise.all(['Um', 'Dois', 'Três', 'Quatro'].map((title) => createLesson(test.deps.db, title)));
});

const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, as: Person, payload?: object) =>
  test.request({ method, url, as, ...(payload ? { payload } : {}) });
const newCourse = (change: Parameters<typeof createCourse>[1] = {}) =>
  createCourse(test.deps.db, { instructorId: teacher.id, lessons, ...change });
const enroll = (as: Person, id: number) => send('POST', `/api/courses/${id}/enrollment`, as);
const rate = (as: Person, id: number, stars: unknown) => send('PUT', `/api/courses/${id}/rating`, as, { stars });
const tick = (as: Person, lesson: number | undefined, completed = true) =>
  send('PUT', `/api/articles/${lesson}/completion`, as, { completed });
const completionsOf = (courseId: number) =>
  test.deps.db.selectFrom('course_completions').selectAll().where('course_id', '=', courseId).execute();

describe('enrolling', () => {
  it('makes one row of 50 requests at once', async () => {
    const student = await createPerson(test.deps.db);
    const id = await newCourse();
    const answers = await Promise.all(Array.from({ length: 50 }, () => enroll(student, id)));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(49);
    const rows = await test.deps.db.selectFrom('enrollments').selectAll().where('course_id', '=', id).execute();
    expect(rows).toHaveLength(1);
  });

  it('is refused for drafts, for what is not there and for authors', async () => {
    const student = await createPerson(test.deps.db);
    const draft = await newCourse({ isPublished: false });
    expect((await enroll(student, draft)).statusCode).toBe(404);
    expect((await enroll(student, 999_999)).statusCode).toBe(404);
    expect((await enroll(teacher, await newCourse())).statusCode).toBe(403);
  });

  it('counts what was done before, and leaving keeps it', async () => {
    const student = await createPerson(test.deps.db);
    const id = await newCourse();
    await tick(student, lessons[0]);
    expect((await enroll(student, id)).json().enrollment).toEqual({ progress: 25, done: 1, total: 4 });
    expect((await send('GET', '/api/my-enrollments', student)).json()).toMatchObject([
      { progress: 25, done: 1, total: 4, course: { id, title: 'Curso de teste', instructorId: teacher.id } },
    ]);
    for (let again = 0; again < 2; again += 1) {
      expect((await send('DELETE', `/api/courses/${id}/enrollment`, student)).json()).toEqual({ ok: true });
    }
    expect((await send('GET', '/api/my-enrollments', student)).json()).toEqual([]);
    expect((await enroll(student, id)).json().enrollment.done).toBe(1);
  });

  it('lists the course studied last first, page by page', async () => {
    const student = await createPerson(test.deps.db);
    const [first, second] = [await newCourse({ title: 'A' }), await newCourse({ title: 'B', lessons: [] })];
    await enrollStudent(test.deps.db, student.id, first, new Date('2026-11-02T12:00:00Z'));
    await enrollStudent(test.deps.db, student.id, second, new Date('2026-11-03T12:00:00Z'));
    const titles = async (query = '') => {
      const page = await send('GET', `/api/my-enrollments${query}`, student);
      return {
        titles: page.json().map((row: { course: { title: string } }) => row.course.title),
        link: page.headers.link,
      };
    };
    expect((await titles()).titles).toEqual(['B', 'A']);
    await completeLesson(test.deps.db, student.id, lessons[0] ?? 0, new Date('2026-11-04T12:00:00Z'));
    const page = await titles('?limit=1');
    expect(page.titles).toEqual(['A']);
    const next = /cursor=([^>]+)>/.exec(String(page.link))?.[1];
    expect((await titles(`?limit=1&cursor=${next}`)).titles).toEqual(['B']);
  });

  it('hides a course that went back to draft', async () => {
    const student = await createPerson(test.deps.db);
    const id = await newCourse();
    await enroll(student, id);
    await test.deps.db.updateTable('courses').set({ is_published: false }).where('id', '=', id).execute();
    expect((await send('GET', '/api/my-enrollments', student)).json()).toEqual([]);
  });
});

describe('finishing a course', () => {
  it('is recorded when the last lesson is done, once and for good', async () => {
    const student = await createPerson(test.deps.db);
    const id = await newCourse();
    await enroll(student, id);
    for (const lesson of lessons.slice(0, 3)) await tick(student, lesson);
    expect(await completionsOf(id)).toEqual([]);
    await tick(student, lessons[3]);
    const [first] = await completionsOf(id);
    expect(first?.user_id).toBe(student.id);
    test.clock.advance(60_000);
    await tick(student, lessons[3], false);
    await tick(student, lessons[3]);
    expect(await completionsOf(id)).toEqual([first]);
    const page = (await send('GET', `/api/courses/${id}`, student)).json();
    expect(page).toMatchObject({ completedAt: first?.completed_at.toISOString(), enrollment: { progress: 100 } });
  });

  it('is not missed when the last two lessons are done at the same moment', async () => {
    const id = await newCourse({ lessons: lessons.slice(0, 2) });
    for (let round = 0; round < 10; round += 1) {
      const student = await createPerson(test.deps.db);
      await enrollStudent(test.deps.db, student.id, id);
      await Promise.all([tick(student, lessons[0]), tick(student, lessons[1])]);
    }
    expect(await completionsOf(id)).toHaveLength(10);
  });

  it('happens by enrolling when everything was done before, but never in an empty course', async () => {
    const student = await createPerson(test.deps.db);
    for (const lesson of lessons) await tick(student, lesson);
    const [full, empty] = [await newCourse(), await newCourse({ lessons: [] })];
    await enroll(student, full);
    await enroll(student, empty);
    expect([await completionsOf(full), await completionsOf(empty)]).toMatchObject([[{ user_id: student.id }], []]);
  });

  it('happens in the background when the author takes the last missing lesson out', async () => {
    const student = await createPerson(test.deps.db);
    const id = await newCourse({ lessons: lessons.slice(0, 2) });
    await enroll(student, id);
    await tick(student, lessons[0]);
    const items = [{ kind: 'lesson', id: lessons[0] }];
    expect((await send('PUT', `/api/courses/${id}/items`, teacher, { items, version: 1 })).statusCode).toBe(200);
    await test.deps.jobs.drain();
    expect(await completionsOf(id)).toHaveLength(1);
  });

  it('does not count for a person who is not enrolled', async () => {
    const student = await createPerson(test.deps.db);
    const id = await newCourse();
    for (const lesson of lessons) await tick(student, lesson);
    expect(await completionsOf(id)).toEqual([]);
  });
});

describe('rating', () => {
  it('needs an enrolment and a whole number from 1 to 5', async () => {
    const student = await createPerson(test.deps.db);
    const id = await newCourse();
    expect((await rate(student, id, 5)).json()).toMatchObject({ code: 'not_enrolled' });
    expect((await rate(student, id, 5)).statusCode).toBe(409);
    await enroll(student, id);
    for (const stars of [0, 6, 4.5, '5', null, undefined])
      expect((await rate(student, id, stars)).statusCode).toBe(400);
    expect((await rate(student, await newCourse({ isPublished: false }), 5)).statusCode).toBe(404);
    expect((await rate(teacher, id, 5)).statusCode).toBe(409);
  });

  it('is for who has studied something of it; a tick taken back leaves the rating to be changed', async () => {
    const student = await createPerson(test.deps.db);
    const id = await newCourse();
    await enroll(student, id);
    const early = await rate(student, id, 5);
    expect(early.statusCode).toBe(409);
    expect(early.json()).toMatchObject({ code: 'nothing_studied' });
    await tick(student, lessons[0]);
    expect((await rate(student, id, 5)).json()).toMatchObject({ myRating: 5, ratingCount: 1 });
    await tick(student, lessons[0], false);
    expect((await rate(student, id, 2)).json()).toMatchObject({ myRating: 2, averageRating: 2, ratingCount: 1 });
  });

  it('replaces the rating before, also when ten come at once', async () => {
    const [ana, bia] = [await createPerson(test.deps.db), await createPerson(test.deps.db)];
    const id = await newCourse();
    await Promise.all([enroll(ana, id), enroll(bia, id)]);
    await Promise.all([tick(ana, lessons[0]), tick(bia, lessons[0])]);
    await rate(ana, id, 2);
    expect((await rate(ana, id, 5)).json()).toEqual({ myRating: 5, averageRating: 5, ratingCount: 1 });
    expect((await rate(bia, id, 4)).json()).toEqual({ myRating: 4, averageRating: 4.5, ratingCount: 2 });
    await Promise.all(Array.from({ length: 10 }, (_, index) => rate(bia, id, (index % 5) + 1)));
    const page = (await send('GET', `/api/courses/${id}`, bia)).json();
    expect(page.ratingCount).toBe(2);
  });

  it('stays, without a name, when the student is removed', async () => {
    const admin = await createPerson(test.deps.db, { role: 'admin' });
    const student = await createPerson(test.deps.db);
    const id = await newCourse();
    await enroll(student, id);
    await tick(student, lessons[0]);
    await rate(student, id, 3);
    expect((await send('DELETE', `/api/admin/users/${student.id}`, admin)).statusCode).toBe(200);
    const page = (await send('GET', `/api/courses/${id}`, admin)).json();
    expect(page).toMatchObject({ students: 0, averageRating: 3, ratingCount: 1 });
  });
});

describe('what an author sees of a course', () => {
  it('is its students, their progress, ratings and items; for its own author and admins only', async () => {
    const other = await createPerson(test.deps.db, { role: 'teacher' });
    const admin = await createPerson(test.deps.db, { role: 'admin' });
    const [ana, bia] = [
      await createPerson(test.deps.db, { firstName: 'Ana', lastName: 'Lima' }),
      await createPerson(test.deps.db, { firstName: 'Bia', lastName: 'Reis' }),
    ];
    const id = await newCourse();
    await enrollStudent(test.deps.db, ana.id, id, new Date('2026-09-01T12:00:00Z'));
    await enroll(bia, id);
    for (const lesson of lessons) await tick(ana, lesson);
    await tick(bia, lessons[0]);
    await rate(bia, id, 4);
    const stats = await send('GET', `/api/courses/${id}/stats`, teacher);
    expect(stats.json()).toMatchObject({
      students: 2,
      newStudents: 1,
      completions: 1,
      averageProgress: 63,
      averageRating: 4,
      ratings: [0, 0, 0, 1, 0],
      items: [{ done: 2 }, { done: 1 }, { done: 1 }, { done: 1 }],
    });
    const students = await send('GET', `/api/courses/${id}/students`, admin);
    expect(students.headers['x-total-count']).toBe('2');
    expect(students.json()).toMatchObject([
      { name: 'Bia Reis', done: 1, total: 4, progress: 25, completedAt: null },
      { name: 'Ana Lima', done: 4, total: 4, progress: 100 },
    ]);
    expect(students.body).not.toContain('@');
    for (const call of ['stats', 'students']) {
      expect((await send('GET', `/api/courses/${id}/${call}`, other)).statusCode).toBe(403);
      expect((await send('GET', `/api/courses/${id}/${call}`, ana)).statusCode).toBe(403);
    }
  });
});
