import { beforeAll, describe, expect, it } from 'vitest';
import type { StudentDashboard } from '#contract/study/dashboards.ts';
import type { Db } from '#server/db/handle.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { countQueries } from '#server/testing/queries.ts';
import { createTestQuiz, type TestQuiz } from '#server/testing/quizzes.ts';
import { completeLesson, createCourse, createLesson, createSubject, enrollStudent } from '#server/testing/study.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { readStudentDashboard } from './dashboards.service.ts';

const test = useTestApp();
let db: Db;

beforeAll(() => {
  db = test.deps.db;
});

const send = (method: 'GET' | 'POST' | 'PUT', url: string, as: Person, payload?: object) =>
  test.request({ method, url, as, ...(payload ? { payload } : {}) });
const read = async (as: Person): Promise<StudentDashboard> => (await send('GET', '/api/dashboard/student', as)).json();

/** Takes a quiz through the product's calls, with `right` correct answers, in `seconds` seconds. */
async function take(as: Person, quiz: TestQuiz, right: number, seconds = 60) {
  const { id } = (await send('POST', `/api/quizzes/${quiz.id}/start`, as)).json();
  test.clock.advance(seconds * 1000);
  const answers = quiz.questions.map((question, index) => ({
    questionId: question.id,
    optionId: index < right ? question.right : question.wrong,
    flagged: false,
    seq: seconds * 1000,
  }));
  const response = await send('POST', `/api/attempts/${id}/finish`, as, { answers });
  expect(response.statusCode).toBe(200);
}

const readFor = (as: Person, lesson: number, activeSeconds: number, position = 0.5) =>
  send('PUT', `/api/articles/${lesson}/reading`, as, { position, activeSeconds, reachedEnd: false });

/** Reads on for some minutes, reporting every 20 seconds as the lesson page does. */
async function readMinutes(as: Person, lesson: number, minutes: number) {
  for (let report = 0; report < minutes * 3; report += 1) {
    test.clock.advance(20_000);
    await readFor(as, lesson, 20);
  }
}

describe('the student dashboard', () => {
  it('shows zeros and empty lists to a student who has just arrived', async () => {
    const dashboard = await read(await createPerson(db));
    expect(dashboard).toMatchObject({
      studyStreak: 0,
      longestStreak: 0,
      studiedToday: false,
      recentQuizAttempts: [],
      quizzes: { taken: 0, passed: 0, history: [] },
      progress: { percent: 0, done: 0, total: 0 },
      courses: [],
      enrollmentCount: 0,
      week: { seconds: 0, goalHours: 10, goalChosen: false },
      subjects: [],
      next: null,
    });
    expect(dashboard.calendar).toHaveLength(35);
    expect(dashboard.calendar.some(({ studied }) => studied)).toBe(false);
  });

  it('changes every figure when the data changes', async () => {
    test.clock.set('2026-11-12T13:00:00.000Z');
    const student = await createPerson(db);
    const subject = await createSubject(db, 'Língua Portuguesa');
    const lessons = await Promise.all(['Crase', 'Vírgula', 'Verbo'].map((title) => createLesson(db, title, subject)));
    const [first = 0, second = 0] = lessons;
    const quiz = await createTestQuiz(db, { title: 'Simulado 1', questions: 4, subjectIds: [subject] });
    const course = await createCourse(db, { title: 'Soldado PM', lessons, quizzes: [quiz.id] });
    expect((await read(student)).hasCourses).toBe(true);

    await send('POST', `/api/courses/${course}/enrollment`, student);
    let now = await read(student);
    expect(now).toMatchObject({
      enrollmentCount: 1,
      progress: { percent: 0, done: 0, total: 4 },
      courses: [{ progress: 0, course: { title: 'Soldado PM' } }],
      next: { reason: 'course', kind: 'lesson', title: 'Crase', context: 'Soldado PM', minutesLeft: 5 },
    });

    await readMinutes(student, first, 4);
    now = await read(student);
    expect(now).toMatchObject({
      studyStreak: 0,
      week: { seconds: 240 },
      next: { reason: 'reading', title: 'Crase', context: 'Língua Portuguesa', percent: 50, minutesLeft: 3 },
    });
    await readMinutes(student, first, 1);
    now = await read(student);
    expect(now).toMatchObject({ studyStreak: 1, longestStreak: 1, studiedToday: true, week: { seconds: 300 } });
    expect(now.week.days.map(({ seconds }) => seconds)).toEqual([0, 0, 0, 300, 0, 0, 0]);
    expect(now.calendar.filter(({ studied }) => studied)).toEqual([{ day: '2026-11-12', studied: true }]);

    await send('PUT', `/api/articles/${first}/completion`, student, { completed: true });
    now = await read(student);
    expect(now).toMatchObject({ progress: { percent: 25, done: 1 }, next: { reason: 'course', title: 'Vírgula' } });

    await take(student, quiz, 2, 60);
    now = await read(student);
    expect(now).toMatchObject({
      quizzes: { taken: 1, passed: 0, history: [{ percent: 50, passed: false }] },
      recentQuizAttempts: [
        { quizId: quiz.id, quizTitle: 'Simulado 1', score: 5, correctAnswers: 2, totalQuestions: 4, percent: 50 },
      ],
      subjects: [{ name: 'Língua Portuguesa', correct: 2, total: 4, percent: 50 }],
      progress: { done: 1 },
      week: { seconds: 360 },
    });

    await take(student, quiz, 4, 60);
    now = await read(student);
    expect(now).toMatchObject({
      quizzes: { taken: 2, passed: 1, history: [{ passed: false }, { percent: 100, passed: true }] },
      recentQuizAttempts: [{ score: 10, passed: true }, { score: 5 }],
      subjects: [{ correct: 6, total: 8, percent: 75 }],
      progress: { percent: 50, done: 2 },
    });

    test.clock.set('2026-11-13T13:00:00.000Z');
    await send('PUT', `/api/articles/${second}/completion`, student, { completed: true });
    now = await read(student);
    expect(now).toMatchObject({ studyStreak: 2, longestStreak: 2 });

    await send('PUT', '/api/study-time/goal', student, { hours: 12 });
    expect((await read(student)).week).toMatchObject({ goalHours: 12, goalChosen: true });

    await send('PUT', `/api/articles/${lessons[2]}/completion`, student, { completed: true });
    now = await read(student);
    expect(now).toMatchObject({
      progress: { percent: 100, done: 4, total: 4 },
      courses: [],
      enrollmentCount: 1,
      next: null,
    });
    expect(
      await db.selectFrom('course_completions').selectAll().where('course_id', '=', course).execute(),
    ).toMatchObject([{ user_id: student.id, completed_at: test.clock.now() }]);

    // One day off in the week breaks nothing; two do.
    test.clock.set('2026-11-15T13:00:00.000Z');
    expect(await read(student)).toMatchObject({ studyStreak: 2, longestStreak: 2, studiedToday: false });
    test.clock.set('2026-11-16T13:00:00.000Z');
    expect(await read(student)).toMatchObject({ studyStreak: 0, longestStreak: 2, studiedToday: false });
    test.clock.set('2026-12-14T13:00:00.000Z');
    expect(await read(student)).toMatchObject({ subjects: [], week: { seconds: 0 }, quizzes: { taken: 2 } });
  });

  it('shows an open attempt first, and counts its answers and its time while it runs', async () => {
    test.clock.set('2026-11-12T13:00:00.000Z');
    const student = await createPerson(db);
    const quiz = await createTestQuiz(db, { title: 'Aberto', questions: 4, timeLimit: 60 });
    await readFor(student, await createLesson(db, 'Lida antes'), 5);
    const { id } = (await send('POST', `/api/quizzes/${quiz.id}/start`, student)).json();
    test.clock.advance(10 * 60_000);
    const [question] = quiz.questions;
    const answer = { questionId: question?.id, optionId: question?.right, flagged: false, seq: 1000 };
    await send('POST', `/api/attempts/${id}/answers`, student, { answers: [answer] });
    const now = await read(student);
    expect(now.next).toEqual({
      reason: 'attempt',
      kind: 'quiz',
      id: quiz.id,
      title: 'Aberto',
      context: null,
      percent: 25,
      minutesLeft: 50,
    });
    expect(now).toMatchObject({ studyStreak: 1, week: { seconds: 600 }, quizzes: { taken: 0 } });
  });

  it('cannot be inflated by two tabs, repetitions or claims of hours', async () => {
    test.clock.set('2026-11-12T13:00:00.000Z');
    const student = await createPerson(db);
    const [a, b] = [await createLesson(db, 'Aba 1'), await createLesson(db, 'Aba 2')];
    await Promise.all(Array.from({ length: 40 }, (_, index) => readFor(student, index % 2 ? a : b, 86_400)));
    expect((await read(student)).week.seconds).toBe(120);
    for (let report = 0; report < 30; report += 1) {
      test.clock.advance(20_000);
      await Promise.all([readFor(student, a, 20), readFor(student, b, 20), readFor(student, a, 3600)]);
    }
    expect((await read(student)).week.seconds).toBe(120 + 600);
    expect((await readFor(student, a, -5)).statusCode).toBe(400);
    expect((await readFor(student, a, 1e9)).statusCode).toBe(400);
  });

  it('does not count an attempt left open until its deadline as hours', async () => {
    test.clock.set('2026-11-12T13:00:00.000Z');
    const student = await createPerson(db);
    const quiz = await createTestQuiz(db, { timeLimit: null });
    await send('POST', `/api/quizzes/${quiz.id}/start`, student);
    test.clock.set('2026-11-14T13:00:00.000Z');
    await send('GET', `/api/quiz-attempts/${quiz.id}`, student);
    const now = await read(student);
    expect(now).toMatchObject({ quizzes: { taken: 1 }, week: { seconds: 0 }, studyStreak: 0 });
  });

  it("shows a direct attempt of the spec's calls in the list and the streak, not in progress or subjects", async () => {
    test.clock.set('2026-11-12T13:00:00.000Z');
    const student = await createPerson(db);
    const subject = await createSubject(db, 'Direito Penal');
    const quiz = await createTestQuiz(db, { questions: 2, subjectIds: [subject] });
    const course = await createCourse(db, { quizzes: [quiz.id] });
    await enrollStudent(db, student.id, course);
    const body = { score: 10, totalQuestions: 2, correctAnswers: 2, timeSpent: 80_000 };
    const { id } = (await send('POST', `/api/quizzes/${quiz.id}/attempts`, student, body)).json();
    for (const question of quiz.questions) {
      const answer = { questionId: question.id, selectedOptionId: question.right, isCorrect: true };
      await send('POST', `/api/quiz-attempts/${id}/answers`, student, answer);
    }
    const now = await read(student);
    expect(now).toMatchObject({
      recentQuizAttempts: [{ id, score: 10, percent: 100, passed: true }],
      studyStreak: 1,
      progress: { done: 0, total: 1 },
      subjects: [],
    });
    expect(now.week.seconds).toBeLessThan(200);
    expect(await db.selectFrom('course_completions').selectAll().where('course_id', '=', course).execute()).toEqual([]);
  });

  it('counts practice in the streak and the hours, and in no result', async () => {
    test.clock.set('2026-11-12T13:00:00.000Z');
    const student = await createPerson(db);
    const quiz = await createTestQuiz(db, { questions: 2 });
    const [question] = quiz.questions;
    const started = test.clock.now();
    const answered = new Date(started.getTime() + 5 * 60_000);
    const practice = await db
      .insertInto('practices')
      .values({
        user_id: student.id,
        kind: 'treino',
        quiz_id: quiz.id,
        title: 'Treino',
        total_questions: 2,
        shuffle_options: false,
        started_at: started,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const version = await db
      .selectFrom('question_versions')
      .select('id')
      .where('question_id', '=', question?.id ?? 0)
      .executeTakeFirstOrThrow();
    await db
      .insertInto('practice_questions')
      .values({
        practice_id: practice.id,
        question_id: question?.id ?? 0,
        question_version_id: version.id,
        position: 1,
        option_id: question?.right ?? 0,
        is_correct: true,
        answered_at: answered,
      })
      .execute();
    test.clock.set(answered);
    expect(await read(student)).toMatchObject({
      studyStreak: 1,
      week: { seconds: 300 },
      quizzes: { taken: 0 },
      recentQuizAttempts: [],
      subjects: [],
    });
    test.clock.advance(7 * 24 * 60 * 60_000);
    expect(await read(student)).toMatchObject({ studyStreak: 0, longestStreak: 1, week: { seconds: 0 } });
  });

  it('is empty for authors, whose reading is a preview, and needs a session', async () => {
    const teacher = await createPerson(db, { role: 'teacher' });
    const lesson = await createLesson(db, 'Prévia');
    await send('PUT', `/api/articles/${lesson}/completion`, teacher, { completed: true });
    const response = await send('GET', '/api/dashboard/student', teacher);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ studyStreak: 0, recentQuizAttempts: [], courses: [] });
    expect((await send('GET', '/api/my-enrollments', teacher)).json()).toEqual([]);
    expect((await test.request({ method: 'GET', url: '/api/dashboard/student' })).statusCode).toBe(401);
  });

  it('takes the same few queries whatever there is', async () => {
    const student = await createPerson(db);
    const count = () => countQueries(() => readStudentDashboard(test.deps, { ...student, sessionId: '' }));
    const empty = await count();
    const quiz = await createTestQuiz(db, {});
    for (let index = 0; index < 12; index += 1) {
      const lesson = await createLesson(db, `Aula ${index}`);
      const course = await createCourse(db, { lessons: [lesson], quizzes: [quiz.id] });
      await enrollStudent(db, student.id, course);
      if (index % 2) await completeLesson(db, student.id, lesson, new Date('2026-11-10T12:00:00Z'));
    }
    for (let index = 0; index < 6; index += 1) await take(student, quiz, index % 5);
    const full = await count();
    expect(full).toBeLessThanOrEqual(10);
    // The next item of a course is looked for only where there is a course.
    expect(full - empty).toBeLessThanOrEqual(1);
  });
});

describe('the weekly goal', () => {
  it.each([0, 101, 1.5, -3, '30', null, undefined])('refuses %s', async (hours) => {
    const student = await createPerson(db);
    expect((await send('PUT', '/api/study-time/goal', student, { hours })).statusCode).toBe(400);
  });

  it('is one of two written at once, and belongs to one student', async () => {
    const [ana, bia] = [await createPerson(db), await createPerson(db)];
    await Promise.all([10, 20].map((hours) => send('PUT', '/api/study-time/goal', ana, { hours })));
    expect([10, 20]).toContain((await send('GET', '/api/study-time', ana)).json().goalHours);
    expect((await send('GET', '/api/study-time', bia)).json()).toMatchObject({ goalHours: 10, goalChosen: false });
  });
});
