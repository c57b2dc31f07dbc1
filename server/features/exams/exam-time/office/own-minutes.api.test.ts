import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { extendedMinutes } from '#contract/exams/exam-time.ts';
import { ownLimit } from '#server/db/own-limit.ts';
import { examTimeClient, on } from '#server/testing/exam-time.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { createCourse, createSubject, enrollStudent } from '#server/testing/study.ts';
import { createExamWithSyllabus } from '#server/testing/syllabi.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { dayOf } from '#server/time/calendar.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
const { done, people, entitled, exam, grant } = examTimeClient(test);

type Exam = Awaited<ReturnType<typeof exam>>;
let quiz: Exam;
let course: number;
let plain: Person;

beforeAll(async () => {
  await people();
  quiz = await exam();
  course = await createCourse(test.deps.db, { quizzes: [quiz.id] });
  plain = await createPerson(test.deps.db);
});

const enrolled = async (person: Person) => {
  await enrollStudent(test.deps.db, person.id, course);
  return person;
};
type Listed = { id: number; kind?: string; timeLimit?: number; minutes?: number };
const minutesOf = (rows: Listed[], id: number) => rows.find((row) => row.id === id)?.minutes;

/** Every answer that shows the minutes of the exam of sixty minutes, by its name. */
async function shownMinutes(person: Person) {
  const read = (url: string) => done('GET', url, person);
  const list = (await read('/api/quizzes')) as unknown as Listed[];
  const plan = await read('/api/study-plan');
  const planned = [plan.today, ...plan.days].flatMap(({ items }: { items: Listed[] }) => items);
  return {
    list: list.find(({ id }) => id === quiz.id)?.timeLimit,
    quiz: (await read(`/api/quizzes/${quiz.id}`)).timeLimit,
    page: (await read(`/api/quizzes/${quiz.id}/overview`)).timeLimit,
    course: minutesOf((await read(`/api/courses/${course}`)).items, quiz.id),
    home: (await read('/api/dashboard/student')).next.minutesLeft,
    plan: minutesOf(planned, quiz.id),
    planLeft: plan.minutesLeft,
  };
}
const everywhere = (minutes: number) => ({
  ...{ list: minutes, quiz: minutes, page: minutes, course: minutes },
  ...{ home: minutes, plan: minutes, planLeft: minutes },
});

describe('the minutes of an exam', () => {
  it('are those of the person in every answer, and of everybody for all others', async () => {
    expect(await shownMinutes(await enrolled(plain))).toEqual(everywhere(60));
    expect(await shownMinutes(await enrolled(await entitled()))).toEqual(everywhere(75));
    const half = await entitled({ extraPercent: 0, extraMinutes: 30 });
    expect(await shownMinutes(await enrolled(half))).toEqual(everywhere(90));
  });

  it('are those of everybody again after the last day of the right', async () => {
    const person = await enrolled(await entitled({ validUntil: '2026-11-15' }));
    expect((await shownMinutes(person)).plan).toBe(75);
    test.clock.set('2026-11-16T03:00:00.000Z');
    expect(await shownMinutes(person)).toEqual(everywhere(60));
  });

  it('are those of everybody for a teacher, whose attempts are previews', async () => {
    const teacher = await createPerson(test.deps.db, { role: 'teacher' });
    await grant(plain);
    const row = (await done('GET', '/api/quizzes', teacher)) as unknown as Listed[];
    expect(row.find(({ id }) => id === quiz.id)?.timeLimit).toBe(60);
  });

  it('are computed by the database as the contract computes them, whatever limit and right', async () => {
    const person = await entitled();
    const today = dayOf(test.clock.now());
    for (const [percent, minutes] of [
      [0, 0],
      [25, 0],
      [33, 0],
      [100, 0],
      [0, 1],
      [0, 240],
    ] as const) {
      await test.deps.db
        .updateTable('exam_time_rights')
        .set({ extra_percent: percent, extra_minutes: minutes })
        .where('user_id', '=', person.id)
        .execute();
      const limits = [1, 7, 10, 50, 59, 90, 241, 1440];
      const { rows } = await sql<{ time_limit: number; own: number }>`
        SELECT time_limit, ${ownLimit(person.id, today)} AS own FROM unnest(${limits}::int[]) AS quiz_versions (time_limit)
      `.execute(test.deps.db);
      expect(rows).toEqual(
        limits.map((limit) => ({ time_limit: limit, own: extendedMinutes(limit, { percent, minutes }) })),
      );
    }
  });
});

describe('the minutes of an exam with a window', () => {
  it('are those of the person on the home page, in the list and as the next step, also after a late start', async () => {
    const { db } = test.deps;
    const admin = await createPerson(db, { role: 'admin' });
    const subjectId = await createSubject(db, 'Matemática');
    const topics = [{ topicId: null, name: 'Frações', amount: 1 }];
    const contest = await createExamWithSyllabus(test, admin, [{ subjectId, name: 'Matemática', topics }]);
    const weekly = await exam({ window: {} });
    const person = await entitled();
    for (const as of [person, plain]) await done('POST', `/api/exams/${contest.id}/follow`, as);
    const shown = async (as: Person) => {
      const { exam: now } = await done('GET', '/api/dashboard/student', as);
      const { windows } = await done('GET', '/api/quiz-windows', as);
      const { step } = await done('GET', '/api/next-step', as);
      const card = windows.find(({ quizId }: { quizId: number }) => quizId === weekly.id);
      return { home: [now.timeLimit, now.extraTime], card: card.timeLimit, next: step.minutes };
    };
    const other = await createPerson(db);
    await done('POST', `/api/exams/${contest.id}/follow`, other);
    test.clock.set(on(0));
    expect(await shown(person)).toEqual({ home: [60, { timeLimit: 75, factor: 1.25 }], card: 75, next: 75 });
    expect(await shown(other)).toEqual({ home: [60, undefined], card: 60, next: 60 });
    test.clock.set(on(40));
    expect(await shown(person)).toMatchObject({ card: 75, next: 25 });
    expect(await shown(other)).toMatchObject({ card: 60, next: 20 });
  });
});
