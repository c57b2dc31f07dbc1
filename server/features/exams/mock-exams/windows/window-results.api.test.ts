import { beforeAll, describe, expect, it } from 'vitest';
import { closeOverdue } from '#server/features/exams/mock-exams/grading/closing.service.ts';
import { examTimeClient, on } from '#server/testing/exam-time.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { endWindows } from './window-work.service.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
const { clock } = test;
const { done, codeOf, people, entitled, exam, start, answer, attemptUrl, listed, resultsAtOf } = examTimeClient(test);
let ana: Person;
let student: Person;

beforeAll(async () => {
  ({ ana } = await people());
});

describe('the results of a window', () => {
  it('wait for the last attempt with extra time, and all students see the same hour', async () => {
    const quiz = await exam({ window: {} });
    student = await entitled();
    const plain = await createPerson(test.deps.db);
    clock.set(on(0));
    const theirs = await start(quiz, plain);
    expect(await resultsAtOf(quiz, plain)).toBe(on(60));
    const own = await start(quiz, student);
    expect(own.deadlineAt).toBe(on(75));
    expect([await resultsAtOf(quiz, plain), await resultsAtOf(quiz, student)]).toEqual([on(75), on(75)]);
    clock.set(on(30));
    const handedIn = await done('POST', attemptUrl(theirs, 'finish'), plain, answer(quiz, 1));
    expect(handedIn).toMatchObject({ resultsAt: on(75), attempt: { score: null } });
    clock.set(on(61));
    await closeOverdue(test.deps);
    expect(await endWindows(test.deps)).toBe(0);
    expect(await listed(quiz, plain)).toEqual([]);
    expect(await codeOf('GET', attemptUrl(theirs, 'review'), plain)).toBe('attempt_open');
    await done('POST', attemptUrl(own, 'answers'), student, answer(quiz, 1));
    clock.set(on(75, 6));
    await closeOverdue(test.deps);
    expect(await endWindows(test.deps)).toBe(1);
    expect(await listed(quiz, plain)).toHaveLength(1);
    expect(await listed(quiz, student)).toMatchObject([{ correctAnswers: 1, timeSpent: 3600 }]);
  });

  it('are due at once when the last attempt with extra time is handed in after the close', async () => {
    const quiz = await exam({ window: {} });
    student = await entitled({ extraPercent: 50, breaks: 1, breakMinutes: 10 });
    const second = await entitled();
    const plain = await createPerson(test.deps.db);
    clock.set(on(0));
    const own = await start(quiz, student);
    const other = await start(quiz, second);
    await start(quiz, plain);
    expect(await resultsAtOf(quiz, plain)).toBe(on(90));
    await done('POST', attemptUrl(own, 'break'), student);
    expect(await resultsAtOf(quiz, plain)).toBe(on(100));
    clock.set(on(4));
    await done('DELETE', attemptUrl(own, 'break'), student);
    expect(await resultsAtOf(quiz, plain)).toBe(on(94));
    clock.set(on(65));
    await done('POST', attemptUrl(own, 'finish'), student, {});
    expect(await resultsAtOf(quiz, plain)).toBe(on(75));
    clock.set(on(70));
    await done('POST', attemptUrl(other, 'finish'), second, {});
    clock.set(on(70, 6));
    await closeOverdue(test.deps);
    expect(await endWindows(test.deps)).toBe(1);
    expect(await listed(quiz, plain)).toHaveLength(1);
  });

  it('follow the teacher who puts the close off while extra time runs', async () => {
    const quiz = await exam({ window: {} });
    student = await entitled();
    clock.set(on(0));
    await start(quiz, student);
    const window = { opensAt: on(0), closesAt: on(70), lateStart: 'shortens' };
    await done('PUT', `/api/teacher/quizzes/${quiz.id}/window`, ana, { version: 1, window });
    expect(await resultsAtOf(quiz, student)).toBe(on(75));
    const later = { ...window, closesAt: on(90) };
    await done('PUT', `/api/teacher/quizzes/${quiz.id}/window`, ana, { version: 2, window: later });
    expect(await resultsAtOf(quiz, student)).toBe(on(90));
  });

  it('go by the window that stands, although an older server has moved it and left the stored time', async () => {
    const quiz = await exam({ window: {} });
    student = await entitled();
    clock.set(on(0));
    const own = await start(quiz, student);
    await test.deps.db
      .updateTable('quiz_windows')
      .set({ closes_at: on(90), results_at: on(90) })
      .where('quiz_id', '=', quiz.id)
      .execute();
    await done('POST', attemptUrl(own, 'finish'), student, {});
    expect(await resultsAtOf(quiz, student)).toBe(on(90));
  });

  it('come earlier when an answer card that begins early brings the last deadline forward', async () => {
    const conduct = { sheet: { minutes: 20, mayCopy: false } };
    const quiz = await exam({ window: { closesAt: on(80) }, conduct });
    student = await entitled({ extraPercent: 50 });
    clock.set(on(0));
    const own = await start(quiz, student);
    expect(await resultsAtOf(quiz, student)).toBe(on(120));
    clock.set(on(70));
    await done('POST', attemptUrl(own, 'sheet'), student);
    expect(await resultsAtOf(quiz, student)).toBe(on(100));
  });
});
