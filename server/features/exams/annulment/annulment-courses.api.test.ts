import { beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '#contract/time.ts';
import { createBankQuestion, publishComposed, takeQuiz } from '#server/testing/bank.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { createCourse, createLesson, enrollStudent } from '#server/testing/study.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
let ana: Person;

beforeAll(async () => {
  ana = await createPerson(test.deps.db, { role: 'teacher' });
});

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, as: Person, payload?: object) =>
  test.request({ method, url, as, ...(payload ? { payload } : {}) });
const annulment = (id: number) => `/api/teacher/questions/${id}/annulment`;

/** A course of one lesson and one quiz of two questions, and a student who got one of them wrong. */
async function setting() {
  const { db } = test.deps;
  const [one, two] = [await createBankQuestion(test, ana), await createBankQuestion(test, ana)];
  const quiz = await publishComposed(test, ana, { questionIds: [one.id, two.id] });
  const lesson = await createLesson(db, 'Aula única');
  const courseId = await createCourse(db, { title: `Curso ${quiz.id}`, instructorId: ana.id, lessons: [lesson] });
  await db.insertInto('course_items').values({ course_id: courseId, position: 2, quiz_id: quiz.id }).execute();
  const student = await createPerson(db, { firstName: 'Rita', lastName: `Reis ${quiz.id}` });
  await enrollStudent(db, student.id, courseId);
  await takeQuiz(
    test,
    student,
    quiz.id,
    new Map([
      [one.id, one.wrong],
      [two.id, two.right],
    ]),
  );
  const read = () => call('PUT', `/api/articles/${lesson}/completion`, student, { completed: true });
  const certificates = async () => (await call('GET', '/api/certificates', student)).json();
  const progress = async () => {
    const [course] = (await call('GET', '/api/my-enrollments', student)).json();
    return [course.progress, course.completedAt !== null];
  };
  return { one, two, quiz, courseId, student, read, certificates, progress };
}
const annul = async (id: number) => (await call('POST', annulment(id), ana, { reason: 'Duas certas' })).json();
const undo = async (id: number) => (await call('DELETE', annulment(id), ana)).json();

it('an annulment changes courses and certificates with the results, and an undo changes them back', async () => {
  const { one, quiz, student, read, certificates, progress } = await setting();
  await read();
  expect(await progress()).toEqual([50, false]);
  const course = { studentName: `Rita Reis ${quiz.id}`, courseTitle: `Curso ${quiz.id}` };
  const won = { coursesCompleted: 1, coursesReopened: 0, certificatesRevoked: 0 };
  const foreseen = (await call('GET', annulment(one.id), ana)).json();
  expect(foreseen).toMatchObject({ ...won, courses: [{ ...course, becomes: 'completed' }] });
  expect(await certificates()).toEqual([]);

  expect(await annul(one.id)).toMatchObject({ ...won, courses: foreseen.courses });
  expect(await progress()).toEqual([100, true]);
  const [{ code }] = await certificates();

  const lost = { coursesCompleted: 0, coursesReopened: 1, certificatesRevoked: 1 };
  const back = [{ ...course, becomes: 'reopened' }];
  expect((await call('GET', annulment(one.id), ana)).json()).toMatchObject({ ...lost, courses: back });
  expect(await undo(one.id)).toMatchObject({ ...lost, courses: back });
  expect(await undo(one.id)).toMatchObject({ coursesReopened: 0, courses: [] });
  expect(await progress()).toEqual([50, false]);
  expect(await certificates()).toEqual([]);
  const paper = async () => (await test.request({ method: 'GET', url: `/api/certificates/${code}` })).json();
  expect(await paper()).toMatchObject({ studentName: null, revokedAt: expect.any(String) });
  const told = (await call('GET', '/api/notifications', student)).json().map(({ title }: { title: string }) => title);
  expect(told).toContain(`Seu certificado de Curso ${quiz.id} não vale mais`);

  await annul(one.id);
  expect(await paper()).toMatchObject({ studentName: `Rita Reis ${quiz.id}`, revokedAt: null });
  expect(await certificates()).toMatchObject([{ code }]);
});

it('an undo counts as revoked only the certificates that existed', async () => {
  const { one, student, read } = await setting();
  await read();
  await annul(one.id);
  // Still to be made by the night's upkeep, say.
  await test.deps.db.deleteFrom('certificates').where('user_id', '=', student.id).execute();
  const lost = { coursesReopened: 1, certificatesRevoked: 0 };
  expect((await call('GET', annulment(one.id), ana)).json()).toMatchObject(lost);
  expect(await undo(one.id)).toMatchObject(lost);
});

it('an undo reopens a course that was finished after the annulment because of it', async () => {
  const { one, read, certificates, progress } = await setting();
  await annul(one.id);
  await read();
  expect(await certificates()).toHaveLength(1);
  expect(await undo(one.id)).toMatchObject({ coursesReopened: 1, certificatesRevoked: 1 });
  expect([await certificates(), await progress()]).toEqual([[], [50, false]]);
});

it('an undo does not reopen a course that is based on another pass, or on none', async () => {
  const { one, two, quiz, student, read, certificates } = await setting();
  await read();
  await annul(one.id);
  const right = new Map([one, two].map(({ id, right }) => [id, right] as const));
  test.clock.advance(3 * DAY_MS);
  await takeQuiz(test, student, quiz.id, right);
  expect(await undo(one.id)).toMatchObject({ passLost: 1, coursesReopened: 0 });
  expect(await certificates()).toHaveLength(1);

  // The quiz came into the course when it was finished already.
  const other = await setting();
  await annul(other.one.id);
  await test.deps.db.deleteFrom('course_items').where('quiz_id', '=', other.quiz.id).execute();
  await other.read();
  await test.deps.db
    .insertInto('course_items')
    .values({ course_id: other.courseId, position: 2, quiz_id: other.quiz.id })
    .execute();
  expect(await undo(other.one.id)).toMatchObject({ passLost: 1, coursesReopened: 0 });
  expect(await other.certificates()).toHaveLength(1);
});

it('an undo reopens a course that an older version finished without a record of its quizzes', async () => {
  const { one, student, read, certificates } = await setting();
  await read();
  await annul(one.id);
  await test.deps.db
    .updateTable('course_completions')
    .set({ quiz_ids: null })
    .where('user_id', '=', student.id)
    .execute();
  expect(await undo(one.id)).toMatchObject({ coursesReopened: 1 });
  expect(await certificates()).toEqual([]);
});
