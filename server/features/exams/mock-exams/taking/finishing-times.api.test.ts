import { beforeAll, describe, expect, it } from 'vitest';
import { examTimeClient, on } from '#server/testing/exam-time.ts';
import { createPerson } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
const { clock } = test;
const { done, codeOf, people, grant, entitled, exam, start, answer, attemptUrl } = examTimeClient(test);

beforeAll(async () => {
  await people();
});

describe('a finish by the clock of the page', () => {
  it('is refused while the deadline lies ahead, with and without answers, and taken when it has passed', async () => {
    const quiz = await exam();
    const student = await createPerson(test.deps.db);
    clock.set(on(0));
    const sheet = await start(quiz, student);
    clock.set(on(50));
    await grant(student, { extraPercent: 50 });
    clock.set(on(60));
    const url = attemptUrl(sheet, 'finish');
    expect(await codeOf('POST', url, student, { byClock: true })).toBe('state_conflict');
    expect(await codeOf('POST', url, student, { ...answer(quiz, 1), byClock: true })).toBe('state_conflict');
    expect(await done('GET', `/api/attempts/${sheet.id}`, student)).toMatchObject({ deadlineAt: on(90), answers: [] });
    // The clock of a page may be a moment early.
    clock.set(on(89, 58));
    const { attempt } = await done('POST', url, student, { ...answer(quiz, 1), byClock: true });
    expect(attempt.correctAnswers).toBe(1);
  });

  it('leaves a finish by the student as it was', async () => {
    const quiz = await exam();
    const student = await createPerson(test.deps.db);
    clock.set(on(0));
    const sheet = await start(quiz, student);
    expect((await done('POST', attemptUrl(sheet, 'finish'), student, { byClock: false })).attempt.id).toBe(sheet.id);
  });
});

describe('a finish during a break', () => {
  it('ends the break, and its answers are stored and graded', async () => {
    const quiz = await exam();
    const student = await entitled({ extraPercent: 0, breaks: 1 });
    clock.set(on(0));
    const sheet = await start(quiz, student);
    clock.set(on(20));
    await done('POST', attemptUrl(sheet, 'break'), student);
    clock.set(on(24));
    const finished = await done('POST', attemptUrl(sheet, 'finish'), student, answer(quiz, 1));
    expect(finished).toMatchObject({ tooLate: [], attempt: { correctAnswers: 1, timeSpent: 20 * 60 } });
  });

  it('stores the bubbles of an answer card, too', async () => {
    const quiz = await exam({ conduct: { sheet: { minutes: 20, mayCopy: false } } });
    const student = await entitled({ extraPercent: 0, breaks: 1 });
    clock.set(on(0));
    const sheet = await start(quiz, student);
    clock.set(on(20));
    await done('POST', attemptUrl(sheet, 'sheet'), student);
    await done('POST', attemptUrl(sheet, 'break'), student);
    clock.set(on(24));
    const marks = [{ questionId: quiz.questions[0]?.id, optionId: quiz.questions[0]?.right, seq: 1 }];
    const { attempt } = await done('POST', attemptUrl(sheet, 'finish'), student, { answers: [], marks });
    expect(attempt.correctAnswers).toBe(1);
  });
});

it('during a break neither the attempt nor the quiz shows its questions', async () => {
  const quiz = await exam();
  const student = await entitled({ extraPercent: 0, breaks: 1 });
  clock.set(on(0));
  const sheet = await start(quiz, student);
  await done('POST', attemptUrl(sheet, 'break'), student);
  const shown = async () => {
    const reads = [
      await start(quiz, student),
      await done('GET', `/api/attempts/${sheet.id}`, student),
      await done('GET', `/api/quizzes/${quiz.id}`, student),
    ];
    return reads.map(({ questions }) => questions.length > 0);
  };
  expect(await shown()).toEqual([false, false, false]);
  clock.set(on(10));
  expect(await shown()).toEqual([true, true, true]);
});

it('a break says the corrected time, like every other call, on a server whose own clock is behind', async () => {
  const quiz = await exam();
  const student = await entitled({ extraPercent: 0, breaks: 1 });
  clock.set(on(0));
  const sheet = await start(quiz, student);
  Object.assign(clock, { certain: () => new Date(clock.now().getTime() - 3000) });
  try {
    expect(await done('POST', attemptUrl(sheet, 'break'), student)).toMatchObject({ serverTime: on(0) });
    clock.set(on(4));
    const ended = await done('DELETE', attemptUrl(sheet, 'break'), student);
    expect(ended).toMatchObject({ serverTime: on(4), aids: { pausedUntil: null } });
  } finally {
    Object.assign(clock, { certain: undefined });
  }
});
