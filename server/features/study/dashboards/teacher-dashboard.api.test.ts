import { beforeAll, describe, expect, it } from 'vitest';
import type { TeacherDashboard } from '#contract/study/dashboards.ts';
import type { Db } from '#server/db/handle.ts';
import { issueCertificates } from '#server/features/content/certificates/certificates.service.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { countQueries } from '#server/testing/queries.ts';
import { createCourse, createLesson, enrollStudent } from '#server/testing/study.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { readTeacherDashboard } from './dashboards.service.ts';

const test = useTestApp();
let db: Db;

beforeAll(() => {
  db = test.deps.db;
});

const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, as: Person, payload?: object) =>
  test.request({ method, url, as, ...(payload ? { payload } : {}) });
const read = async (as: Person): Promise<TeacherDashboard> => (await send('GET', '/api/dashboard/teacher', as)).json();
const longAgo = new Date('2026-09-01T12:00:00Z');

describe('the teacher dashboard', () => {
  it('refuses students', async () => {
    const student = await createPerson(db);
    expect((await send('GET', '/api/dashboard/teacher', student)).statusCode).toBe(403);
  });

  it('shows a dash, not a number, where there is no rating', async () => {
    const teacher = await createPerson(db, { role: 'teacher' });
    expect(await read(teacher)).toEqual({
      totalStudents: 0,
      totalCourses: 0,
      averageRating: null,
      totalCertificates: 0,
      changes: { totalStudents: 0, totalCourses: 0, averageRating: null, totalCertificates: 0 },
      courses: [],
    });
  });

  it('changes every figure when the data changes, against the figures of 30 days ago', async () => {
    const teacher = await createPerson(db, { role: 'teacher' });
    const [ana, bia, caio] = [await createPerson(db), await createPerson(db), await createPerson(db)];
    const lesson = await createLesson(db, 'Única');
    const old = await createCourse(db, { title: 'Antigo', instructorId: teacher.id, lessons: [lesson], now: longAgo });
    await createCourse(db, { title: 'Novo', instructorId: teacher.id, isPublished: false });
    await createCourse(db, { title: 'De outro' });
    await enrollStudent(db, ana.id, old, longAgo);
    await db
      .insertInto('course_ratings')
      .values({ course_id: old, user_id: ana.id, stars: 5, rated_at: longAgo })
      .execute();
    expect(await read(teacher)).toMatchObject({
      totalStudents: 1,
      totalCourses: 2,
      averageRating: 5,
      changes: { totalStudents: 0, totalCourses: 1, averageRating: 0, totalCertificates: 0 },
      courses: [
        { title: 'Novo', isPublished: false, students: 0, averageRating: null },
        { title: 'Antigo', isPublished: true, students: 1, averageRating: 5, ratingCount: 1, lessonCount: 1 },
      ],
    });

    for (const student of [bia, caio]) await send('POST', `/api/courses/${old}/enrollment`, student);
    await send('PUT', `/api/articles/${lesson}/completion`, bia, { completed: true });
    await send('PUT', `/api/courses/${old}/rating`, bia, { stars: 2 });
    expect(await read(teacher)).toMatchObject({
      totalStudents: 3,
      averageRating: 3.5,
      totalCertificates: 1,
      changes: { totalStudents: 2, averageRating: -1.5, totalCertificates: 1 },
    });

    await send('DELETE', `/api/courses/${old}/enrollment`, ana);
    await send('PUT', `/api/courses/${old}/rating`, bia, { stars: 4 });
    expect(await read(teacher)).toMatchObject({
      totalStudents: 2,
      averageRating: 4.5,
      changes: { totalStudents: 1, averageRating: -0.5 },
    });

    await send('DELETE', `/api/courses/${old}`, teacher);
    expect(await read(teacher)).toMatchObject({
      totalStudents: 0,
      totalCourses: 1,
      averageRating: null,
      totalCertificates: 1,
      changes: { totalStudents: -1, totalCourses: 0, averageRating: null, totalCertificates: 1 },
      courses: [{ title: 'Novo' }],
    });
  });

  it('counts certificates as they were issued, without those that were revoked', async () => {
    const [teacher, admin, student] = [
      await createPerson(db, { role: 'teacher' }),
      await createPerson(db, { role: 'admin' }),
      await createPerson(db),
    ];
    const lesson = await createLesson(db, 'Só esta');
    const course = await createCourse(db, { instructorId: teacher.id, lessons: [lesson] });
    // Finished, but its certificate was not issued yet.
    await enrollStudent(db, student.id, course);
    const finished = { user_id: student.id, course_id: course, completed_at: longAgo };
    await db.insertInto('course_completions').values(finished).execute();
    expect(await read(teacher)).toMatchObject({ totalCertificates: 0, changes: { totalCertificates: 0 } });
    await db
      .transaction()
      .execute((tx) => issueCertificates(test.deps, tx, [{ userId: student.id, courseId: course }]));
    expect(await read(teacher)).toMatchObject({ totalCertificates: 1, changes: { totalCertificates: 1 } });
    await send('DELETE', `/api/admin/users/${student.id}`, admin);
    expect(await read(teacher)).toMatchObject({ totalCertificates: 0, changes: { totalCertificates: 0 } });
  });

  it('counts a student of two courses once', async () => {
    const teacher = await createPerson(db, { role: 'teacher' });
    const student = await createPerson(db);
    for (let index = 0; index < 2; index += 1) {
      await enrollStudent(db, student.id, await createCourse(db, { instructorId: teacher.id }));
    }
    expect(await read(teacher)).toMatchObject({ totalStudents: 1, totalCourses: 2 });
  });

  it('shows an admin all courses, in the same two queries whatever there is', async () => {
    const admin = await createPerson(db, { role: 'admin' });
    const count = () => countQueries(() => readTeacherDashboard(test.deps, { ...admin, sessionId: '' }));
    const before = { queries: await count(), courses: (await read(admin)).courses.length };
    for (let index = 0; index < 20; index += 1) {
      const course = await createCourse(db, { title: `Curso ${index}` });
      await enrollStudent(db, (await createPerson(db)).id, course);
    }
    expect([before.queries, await count()]).toEqual([2, 2]);
    expect((await read(admin)).courses).toHaveLength(before.courses + 20);
  });
});
