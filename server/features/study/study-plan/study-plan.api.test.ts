import ICAL from 'ical.js';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getStudyTime, setWeeklyGoal } from '#contract/content/study-time.ts';
import type { StudyPlan } from '#contract/study/study-plan.ts';
import type { Db } from '#server/db/handle.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { countQueries } from '#server/testing/queries.ts';
import { createTestQuiz } from '#server/testing/quizzes.ts';
import { choiceTrip } from '#server/testing/round-trip.ts';
import {
  completeLesson,
  createCourse,
  createLesson,
  createPassedAttempt,
  createSubject,
  enrollStudent,
} from '#server/testing/study.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp();
let db: Db;
let subject: number;
beforeAll(async () => {
  db = test.deps.db;
  subject = await createSubject(db, 'Português');
});
beforeEach(() => test.clock.set('2026-11-15T12:00:00.000Z'));

const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, as?: Person, payload?: object) =>
  test.request({ method, url, as, ...(payload ? { payload } : {}) });
const planOf = async (as: Person): Promise<StudyPlan> => (await send('GET', '/api/study-plan', as)).json();
const student = () => createPerson(db, { now: test.clock.now() });

async function examOn(date: string): Promise<number> {
  const admin = await createPerson(db, { role: 'admin', now: test.clock.now() });
  const exam = { name: 'Soldado PM', organisation: 'VUNESP', date };
  return (await send('POST', '/api/admin/exams', admin, exam)).json().id;
}

/** Lessons of 60 minutes each, and a student who studies 14 hours a week: two a day. */
async function studentWith(lessonCount: number) {
  const person = await student();
  const lessons: number[] = [];
  for (let i = 0; i < lessonCount; i += 1) lessons.push(await createLesson(db, `Aula ${i + 1}`, subject));
  await db
    .updateTable('lessons')
    .set({ word_count: 60 * 200 })
    .where('id', 'in', lessons)
    .execute();
  const courseId = await createCourse(db, { lessons });
  await enrollStudent(db, person.id, courseId);
  await send('PUT', '/api/study-time/goal', person, { hours: 14 });
  return { person, lessons, courseId };
}

const titles = (items: { title: string }[]) => items.map(({ title }) => title);

it('the hours of a week are read back whole, and the plan goes by them', async () => {
  const [ana, other] = [await student(), await student()];
  const days = [9, 10, 11, 12, 13, 14, 15].map((date) => ({
    day: `2026-11-${String(date).padStart(2, '0')}`,
    seconds: 0,
  }));
  const trip = { save: setWeeklyGoal, read: getStudyTime, as: ana, other };
  await choiceTrip(test, { ...trip, body: { hours: 9 }, reads: { days, seconds: 0, goalHours: 9, goalChosen: true } });
  expect([(await planOf(ana)).weeklyHours, (await planOf(other)).weeklyHours]).toEqual([9, 10]);
});

describe('the plan', () => {
  it('is empty for a student without a course', async () => {
    expect(await planOf(await student())).toEqual({
      exam: null,
      weeklyHours: 10,
      covers: 'courses',
      change: null,
      enrolled: false,
      today: { day: '2026-11-15', items: [] },
      days: [],
      minutesLeft: 0,
      leftOver: { items: 0, minutes: 0 },
      hoursForAll: null,
    });
  });

  it('ticks what is done and keeps the rest of the day, then goes on where the student is', async () => {
    const { person, lessons } = await studentWith(6);
    const morning = await planOf(person);
    expect(titles(morning.today.items)).toEqual(['Aula 1', 'Aula 2']);
    expect(morning.days.map(({ day, items }) => [day, titles(items)])).toEqual([
      ['2026-11-16', ['Aula 3', 'Aula 4']],
      ['2026-11-17', ['Aula 5', 'Aula 6']],
    ]);
    await completeLesson(db, person.id, lessons[0] ?? 0, test.clock.now());
    const noon = await planOf(person);
    expect(noon.today.items.map(({ title, done }) => [title, done])).toEqual([
      ['Aula 1', true],
      ['Aula 2', false],
    ]);
    expect(noon.days).toEqual(morning.days);
    // The next day: yesterday's second lesson was not done and leads the day.
    test.clock.advance(24 * 60 * 60_000);
    const next = await planOf(person);
    expect(titles(next.today.items)).toEqual(['Aula 2', 'Aula 3']);
    expect(next.days.map(({ items }) => titles(items))).toEqual([['Aula 4', 'Aula 5'], ['Aula 6']]);
  });

  it('says what is left of a lesson that was begun', async () => {
    const { person, lessons } = await studentWith(1);
    await send('PUT', `/api/articles/${lessons[0]}/reading`, person, {
      position: 0.75,
      activeSeconds: 5,
      reachedEnd: false,
    });
    expect((await planOf(person)).today.items).toMatchObject([{ started: true, minutes: 60, minutesLeft: 15 }]);
  });

  it('ends before the exam that is followed and says what does not fit', async () => {
    const { person } = await studentWith(10);
    await send('POST', `/api/exams/${await examOn('2026-11-18')}/follow`, person);
    const plan = await planOf(person);
    expect(plan).toMatchObject({
      exam: { name: 'Soldado PM', date: '2026-11-18', daysLeft: 3 },
      leftOver: { items: 4, minutes: 240 },
      hoursForAll: 24,
    });
    expect(plan.days.at(-1)?.day).toBe('2026-11-17');
    await send('PUT', '/api/study-time/goal', person, { hours: 24 });
    expect((await planOf(person)).leftOver.items).toBe(0);
    expect((await send('PUT', '/api/study-time/goal', person, { hours: 0 })).statusCode).toBe(400);
  });

  it('holds simulados behind their lessons, and an item of two courses once', async () => {
    const { person, lessons } = await studentWith(2);
    const quiz = await createTestQuiz(db, { title: 'Simulado final', timeLimit: 30 });
    const second = await createCourse(db, { lessons, quizzes: [quiz.id] });
    await enrollStudent(db, person.id, second);
    const plan = await planOf(person);
    const all = [...plan.today.items, ...plan.days.flatMap(({ items }) => items)];
    expect(all.filter(({ kind }) => kind === 'lesson')).toHaveLength(2);
    expect(all.filter(({ kind }) => kind === 'quiz')).toMatchObject([{ title: 'Simulado final', minutes: 30 }]);
    await completeLesson(db, person.id, lessons[0] ?? 0, test.clock.now());
    expect((await planOf(person)).today.items.filter(({ done }) => done)).toHaveLength(1);
  });

  it('crosses a simulado off when it was passed where it counts: not by a direct attempt, not as a preview', async () => {
    const { person } = await studentWith(1);
    const quiz = await createTestQuiz(db, { title: 'Simulado final', timeLimit: 30 });
    await enrollStudent(db, person.id, await createCourse(db, { quizzes: [quiz.id] }));
    const isDone = async () =>
      (await planOf(person)).today.items.some(({ kind, id, done }) => kind === 'quiz' && id === quiz.id && done);
    const pass = (change: object) => createPassedAttempt(db, person.id, quiz, { at: test.clock.now(), ...change });
    await pass({ isDirect: true });
    await pass({ isPreview: true });
    expect(await isDone()).toBe(false);
    await pass({});
    expect(await isDone()).toBe(true);
  });

  it('costs the same number of queries for one lesson and for many', async () => {
    const few = await studentWith(1);
    const many = await studentWith(40);
    await planOf(few.person);
    await planOf(many.person);
    const cost = await countQueries(() => planOf(few.person));
    expect(cost).toBeLessThanOrEqual(6);
    expect(await countQueries(() => planOf(many.person))).toBe(cost);
  });
});

describe('the calendar feed', () => {
  it('opens by its secret address only, without a session', async () => {
    const { person } = await studentWith(6);
    await send('POST', `/api/exams/${await examOn('2026-12-15')}/follow`, person);
    expect((await send('GET', '/api/study-plan/feed', person)).json()).toEqual({ path: null });
    const { path } = (await send('POST', '/api/study-plan/feed', person)).json();
    expect((await send('GET', '/api/study-plan/feed', person)).json()).toEqual({ path });
    const response = await send('GET', path);
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
    const events = new ICAL.Component(ICAL.parse(response.body))
      .getAllSubcomponents('vevent')
      .map((component) => new ICAL.Event(component));
    expect(events.map(({ startDate, summary }) => [startDate.toString(), summary])).toEqual([
      ['2026-11-15', 'Estudar: 2 itens, 2h'],
      ['2026-11-16', 'Estudar: 2 itens, 2h'],
      ['2026-11-17', 'Estudar: 2 itens, 2h'],
      ['2026-12-15', 'Prova: Soldado PM'],
    ]);
    expect(test.logged()).not.toContain(path.split('.')[1]);
  });

  it('closes when it is renewed, taken away or its owner is blocked', async () => {
    const { person } = await studentWith(1);
    const make = async (): Promise<string> => (await send('POST', '/api/study-plan/feed', person)).json().path;
    const status = async (path: string) => (await send('GET', path)).statusCode;
    const first = await make();
    const second = await make();
    expect([await status(first), await status(second)]).toEqual([404, 200]);
    await db.updateTable('users').set({ status: 'blocked' }).where('id', '=', person.id).execute();
    expect(await status(second)).toBe(404);
    await db.updateTable('users').set({ status: 'active' }).where('id', '=', person.id).execute();
    expect((await send('DELETE', '/api/study-plan/feed', person)).json()).toEqual({ ok: true });
    expect(await status(second)).toBe(404);
    expect((await send('GET', '/api/study-plan/feed', person)).json()).toEqual({ path: null });
  });

  it('is not there for a wrong, forged or cut address', async () => {
    const { person } = await studentWith(1);
    const { path } = (await send('POST', '/api/study-plan/feed', person)).json();
    const forged = path.replace(/.\.ics$/, (end: string) => (end.startsWith('A') ? 'B.ics' : 'A.ics'));
    for (const wrong of [forged, path.replace('.ics', ''), '/api/calendar/nada.ics', '/api/calendar/.ics']) {
      const response = await send('GET', wrong);
      expect([wrong === path, response.statusCode]).toEqual([false, 404]);
    }
  });
});
