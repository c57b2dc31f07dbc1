import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ExamConduct, plainConduct } from '#contract/exams/exam-conduct.ts';
import { cebraspeRules } from '#contract/exams/exam-rules.ts';
import { createBankQuestion, publishComposed } from '#server/testing/bank.ts';
import { createPerson, createSession, type Person } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { closeOverdue } from '../grading/closing.service.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
const { clock } = test;
const START = '2026-11-16T12:00:00.000Z';
const minutesOn = (minutes: number, ms = 0) => new Date(Date.parse(START) + minutes * 60_000 + ms).toISOString();
let ana: Person;

beforeAll(async () => {
  ana = await createPerson(test.deps.db, { role: 'teacher' });
});

const call = (method: 'GET' | 'POST' | 'PUT', url: string, as: Person, payload?: object) =>
  test.request({ method, url, as, ...(payload ? { payload } : {}) });
const done = async (...asked: Parameters<typeof call>) => {
  const reply = await call(...asked);
  if (reply.statusCode >= 300) throw new Error(`${asked[1]}: ${reply.body}`);
  return reply.json();
};
const codeOf = async (...asked: Parameters<typeof call>) => (await call(...asked)).json().code;

type Question = Awaited<ReturnType<typeof createBankQuestion>>;

/** Four questions in an hour, +1/−1/0, with the given conduct. */
async function exam(wish: Partial<ExamConduct>, count = 4) {
  clock.set(START);
  const questions: Question[] = [];
  for (let place = 0; place < count; place += 1) questions.push(await createBankQuestion(test, ana));
  const { id, revision } = await publishComposed(test, ana, { questionIds: questions.map((one) => one.id) });
  const rules = { ...cebraspeRules([], count), totalMinimum: null, passLine: 2 };
  const conduct = { ...plainConduct, ...wish };
  const saved = await done('PUT', `/api/teacher/quizzes/${id}/rules`, ana, { revision, rules, conduct });
  await done('POST', `/api/teacher/quizzes/${id}/publish`, ana, { revision: saved.revision });
  const student = await createPerson(test.deps.db);
  const sheet = await done('POST', `/api/quizzes/${id}/start`, student);
  return { id, questions, student, sheet, attempt: `/api/attempts/${sheet.id}`, revision: saved.revision };
}

const answer = (question: Question | undefined, how: 'right' | 'wrong' | 'blank', wish: object = {}) => ({
  questionId: question?.id ?? 0,
  optionId: how === 'blank' ? null : (question?.[how] ?? 0),
  flagged: false,
  seq: 1,
  ...wish,
});

describe('how an exam is held', () => {
  it('is saved with the rules, stays where nothing is said of it, and goes with version and copy', async () => {
    const conduct = { ...plainConduct, doubtMark: true, sheet: { minutes: 10, mayCopy: true } };
    const { id, revision } = await exam(conduct);
    const rulesUrl = `/api/teacher/quizzes/${id}/rules`;
    expect((await done('GET', rulesUrl, ana)).conduct).toEqual(conduct);
    const kept = await done('PUT', rulesUrl, ana, { revision, rules: null });
    expect(kept).toMatchObject({ rules: null, conduct });
    const copy = await done('POST', `/api/teacher/quizzes/${id}/duplicate`, ana, {});
    expect((await done('GET', `/api/teacher/quizzes/${copy.id}/rules`, ana)).conduct).toEqual(conduct);
    expect((await done('GET', `/api/quizzes/${id}/overview`, await createPerson(test.deps.db))).conduct).toEqual(
      conduct,
    );
  });
});

describe('the doubt mark', () => {
  it('is kept with its answer, and so is a blank on purpose', async () => {
    const { student, attempt, questions } = await exam({ doubtMark: true });
    const answers = [
      answer(questions[0], 'right', { doubted: true }),
      answer(questions[1], 'blank', { leftBlank: true }),
      answer(questions[2], 'wrong', { leftBlank: true }),
    ];
    await done('POST', `${attempt}/answers`, student, { answers });
    await done('POST', `${attempt}/answers`, student, { answers: [answer(questions[3], 'wrong', { doubted: true })] });
    const { answers: standing } = await done('GET', attempt, student);
    expect(standing).toMatchObject([
      { doubted: true, leftBlank: false },
      { doubted: false, leftBlank: true, optionId: null },
      { leftBlank: false },
      { doubted: true, leftBlank: false },
    ]);
  });

  it('and every other field of a later answer reach a device that is behind', async () => {
    const { student, attempt, questions } = await exam({ doubtMark: true });
    const [one, two, three, four] = questions;
    const save = async (answers: object[]) =>
      (await done('POST', `${attempt}/answers`, student, { answers })).superseded;
    const plain = { doubted: false, leftBlank: false };
    const later = [
      answer(one, 'wrong', { ...plain, seq: 2 }),
      answer(two, 'right', { ...plain, flagged: true, seq: 2 }),
      answer(three, 'right', { ...plain, doubted: true, seq: 2 }),
      answer(four, 'blank', { ...plain, leftBlank: true, seq: 2 }),
    ];
    expect(await save(later)).toEqual([]);
    const earlier = [answer(one, 'right'), answer(two, 'right'), answer(three, 'right'), answer(four, 'blank')];
    expect(await save(earlier)).toEqual(later);
    // The same again is superseded by nothing; a chosen option is stored as not left blank.
    const again = answer(one, 'wrong', { leftBlank: true, seq: 2 });
    expect(await save([again, ...later.slice(1)])).toEqual([]);
  });

  it('shows what guessing cost', async () => {
    const { student, attempt, questions, sheet } = await exam({ doubtMark: true });
    const answers = [
      answer(questions[0], 'right'),
      answer(questions[1], 'wrong', { doubted: true }),
      answer(questions[2], 'wrong', { doubted: true }),
      answer(questions[3], 'right', { doubted: true }),
    ];
    await done('POST', `${attempt}/finish`, student, { answers });
    expect(await done('GET', `/api/attempts/${sheet.id}/result`, student)).toMatchObject({
      points: 0,
      doubts: { count: 3, right: 1, pointsWithout: 1 },
      transcription: null,
    });
  });
});

describe('shuffled questions', () => {
  it('are in another order for each, the same whenever read, and graded by what was answered', async () => {
    const { student, attempt, questions, sheet, id } = await exam({ shuffleQuestions: true }, 12);
    const order = (of: { questions: { id: number }[] }) => of.questions.map((question) => question.id);
    expect(order(await done('GET', attempt, student))).toEqual(order(sheet));
    const others = await Promise.all(
      Array.from({ length: 4 }, async () => done('POST', `/api/quizzes/${id}/start`, await createPerson(test.deps.db))),
    );
    expect(new Set([sheet, ...others].map((one) => order(one).join())).size).toBeGreaterThan(1);
    expect(order(sheet).toSorted((a, b) => a - b)).toEqual(questions.map((question) => question.id));
    const answers = questions.map((question, place) => answer(question, place < 9 ? 'right' : 'wrong'));
    const { attempt: result } = await done('POST', `${attempt}/finish`, student, { answers });
    expect(result).toMatchObject({ correctAnswers: 9, totalQuestions: 12 });
    const review = await done('GET', `${attempt}/review`, student);
    expect(order(review)).toEqual(order(sheet));
    for (const question of review.questions)
      expect(question.isCorrect).toBe(questions.findIndex(({ id: one }) => one === question.id) < 9);
  });
});

describe('one device at a time', () => {
  it('refuses the other until it takes over, and then the first; nothing that was saved is lost', async () => {
    const { student: phone, attempt, questions } = await exam({ oneDevice: true });
    const laptop = { ...phone, cookie: await createSession(test.deps.db, phone.id, clock.now()) };
    const [one, two, three] = questions;
    await done('POST', `${attempt}/answers`, phone, { answers: [answer(one, 'right')] });
    expect(await done('GET', attempt, laptop)).toMatchObject({ isElsewhere: true });
    for (const answers of [[answer(two, 'right')], [answer(two, 'right'), answer(three, 'right')]])
      expect(await codeOf('POST', `${attempt}/answers`, laptop, { answers })).toBe('attempt_elsewhere');
    expect(await codeOf('POST', `${attempt}/finish`, laptop, { answers: [] })).toBe('attempt_elsewhere');
    await done('POST', `${attempt}/device`, laptop);
    expect(await done('GET', attempt, laptop)).toMatchObject({
      isElsewhere: false,
      answers: [{ questionId: one?.id }],
    });
    await done('POST', `${attempt}/answers`, laptop, { answers: [answer(two, 'right')] });
    expect(await codeOf('POST', `${attempt}/answers`, phone, { answers: [answer(one, 'wrong', { seq: 9 })] })).toBe(
      'attempt_elsewhere',
    );
    const { attempt: result } = await done('POST', `${attempt}/finish`, laptop, { answers: [] });
    expect(result).toMatchObject({ correctAnswers: 2 });
    // For an attempt that is over, the call only reads the result, from any device.
    expect((await done('POST', `${attempt}/finish`, phone, { answers: [] })).attempt).toEqual(result);
  });

  it('is not asked where the author does not want it', async () => {
    const { student: phone, attempt, questions } = await exam({});
    const laptop = { ...phone, cookie: await createSession(test.deps.db, phone.id, clock.now()) };
    await done('POST', `${attempt}/answers`, laptop, { answers: [answer(questions[0], 'right')] });
    await done('POST', `${attempt}/answers`, phone, { answers: [answer(questions[1], 'right')] });
    expect((await done('GET', attempt, phone)).answers).toHaveLength(2);
  });
});

it('the highest reported count of page leaves is stored, and only the student can report it', async () => {
  const { student, attempt } = await exam({ countLeaving: true });
  for (const count of [2, 5, 3]) await done('POST', `${attempt}/leaves`, student, { count });
  expect((await done('GET', attempt, student)).leaves).toBe(5);
  expect(await codeOf('POST', `${attempt}/leaves`, await createPerson(test.deps.db), { count: 9 })).toBe('not_found');
  await done('POST', `${attempt}/finish`, student, { answers: [] });
  await done('POST', `${attempt}/leaves`, student, { count: 9 });
});

describe('the answer sheet', () => {
  const held = { sheet: { minutes: 10, mayCopy: false } };
  const mark = (question: Question | undefined, how: 'right' | 'wrong' | 'blank', seq = 1) => {
    const { questionId, optionId } = answer(question, how);
    return { questionId, optionId, seq };
  };

  it('has its own minutes after the notebook, and alone counts', async () => {
    const { student, attempt, questions, sheet } = await exam(held);
    expect(sheet).toMatchObject({ notebookUntil: minutesOn(60), deadlineAt: minutesOn(70), marks: [] });
    const answers = questions.map((question) => answer(question, 'right'));
    await done('POST', `${attempt}/answers`, student, { answers });
    // Not before the notebook is closed, nor handed in without it.
    expect(await codeOf('POST', `${attempt}/marks`, student, { marks: [mark(questions[0], 'right')] })).toBe(
      'conflict',
    );
    expect(await codeOf('POST', `${attempt}/finish`, student, { answers: [] })).toBe('conflict');
    clock.set(minutesOn(30));
    expect(await done('POST', `${attempt}/sheet`, student)).toMatchObject({
      notebookUntil: minutesOn(30),
      deadlineAt: minutesOn(40),
    });
    clock.set(minutesOn(31));
    // Twice is once: no minute is won.
    expect(await done('POST', `${attempt}/sheet`, student)).toMatchObject({ deadlineAt: minutesOn(40) });
    const late = answer(questions[0], 'wrong', { seq: 7 });
    expect(await codeOf('POST', `${attempt}/answers`, student, { answers: [late] })).toBe('conflict');
    const [one, two, three] = questions;
    await done('POST', `${attempt}/marks`, student, { marks: [mark(one, 'wrong'), mark(two, 'right')] });
    await done('POST', `${attempt}/marks`, student, { marks: [mark(one, 'right', 5)] });
    // An older one that comes late changes nothing.
    const old = await done('POST', `${attempt}/marks`, student, { marks: [mark(one, 'wrong', 3)] });
    expect(old.superseded).toEqual([mark(one, 'right', 5)]);
    expect((await done('GET', attempt, student)).marks).toEqual([mark(one, 'right', 5), mark(two, 'right')]);
    const finished = await done('POST', `${attempt}/finish`, student, { answers: [], marks: [mark(three, 'wrong')] });
    expect(finished).toMatchObject({ attempt: { correctAnswers: 2 }, tooLate: [] });
    expect(await done('GET', `${attempt}/result`, student)).toMatchObject({
      points: 1,
      transcription: { errors: [three?.id, questions[3]?.id], notebookPoints: 4 },
    });
    const review = await done('GET', `${attempt}/review`, student);
    expect(review.hasSheet).toBe(true);
    expect(review.questions.map((question: { notebookOptionId: number }) => question.notebookOptionId)).toEqual(
      questions.map(({ right }) => right),
    );
    expect(review.questions[3]).toMatchObject({ selectedOptionId: null, isCorrect: false });
  });

  it('opens by itself when the time of the notebook is over, and closes at its last second', async () => {
    const { student, attempt, questions } = await exam(held);
    clock.set(minutesOn(60, 5000));
    await done('POST', `${attempt}/answers`, student, { answers: [answer(questions[0], 'right')] });
    clock.set(minutesOn(60, 5001));
    expect(await codeOf('POST', `${attempt}/answers`, student, { answers: [answer(questions[1], 'right')] })).toBe(
      'conflict',
    );
    clock.set(minutesOn(70, 5000));
    await done('POST', `${attempt}/marks`, student, { marks: [mark(questions[0], 'right')] });
    clock.set(minutesOn(70, 5001));
    expect(await codeOf('POST', `${attempt}/marks`, student, { marks: [mark(questions[1], 'right')] })).toBe(
      'attempt_expired',
    );
    const late = await done('POST', `${attempt}/finish`, student, { marks: [mark(questions[1], 'right')] });
    expect(late).toMatchObject({ attempt: { correctAnswers: 1 }, tooLate: [questions[1]?.id] });
  });

  it('left empty is an empty exam: the job closes it so, and an annulment goes by it', async () => {
    const { student, attempt, questions } = await exam(held);
    await done('POST', `${attempt}/answers`, student, { answers: questions.map((one) => answer(one, 'right')) });
    clock.set(minutesOn(70, 5001));
    await closeOverdue(test.deps);
    expect(await done('GET', `${attempt}/result`, student)).toMatchObject({ correctAnswers: 0, points: 0 });
    await done('POST', `/api/teacher/questions/${questions[0]?.id}/annulment`, ana, { reason: 'Ambígua' });
    expect(await done('GET', `${attempt}/result`, student)).toMatchObject({ correctAnswers: 1, points: 1 });
  });

  it('opens by the corrected clock on a server whose own clock is two hours behind, and keeps its minutes', async () => {
    const { student, attempt, questions } = await exam(held);
    Object.assign(clock, {
      certain: () => new Date(clock.now().getTime() - 7_200_000),
      skewSeconds: () => -7200,
    });
    try {
      const begun = await done('POST', `${attempt}/sheet`, student);
      expect(begun).toMatchObject({ notebookUntil: minutesOn(0), deadlineAt: minutesOn(10), serverTime: minutesOn(0) });
      const marks = [mark(questions[0], 'right')];
      expect(await done('POST', `${attempt}/marks`, student, { marks })).toEqual({
        superseded: [],
        serverTime: minutesOn(0),
      });
      await done('POST', `${attempt}/finish`, student, {});
    } finally {
      Object.assign(clock, { certain: undefined, skewSeconds: undefined });
    }
  });

  it('inside a window ends with it: the notebook leaves the sheet its minutes', async () => {
    clock.set('2026-11-10T12:00:00.000Z');
    const question = await createBankQuestion(test, ana);
    const { id, revision } = await publishComposed(test, ana, { questionIds: [question.id] });
    const conduct = { ...plainConduct, ...held };
    const saved = await done('PUT', `/api/teacher/quizzes/${id}/rules`, ana, { revision, rules: null, conduct });
    await done('POST', `/api/teacher/quizzes/${id}/publish`, ana, { revision: saved.revision });
    const window = { opensAt: START, closesAt: minutesOn(60), lateStart: 'shortens' };
    await done('PUT', `/api/teacher/quizzes/${id}/window`, ana, { version: 0, window });
    clock.set(minutesOn(20));
    const sheet = await done('POST', `/api/quizzes/${id}/start`, await createPerson(test.deps.db));
    expect(sheet).toMatchObject({ notebookUntil: minutesOn(50), deadlineAt: minutesOn(60) });
    clock.set(minutesOn(55));
    const last = await done('POST', `/api/quizzes/${id}/start`, await createPerson(test.deps.db));
    expect(last).toMatchObject({ notebookUntil: minutesOn(55), deadlineAt: minutesOn(60) });
    // With the full time for late starters, the results wait for the last answer card.
    const full = { ...window, lateStart: 'full', opensAt: minutesOn(100), closesAt: minutesOn(160) };
    const other = await publishComposed(test, ana, { questionIds: [(await createBankQuestion(test, ana)).id] });
    const ruled = { revision: other.revision, rules: null, conduct };
    const draft = await done('PUT', `/api/teacher/quizzes/${other.id}/rules`, ana, ruled);
    await done('POST', `/api/teacher/quizzes/${other.id}/publish`, ana, { revision: draft.revision });
    const set = await done('PUT', `/api/teacher/quizzes/${other.id}/window`, ana, { version: 0, window: full });
    expect(set.window.resultsAt).toBe(minutesOn(230));
  });
});

describe('two ends at once', () => {
  /** Both have read what they need before, and wait for the attempt. */
  const bothAtOnce = async (attemptId: number, finish: () => Promise<unknown>) => {
    const { db } = test.deps;
    const waiting = async () => {
      const { rows } = await sql<{ count: number }>`
        SELECT count(*)::int AS count FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db);
      return rows[0]?.count ?? 0;
    };
    const ends = await db.transaction().execute(async (tx) => {
      await sql`SELECT FROM attempts WHERE id = ${attemptId} FOR UPDATE`.execute(tx);
      const both = [finish(), finish()];
      while ((await waiting()) < 2) await new Promise((resolve) => setImmediate(resolve));
      // Handed over inside: the transaction ends first.
      return { both };
    });
    return Promise.all(ends.both);
  };

  it('name no answer as too late that one of them has saved', async () => {
    const { student, attempt, questions, sheet } = await exam({});
    const answers = questions.map((question) => answer(question, 'right'));
    const [first, second] = await bothAtOnce(sheet.id, () => done('POST', `${attempt}/finish`, student, { answers }));
    expect(first).toEqual(second);
    expect(first).toMatchObject({ attempt: { correctAnswers: 4 }, tooLate: [] });
  });

  it('grade once: the sheet takes the place of the notebook a single time', async () => {
    const { student, attempt, questions, sheet } = await exam({ sheet: { minutes: 10, mayCopy: false } });
    await done('POST', `${attempt}/answers`, student, { answers: questions.map((one) => answer(one, 'right')) });
    await done('POST', `${attempt}/sheet`, student);
    const [first, second] = await bothAtOnce(sheet.id, () => done('POST', `${attempt}/finish`, student, {}));
    expect(first).toEqual(second);
    expect(await done('GET', `${attempt}/result`, student)).toMatchObject({
      points: 0,
      transcription: { errors: questions.map(({ id }) => id), notebookPoints: 4 },
    });
  });
});
