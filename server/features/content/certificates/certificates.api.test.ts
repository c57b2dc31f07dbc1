import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Notification } from '#contract/platform/notifications.ts';
import type { Db } from '#server/db/handle.ts';
import { countRows, createPerson, type Person } from '#server/testing/factories.ts';
import { countListQueries } from '#server/testing/queries.ts';
import { createTestQuiz } from '#server/testing/quizzes.ts';
import { createCourse, createLesson, enrollStudent } from '#server/testing/study.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { pictureOfCertificate } from './certificate-picture.service.ts';
import { previewCertificate } from './certificates.service.ts';

const test = useTestApp();
let db: Db;
let teacher: Person;
beforeAll(async () => {
  db = test.deps.db;
  teacher = await createPerson(db, { role: 'teacher', firstName: 'Luana', lastName: 'Ferraz', now: test.clock.now() });
});

const send = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, as?: Person, payload?: object) =>
  test.request({ method, url, as, ...(payload ? { payload } : {}) });
const complete = (as: Person, lesson: number, completed = true) =>
  send('PUT', `/api/articles/${lesson}/completion`, as, { completed });
const ownOf = async (as: Person) => (await send('GET', '/api/certificates', as)).json();
const verify = async (code: string) => send('GET', `/api/certificates/${code}`);

async function enrolled(lessonCount = 2) {
  const student = await createPerson(db, { firstName: 'Rafaela', lastName: 'Souza', now: test.clock.now() });
  const lessons: number[] = [];
  for (let i = 0; i < lessonCount; i += 1) lessons.push(await createLesson(db, `Aula ${i}`));
  const courseId = await createCourse(db, { title: 'Soldado PM completo', instructorId: teacher.id, lessons });
  await enrollStudent(db, student.id, courseId);
  return { student, lessons, courseId };
}

describe('a certificate', () => {
  it('is issued with the last item of a course, once, and tells the student', async () => {
    const { student, lessons } = await enrolled();
    const [first = 0, last = 0] = lessons;
    await complete(student, first);
    expect(await ownOf(student)).toEqual([]);
    await complete(student, last);
    await complete(student, last, false);
    await complete(student, last);
    const [own, ...others] = await ownOf(student);
    expect([own.courseTitle, others]).toEqual(['Soldado PM completo', []]);
    expect((await verify(own.code)).json()).toEqual({
      code: own.code,
      studentName: 'Rafaela Souza',
      courseTitle: 'Soldado PM completo',
      instructorName: 'Luana Ferraz',
      // Two lessons of a thousand words; the course itself says an hour.
      minutes: 10,
      completedAt: test.clock.now().toISOString(),
      revokedAt: null,
    });
    expect(await previewCertificate(test.deps, own.code)).toEqual({
      title: 'Certificado de Rafaela Souza: Soldado PM completo',
      description: expect.stringMatching(
        /^Concluiu o curso, com carga horária de 10 minutos, em \d+ de [a-zç]+ de \d{4}\. Certificado verificado por /,
      ),
      picture: `/certificates/${own.code}/picture.png`,
    });
    const plain = await pictureOfCertificate(test.deps, own.code, null);
    expect(plain).toBeInstanceOf(Buffer);
    // Another brand is another picture, and the one before is not sent from memory.
    const on = async (version: string, background: string) => {
      const picture = sharp({ create: { width: 1200, height: 630, channels: 3, background } })
        .png()
        .toBuffer();
      return pictureOfCertificate(test.deps, own.code, { version, soft: { r: 9, g: 9, b: 9 }, render: () => picture });
    };
    const [green, red] = [await on('1', '#0f4c46'), await on('2', '#7a1030')];
    expect(green).not.toEqual(plain);
    expect(red).not.toEqual(green);
    const notices = (await send('GET', '/api/notifications', student)).json() as Notification[];
    expect(notices).toMatchObject([{ kind: 'certificate', path: `/certificates/${own.code}` }]);
  });

  it('counts each lesson in whole minutes, at least one', async () => {
    const { student, lessons } = await enrolled();
    const [few = 0, more = 0] = lessons;
    await db.updateTable('lessons').set({ word_count: 3 }).where('id', '=', few).execute();
    await db.updateTable('lessons').set({ word_count: 300 }).where('id', '=', more).execute();
    for (const lesson of lessons) await complete(student, lesson);
    const [own] = await ownOf(student);
    expect((await verify(own.code)).json()).toMatchObject({ minutes: 3 });
  });

  it('is announced at the lesson that completed the course, and only to its student', async () => {
    const { student, lessons, courseId } = await enrolled();
    const finishedAt = async (as: Person, kind: string, id: number | undefined) =>
      (await send('GET', `/api/finished-courses?kind=${kind}&id=${id}`, as)).json();
    await complete(student, lessons[0] ?? 0);
    expect(await finishedAt(student, 'lesson', lessons[0])).toEqual([]);
    await complete(student, lessons[1] ?? 0);
    const [own] = await ownOf(student);
    const told = {
      id: courseId,
      title: 'Soldado PM completo',
      completedAt: own.completedAt,
      certificateCode: own.code,
    };
    expect(await finishedAt(student, 'lesson', lessons[1])).toEqual([told]);
    expect(await finishedAt(student, 'quiz', lessons[1])).toEqual([]);
    expect(await finishedAt(teacher, 'lesson', lessons[1])).toEqual([]);
    expect((await send('GET', '/api/finished-courses?kind=lesson&id=x', student)).statusCode).toBe(400);
  });

  it('is one when the last two items are ticked at the same moment', async () => {
    const before = await countRows(db, 'certificates');
    const { student, lessons } = await enrolled(6);
    await Promise.all(lessons.flatMap((lesson) => [complete(student, lesson), complete(student, lesson)]));
    expect(await countRows(db, 'certificates')).toBe(before + 1);
  });

  it('is issued by a passed simulado, too', async () => {
    const student = await createPerson(db, { now: test.clock.now() });
    const quiz = await createTestQuiz(db, { questions: 2 });
    const courseId = await createCourse(db, { title: 'Só simulado', quizzes: [quiz.id] });
    await enrollStudent(db, student.id, courseId);
    const { id } = (await send('POST', `/api/quizzes/${quiz.id}/start`, student)).json();
    const answers = quiz.questions.map((question, index) => ({
      questionId: question.id,
      optionId: question.right,
      flagged: false,
      seq: index + 1,
    }));
    expect((await send('POST', `/api/attempts/${id}/finish`, student, { answers })).statusCode).toBe(200);
    expect(await ownOf(student)).toMatchObject([{ courseTitle: 'Só simulado', courseId }]);
  });

  it('keeps what it said when name and course change later', async () => {
    const { student, lessons, courseId } = await enrolled(1);
    await complete(student, lessons[0] ?? 0);
    await send('PATCH', '/api/profile', student, { firstName: 'Outra', lastName: 'Pessoa' });
    await db.updateTable('courses').set({ title: 'Novo nome' }).where('id', '=', courseId).execute();
    const [{ code }] = await ownOf(student);
    expect((await verify(code)).json()).toMatchObject({
      studentName: 'Rafaela Souza',
      courseTitle: 'Soldado PM completo',
    });
  });

  it('is verified by its code however it is typed, and by nothing else', async () => {
    const { student, lessons } = await enrolled(1);
    await complete(student, lessons[0] ?? 0);
    const [{ code }] = await ownOf(student);
    const sloppy = code.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l');
    const typed = `${sloppy.slice(0, 4)}-${sloppy.slice(4, 8)}%20${sloppy.slice(8)}`;
    expect((await verify(typed)).json().code).toBe(code);
    for (const wrong of ['0000-0000-0000', 'nada', code.slice(1), `${code}0`, '%27%20OR%201=1']) {
      const response = await verify(wrong);
      expect([response.statusCode, response.json().message]).toEqual([404, 'Não há certificado com este código.']);
    }
  });

  it('is revoked with its student, without their name', async () => {
    const admin = await createPerson(db, { role: 'admin', now: test.clock.now() });
    const { student, lessons } = await enrolled(1);
    await complete(student, lessons[0] ?? 0);
    const [{ code }] = await ownOf(student);
    await send('DELETE', `/api/admin/users/${student.id}`, admin);
    expect((await verify(code)).json()).toMatchObject({ studentName: null, revokedAt: test.clock.now().toISOString() });
    expect(await previewCertificate(test.deps, code)).toBeNull();
    expect(await pictureOfCertificate(test.deps, code, null)).toBeNull();
    const row = await db.selectFrom('certificates').selectAll().where('code', '=', code).executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain('Rafaela');
  });

  it('that is missing is issued by the nightly work', async () => {
    const { student, courseId } = await enrolled(1);
    const done = { user_id: student.id, course_id: courseId, completed_at: test.clock.now() };
    await db.insertInto('course_completions').values(done).execute();
    await test.deps.jobs.send(db, 'missing-certificates', {});
    await test.deps.jobs.drain();
    expect(await ownOf(student)).toHaveLength(1);
  });

  it('is listed by one query, however many there are', async () => {
    const { student, lessons } = await enrolled(1);
    await complete(student, lessons[0] ?? 0);
    const lesson = await createLesson(db, 'Outra aula');
    await enrollStudent(db, student.id, await createCourse(db, { title: 'Outro curso', lessons: [lesson] }));
    await complete(student, lesson);
    expect(await countListQueries(() => ownOf(student))).toBe(1);
  });
});
