import { describe, expect, it } from 'vitest';
import { plainConduct } from '#contract/exams/exam-conduct.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { createTestQuiz, type TestQuestion } from '#server/testing/quizzes.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { closeOverdue } from '../grading/closing.service.ts';

const unmarked = { doubted: false, leftBlank: false };
const test = useTestApp();
const { clock } = test;

const student = () => createPerson(test.deps.db, { now: clock.now() });
const quizWith = (wishes: Parameters<typeof createTestQuiz>[1] = {}) =>
  createTestQuiz(test.deps.db, { now: clock.now(), ...wishes });

const call = (as: Person, method: 'GET' | 'POST', url: string, payload?: object) =>
  test.request({ method, url, as, ...(payload ? { payload } : {}) });
const start = (as: Person, quizId: number) => call(as, 'POST', `/api/quizzes/${quizId}/start`);
const change = (question: TestQuestion, optionId: number | null, seq: number, flagged = false) => ({
  questionId: question.id,
  optionId,
  flagged,
  seq,
});
const save = (as: Person, attemptId: number, answers: object[]) =>
  call(as, 'POST', `/api/attempts/${attemptId}/answers`, { answers });
const finish = (as: Person, attemptId: number, answers?: object[]) =>
  call(as, 'POST', `/api/attempts/${attemptId}/finish`, answers ? { answers } : {});

async function started(wishes: Parameters<typeof createTestQuiz>[1] = {}) {
  const [quiz, person] = [await quizWith(wishes), await student()];
  const sheet = (await start(person, quiz.id)).json();
  return {
    quiz,
    person,
    id: sheet.id as number,
    sheet,
    questions: quiz.questions as [TestQuestion, TestQuestion, TestQuestion, TestQuestion],
  };
}

describe('starting', () => {
  it('gives the questions in order without the key, the deadline and the time', async () => {
    const { quiz, person, sheet } = await started({ timeLimit: 30 });
    expect(sheet).toEqual({
      id: expect.any(Number),
      quizId: quiz.id,
      title: 'Simulado de teste',
      startedAt: clock.now().toISOString(),
      deadlineAt: new Date(clock.now().getTime() + 30 * 60_000).toISOString(),
      hasTimeLimit: true,
      serverTime: clock.now().toISOString(),
      questions: quiz.questions.map(({ id, options }, index) => ({
        id,
        kind: 'choice',
        format: 'plain',
        baseText: null,
        questionText: `Enunciado da questão ${index + 1}.`,
        options: options.map((optionId) => ({ id: optionId, optionText: expect.any(String) })),
      })),
      answers: [],
      conduct: plainConduct,
      worth: null,
      notebookUntil: null,
      marks: [],
      isElsewhere: false,
      leaves: 0,
    });
    const again = await start(person, quiz.id);
    expect([again.statusCode, again.json().id]).toEqual([200, sheet.id]);
  });

  it('makes one attempt when it is asked 50 times at once', async () => {
    const [quiz, person] = [await quizWith(), await student()];
    const answers = await Promise.all(Array.from({ length: 50 }, () => start(person, quiz.id)));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(49);
    expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1);
    const rows = await test.deps.db.selectFrom('attempts').select('id').where('quiz_id', '=', quiz.id).execute();
    expect(rows).toHaveLength(1);
  });

  it('without a time limit sets a deadline after one day', async () => {
    const { sheet } = await started({ timeLimit: null });
    expect(sheet.hasTimeLimit).toBe(false);
    expect(new Date(sheet.deadlineAt).getTime() - clock.now().getTime()).toBe(24 * 60 * 60_000);
  });

  it('is refused for what is not published or not there', async () => {
    const [draft, person] = [await quizWith({ published: false }), await student()];
    for (const id of [draft.id, 999_999, 'abc', 0, -1, '1e3x', 99_999_999_999]) {
      const response = await test.request({ method: 'POST', url: `/api/quizzes/${id}/start`, as: person });
      expect(response.statusCode).toBe(404);
    }
    expect((await test.request({ method: 'POST', url: `/api/quizzes/${draft.id}/start` })).statusCode).toBe(401);
  });

  it('begins a new attempt after one whose time ran out, which is graded', async () => {
    const { quiz, person, id, questions } = await started({ timeLimit: 10 });
    await save(person, id, [change(questions[0], questions[0].right, 1)]);
    clock.advance(10 * 60_000 + 5001);
    const next = await start(person, quiz.id);
    expect(next.statusCode).toBe(201);
    expect(next.json().id).not.toBe(id);
    const list = async () => (await call(person, 'GET', `/api/quiz-attempts/${quiz.id}`)).json();
    expect(await list()).toMatchObject([{ id, correctAnswers: null, withheldBy: { quizId: quiz.id }, timeSpent: 600 }]);
    await finish(person, next.json().id);
    expect((await list())[1]).toMatchObject({ id, correctAnswers: 1, withheldBy: null });
  });
});

describe('answers', () => {
  it('are there after a reload, with flags, and the newest sequence number stands', async () => {
    const { person, id, questions } = await started();
    const [one, two] = questions;
    expect((await save(person, id, [change(one, one.wrong, 10), change(two, null, 11, true)])).json()).toEqual({
      superseded: [],
      serverTime: clock.now().toISOString(),
    });
    expect((await save(person, id, [change(one, one.right, 20)])).statusCode).toBe(200);
    // Arrives late: an older change of the same question.
    const late = await save(person, id, [change(one, one.wrong, 15)]);
    expect(late.json().superseded).toEqual([
      { questionId: one.id, optionId: one.right, flagged: false, ...unmarked, seq: 20 },
    ]);
    // The same change again is fine and no news.
    expect((await save(person, id, [change(one, one.right, 20)])).json().superseded).toEqual([]);
    const sheet = (await call(person, 'GET', `/api/attempts/${id}`)).json();
    expect(sheet.answers).toEqual([
      { questionId: one.id, optionId: one.right, flagged: false, ...unmarked, seq: 20 },
      { questionId: two.id, optionId: null, flagged: true, ...unmarked, seq: 11 },
    ]);
  });

  it('from two tabs at once end in one state that both can read', async () => {
    const { person, id, questions } = await started();
    const [one] = questions;
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) => save(person, id, [change(one, one.options[i % 4] ?? 0, 100 + i)])),
    );
    expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
    const sheet = (await call(person, 'GET', `/api/attempts/${id}`)).json();
    expect(sheet.answers).toEqual([
      { questionId: one.id, optionId: one.options[3], flagged: false, ...unmarked, seq: 139 },
    ]);
  });

  it('change nothing when they are those of another student, quiz or question', async () => {
    const { person, id, questions } = await started();
    const other = await started();
    const [one, two] = questions;
    const stranger = await save(other.person, id, [change(one, one.right, 1)]);
    expect(stranger.statusCode).toBe(404);
    for (const wrong of [
      change(other.questions[0], other.questions[0].right, 1),
      change(one, two.right, 1),
      change(one, 2_147_483_647, 1),
      change({ ...one, id: 2_147_483_647 }, null, 1),
    ]) {
      // One good answer beside a bad one is not saved either: the caller learns that the whole call failed.
      const response = await save(person, id, [change(two, two.right, 1), wrong]);
      expect([response.statusCode, response.json().code]).toEqual([400, 'bad_request']);
    }
    expect((await call(other.person, 'GET', `/api/attempts/${id}`)).statusCode).toBe(404);
    expect((await finish(other.person, id)).statusCode).toBe(404);
    expect((await call(other.person, 'GET', `/api/attempts/${id}/review`)).statusCode).toBe(404);
    expect((await call(person, 'GET', `/api/attempts/${id}`)).json().answers).toEqual([]);
  });

  it.each([
    ['no answers', []],
    ['an option that is text', [{ questionId: 1, optionId: 'a', flagged: false, seq: 1 }]],
    ['a question that is true', [{ questionId: true, optionId: 1, flagged: false, seq: 1 }]],
    ['a missing sequence number', [{ questionId: 1, optionId: 1, flagged: false }]],
    ['sequence number zero', [{ questionId: 1, optionId: 1, flagged: false, seq: 0 }]],
    ['a sequence number beyond the column', [{ questionId: 1, optionId: 1, flagged: false, seq: 2 ** 31 }]],
    ['a fraction', [{ questionId: 1, optionId: 1, flagged: false, seq: 1.5 }]],
    ['the same question twice', [1, 2].map((seq) => ({ questionId: 1, optionId: 1, flagged: false, seq }))],
    [
      '201 answers',
      Array.from({ length: 201 }, (_, i) => ({ questionId: i + 1, optionId: 1, flagged: false, seq: 1 })),
    ],
    ['an object', { 0: { questionId: 1, optionId: 1, flagged: false, seq: 1 } }],
  ])('are refused with %s', async (_, answers) => {
    const { person, id } = await started();
    expect((await call(person, 'POST', `/api/attempts/${id}/answers`, { answers })).statusCode).toBe(400);
  });

  it('in a loop are slowed down, take no more room, and leave other students alone', async () => {
    const { person, id, questions } = await started();
    const [one] = questions;
    const statuses: number[] = [];
    for (let seq = 1; seq <= 10_000 && !statuses.includes(429); seq += 1) {
      statuses.push((await save(person, id, [change(one, one.options[seq % 4] ?? 0, seq)])).statusCode);
    }
    // 300 writes in a minute: the start, and 299 answers.
    expect([statuses.at(-1), statuses.length]).toEqual([429, 300]);
    const refused = await save(person, id, [change(one, one.right, 9000)]);
    expect([refused.statusCode, Number(refused.headers['retry-after']) <= 60]).toEqual([429, true]);
    const rows = await test.deps.db.selectFrom('attempt_questions').selectAll().where('attempt_id', '=', id).execute();
    expect(rows).toHaveLength(4);
    const other = await started();
    expect((await save(other.person, other.id, [change(other.questions[0], null, 1, true)])).statusCode).toBe(200);
    clock.advance(60_000);
    expect((await save(person, id, [change(one, one.right, 9001)])).statusCode).toBe(200);
  });
});

describe('the deadline', () => {
  it('lets an answer in within the grace and refuses it after, grading what was saved', async () => {
    const { person, id, questions } = await started({ timeLimit: 10 });
    const [one, two, three] = questions;
    clock.advance(10 * 60_000 + 5000);
    expect((await save(person, id, [change(one, one.right, 1)])).statusCode).toBe(200);
    clock.advance(1);
    const refused = await save(person, id, [change(two, two.right, 2)]);
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'attempt_expired']);
    const result = (await finish(person, id, [change(three, three.right, 3)])).json();
    expect(result.attempt).toMatchObject({ correctAnswers: 1, totalQuestions: 4, score: 3, timeSpent: 600 });
    expect(result.tooLate).toEqual([three.id]);
    expect((await call(person, 'GET', `/api/attempts/${id}`)).json().code).toBe('attempt_expired');
    expect((await call(person, 'GET', `/api/attempts/${id}/review`)).json().closedBy).toBe('deadline');
  });

  it('is kept by a job when no browser comes back, also for a student who was removed', async () => {
    const [left, removed] = [await started({ timeLimit: 10 }), await started({ timeLimit: 10 })];
    await save(left.person, left.id, [change(left.questions[0], left.questions[0].right, 1)]);
    await test.deps.db.deleteFrom('users').where('id', '=', removed.person.id).execute();
    await closeOverdue(test.deps);
    expect(await closeOverdue(test.deps)).toBe(0);
    clock.advance(11 * 60_000);
    expect(await closeOverdue(test.deps)).toBeGreaterThanOrEqual(2);
    const rows = await test.deps.db
      .selectFrom('attempts')
      .selectAll()
      .where('id', 'in', [left.id, removed.id])
      .orderBy('id')
      .execute();
    expect(rows).toMatchObject([
      { user_id: left.person.id, closed_by: 'deadline', correct_answers: 1, time_spent: 600 },
      { user_id: null, closed_by: 'deadline', correct_answers: 0 },
    ]);
    expect(await closeOverdue(test.deps)).toBe(0);
  });

  it('does not come while the clocks disagree: answers are taken by the earlier of them', async () => {
    const { quiz, person, id, questions } = await started({ timeLimit: 10 });
    const certain = clock.now();
    clock.advance(60 * 60_000);
    Object.assign(clock, { certain: () => certain, skewSeconds: () => -3600 });
    try {
      expect(await closeOverdue(test.deps)).toBe(0);
      expect((await call(person, 'GET', `/api/quizzes/${quiz.id}/overview`)).json().openAttempt).not.toBeNull();
      const saved = await save(person, id, [change(questions[0], questions[0].right, 1)]);
      expect(saved.json()).toEqual({ superseded: [], serverTime: clock.now().toISOString() });
      // Time left is counted from the corrected clock, which every other server tells, too.
      expect((await start(person, quiz.id)).json()).toMatchObject({ id, serverTime: clock.now().toISOString() });
    } finally {
      Object.assign(clock, { certain: undefined, skewSeconds: undefined });
    }
    const late = await save(person, id, [change(questions[1], questions[1].right, 2)]);
    expect(late.json().code).toBe('attempt_expired');
  });

  it('shows in the quiz page even before the job has run', async () => {
    const { quiz, person } = await started({ timeLimit: 10 });
    clock.advance(11 * 60_000);
    const overview = (await call(person, 'GET', `/api/quizzes/${quiz.id}/overview`)).json();
    expect(overview).toMatchObject({ openAttempt: null, attemptCount: 1, best: { correctAnswers: 0 } });
  });
});

describe('finishing', () => {
  it('saves what is left, grades once and answers the same again', async () => {
    const { person, id, questions } = await started();
    const [one, two, three, four] = questions;
    await save(person, id, [change(one, one.right, 1), change(two, two.wrong, 2)]);
    clock.advance(65_000);
    const first = await finish(person, id, [change(three, three.right, 3), change(four, four.right, 4)]);
    expect(first.json()).toEqual({
      attempt: {
        id,
        quizId: expect.any(Number),
        score: 8,
        totalQuestions: 4,
        correctAnswers: 3,
        percent: 75,
        passed: true,
        keyKnown: false,
        withheldBy: null,
        timeSpent: 65,
        createdAt: expect.any(String),
        finishedAt: clock.now().toISOString(),
      },
      resultsAt: null,
      tooLate: [],
    });
    clock.advance(1000);
    const again = await finish(person, id, [change(two, two.right, 9)]);
    expect(again.json()).toEqual({ attempt: first.json().attempt, resultsAt: null, tooLate: [two.id] });
    const late = await save(person, id, [change(two, two.right, 10)]);
    expect([late.statusCode, late.json()]).toMatchObject([409, { code: 'attempt_closed', status: 'closed' }]);
  });

  it('20 times at once gives one result', async () => {
    const { quiz, person, id } = await started();
    const answers = await Promise.all(Array.from({ length: 20 }, () => finish(person, id)));
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
    const list = await call(person, 'GET', `/api/quiz-attempts/${quiz.id}`);
    expect(list.json()).toHaveLength(1);
  });

  it('with an answer of another quiz closes nothing', async () => {
    const [mine, other] = [await started(), await started()];
    const stray = change(other.questions[0], other.questions[0].right, 1);
    expect((await finish(mine.person, mine.id, [stray])).statusCode).toBe(400);
    expect((await call(mine.person, 'GET', `/api/attempts/${mine.id}`)).statusCode).toBe(200);
  });

  it('against answers against the deadline job: whatever was acknowledged is in the grade', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { person, id, questions } = await started({ questions: 12, timeLimit: 10 });
      clock.advance(10 * 60_000 + (round % 2 === 0 ? 4000 : 5001));
      const answering = questions.map(
        (question, i) => () => save(person, id, [change(question, question.right, i + 1)]),
      );
      const closing = [() => finish(person, id), () => closeOverdue(test.deps)];
      // The end comes a little later in each round.
      const racing = [...answering.slice(0, round * 2), ...closing, ...answering.slice(round * 2)];
      const answers = await Promise.all(racing.map((run) => run()));
      const responses = answers.filter((answer) => typeof answer !== 'number');
      const saved = responses.filter((response) => response.statusCode === 200 && 'superseded' in response.json());
      const refused = responses.filter((response) => response.statusCode === 409);
      expect(saved.length + refused.length).toBe(12);
      const result = (await finish(person, id)).json().attempt;
      expect(result.correctAnswers).toBe(saved.length);
    }
  });
});
