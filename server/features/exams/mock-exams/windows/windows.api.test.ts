import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { plainRules } from '#contract/exams/exam-rules.ts';
import { auditOf } from '#server/testing/audit.ts';
import { createBankQuestion, publishComposed } from '#server/testing/bank.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { writtenMails } from '#server/testing/mails.ts';
import { createSubject } from '#server/testing/study.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { closeOverdue } from '../grading/closing.service.ts';
import { endWindows, remindOfWindows } from './window-work.service.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
const { clock } = test;
let ana: Person;

beforeAll(async () => {
  ana = await createPerson(test.deps.db, { role: 'teacher' });
});

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, as: Person, payload?: object) =>
  test.request({ method, url, as, ...(payload ? { payload } : {}) });
const windowUrl = (id: number) => `/api/teacher/quizzes/${id}/window`;
const saturday = { opensAt: '2026-11-21T12:00:00.000Z', closesAt: '2026-11-21T21:00:00.000Z', lateStart: 'shortens' };

type Question = Awaited<ReturnType<typeof createBankQuestion>>;

/** Two questions, an hour, and Saturday from nine to six in São Paulo, set on the Sunday before. */
async function scheduled(window: object = saturday) {
  clock.set('2026-11-15T12:00:00.000Z');
  const questions: Question[] = [await createBankQuestion(test, ana), await createBankQuestion(test, ana)];
  const { id, revision } = await publishComposed(test, ana, { questionIds: questions.map((one) => one.id) });
  const saved = await call('PUT', windowUrl(id), ana, { version: 0, window });
  expect(saved.json()).toMatchObject({ version: 1, window });
  return { id, revision, questions };
}

const answersTo = (questions: Question[]) =>
  questions.map(({ id, right }) => ({ questionId: id, optionId: right, flagged: false, seq: 1 }));
const start = (quizId: number, as: Person) => call('POST', `/api/quizzes/${quizId}/start`, as);
const listed = async (quizId: number, as: Person) => (await call('GET', `/api/quiz-attempts/${quizId}`, as)).json();
const told = async (as: Person) => (await call('GET', '/api/notifications', as)).json();

describe('the author', () => {
  it('sets, moves and removes it before it opens; repeats change nothing', async () => {
    const { id } = await scheduled();
    const again = await call('PUT', windowUrl(id), ana, { version: 0, window: saturday });
    expect(again.json()).toMatchObject({ version: 1 });
    const moved = { ...saturday, closesAt: '2026-11-21T22:00:00.000Z', lateStart: 'full' };
    const late = await call('PUT', windowUrl(id), ana, { version: 0, window: moved });
    expect([late.statusCode, late.json().code]).toEqual([409, 'version_conflict']);
    const full = (await call('PUT', windowUrl(id), ana, { version: 1, window: moved })).json();
    // A student who starts at the last moment has the full hour, and all results wait for it.
    expect(full).toMatchObject({ version: 2, window: { ...moved, resultsAt: '2026-11-21T23:00:00.000Z' } });
    expect((await call('GET', windowUrl(id), ana)).json()).toEqual({ ...full, serverTime: expect.any(String) });
    expect((await call('PUT', windowUrl(id), ana, { version: 2, window: null })).json()).toMatchObject({
      version: 0,
      window: null,
    });
    const events = await auditOf(test.deps.db, `quiz:${id}`);
    expect(events.filter(({ action }) => action.startsWith('quiz.window'))).toEqual(
      [
        { action: 'quiz.window_set', details: saturday },
        { action: 'quiz.window_set', details: moved },
        { action: 'quiz.window_removed', details: {} },
      ].map((event) => ({ ...event, actor_id: ana.id })),
    );
  });

  it('gets an error for an invalid or past window, and for a simulado with draws or with attempts', async () => {
    const { id } = await scheduled();
    const put = (window: object, version = 1) => call('PUT', windowUrl(id), ana, { version, window });
    expect((await put({ ...saturday, closesAt: saturday.opensAt })).statusCode).toBe(400);
    const past = { ...saturday, opensAt: '2026-11-01T12:00:00.000Z', closesAt: '2026-11-01T13:00:00.000Z' };
    expect((await put(past)).json().fields).toHaveProperty('window.closesAt');
    const [first] = (await scheduled()).questions;
    const drawn = await publishComposed(test, ana, { draws: [{ count: 1, subjectId: null }] });
    const refused = await call('PUT', windowUrl(drawn.id), ana, { version: 0, window: saturday });
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'quiz_incomplete']);
    const taken = await publishComposed(test, ana, { questionIds: [first?.id ?? 0] });
    await start(taken.id, await createPerson(test.deps.db));
    expect((await call('PUT', windowUrl(taken.id), ana, { version: 0, window: saturday })).json().code).toBe(
      'conflict',
    );
  });

  it('may only put the end off once it is open, and publishes nothing into it', async () => {
    const { id, revision } = await scheduled();
    const student = await createPerson(test.deps.db);
    clock.set('2026-11-21T20:30:00.000Z');
    const { id: attemptId } = (await start(id, student)).json();
    await call('POST', `/api/attempts/${attemptId}/finish`, student, { answers: [] });
    const put = (window: object | null) => call('PUT', windowUrl(id), ana, { version: 1, window });
    expect((await put(null)).json().code).toBe('conflict');
    expect((await put({ ...saturday, closesAt: '2026-11-21T20:45:00.000Z' })).json().code).toBe('conflict');
    const draft = (await call('GET', `/api/teacher/quizzes/${id}`, ana)).json();
    await call('PUT', `/api/teacher/quizzes/${id}`, ana, { ...draft, title: 'Outro' });
    const publish = await call('POST', `/api/teacher/quizzes/${id}/publish`, ana, { revision: revision + 1 });
    expect(publish.json().code).toBe('conflict');
    expect((await put({ ...saturday, closesAt: '2026-11-21T22:00:00.000Z' })).statusCode).toBe(200);
    clock.set('2026-11-21T21:30:00.000Z');
    await closeOverdue(test.deps);
    expect(await listed(id, student)).toEqual([]);
    clock.set('2026-11-21T22:00:06.000Z');
    await closeOverdue(test.deps);
    await endWindows(test.deps);
    expect(await listed(id, student)).toHaveLength(1);
    expect((await call('PUT', windowUrl(id), ana, { version: 2, window: null })).json().code).toBe('conflict');
  });
});

describe('a student', () => {
  it('begins inside it, hands in, and learns nothing before the results', async () => {
    const { id, questions } = await scheduled();
    const student = await createPerson(test.deps.db);
    const early = await start(id, student);
    expect([early.statusCode, early.json()]).toMatchObject([
      409,
      { message: 'Este simulado abre 21/11/2026 às 09:00.' },
    ]);
    expect((await call('GET', `/api/quizzes/${id}`, student)).json().questions).toEqual([]);
    const direct = { score: 0, totalQuestions: 2, correctAnswers: 0, timeSpent: 1 };
    expect((await call('POST', `/api/quizzes/${id}/attempts`, student, direct)).statusCode).toBe(409);
    expect((await call('GET', `/api/quizzes/${id}/overview`, student)).json()).toMatchObject({
      window: {
        opensAt: saturday.opensAt,
        closesAt: saturday.closesAt,
        isDelivered: false,
        delivered: null,
        endsForAll: true,
        isConfirmed: false,
        confirmed: 0,
      },
    });

    clock.set('2026-11-21T20:40:00.000Z');
    const sheet = (await start(id, student)).json();
    expect(sheet).toMatchObject({ deadlineAt: saturday.closesAt, questions: [{}, {}] });
    const finish = () => call('POST', `/api/attempts/${sheet.id}/finish`, student, { answers: answersTo(questions) });
    const done = (await finish()).json();
    expect(done).toMatchObject({
      attempt: { id: sheet.id, score: null, correctAnswers: null, passed: null, withheldBy: null },
      resultsAt: saturday.closesAt,
      tooLate: [],
    });
    expect((await finish()).json()).toEqual(done);
    const change = { answers: [{ ...answersTo(questions)[0], seq: 5 }] };
    expect((await call('POST', `/api/attempts/${sheet.id}/answers`, student, change)).json().code).toBe(
      'attempt_closed',
    );
    expect((await call('GET', `/api/attempts/${sheet.id}`, student)).json().code).toBe('attempt_closed');
    expect((await start(id, student)).json().message).toBe(
      'Você já entregou este simulado. O resultado sai 21/11/2026 às 18:00.',
    );
    expect((await call('GET', `/api/attempts/${sheet.id}/review`, student)).json().code).toBe('attempt_open');
    expect((await call('GET', `/api/attempts/${sheet.id}/result`, student)).json().code).toBe('attempt_open');
    expect(await listed(id, student)).toEqual([]);
    expect((await call('GET', '/api/dashboard/student', student)).json()).toMatchObject({
      recentQuizAttempts: [],
      quizzes: { taken: 0 },
      next: null,
    });
    expect((await call('GET', `/api/quizzes/${id}/overview`, student)).json()).toMatchObject({
      openAttempt: null,
      window: { isDelivered: true, delivered: { at: '2026-11-21T20:40:00.000Z', answered: 2 } },
    });

    // At the last second and in the grace period after it the student sees no result.
    for (const moment of ['2026-11-21T20:59:59.000Z', '2026-11-21T21:00:05.000Z']) {
      clock.set(moment);
      await closeOverdue(test.deps);
      await endWindows(test.deps);
      expect(await listed(id, student)).toEqual([]);
    }
    clock.set('2026-11-21T21:00:05.001Z');
    // The result is available before the job runs.
    expect(await listed(id, student)).toMatchObject([
      { score: 10, passed: true, finishedAt: '2026-11-21T20:40:00.000Z' },
    ]);
    expect((await call('GET', `/api/attempts/${sheet.id}/review`, student)).json()).toMatchObject({
      key: 'open',
      closedBy: 'student',
      questions: [{ isCorrect: true, isWithheld: false }, {}],
    });
    await endWindows(test.deps);
    await endWindows(test.deps);
    expect(await told(student)).toMatchObject([{ kind: 'quiz_window', path: `/quizzes/${id}` }]);
    expect((await start(id, student)).statusCode).toBe(201);
  });

  it('who is gone at the end is handed in with what was saved', async () => {
    const { id, questions } = await scheduled();
    const student = await createPerson(test.deps.db);
    clock.set('2026-11-21T12:00:00.000Z');
    const { id: attemptId } = (await start(id, student)).json();
    await call('POST', `/api/attempts/${attemptId}/answers`, student, { answers: answersTo(questions.slice(0, 1)) });
    clock.set('2026-11-21T13:00:06.000Z');
    const late = await call('POST', `/api/attempts/${attemptId}/answers`, student, { answers: answersTo(questions) });
    expect([late.json().code, late.json().message]).toEqual(['attempt_expired', expect.stringContaining('entregues')]);
    expect((await start(id, student)).statusCode).toBe(409);
    clock.set('2026-11-21T21:01:00.000Z');
    expect(await closeOverdue(test.deps)).toBeGreaterThan(0);
    expect(await listed(id, student)).toMatchObject([
      { correctAnswers: 1, timeSpent: 3600, finishedAt: '2026-11-21T13:00:00.000Z' },
    ]);
  });

  it('confirms, is counted, reminded once and listed', async () => {
    const { id } = await scheduled();
    const student = await createPerson(test.deps.db);
    const url = `/api/quizzes/${id}/presence`;
    for (let twice = 0; twice < 2; twice += 1)
      expect((await call('PUT', url, student)).json()).toEqual({ confirmed: 1, isConfirmed: true });
    const other = await createPerson(test.deps.db);
    expect((await call('GET', `/api/quizzes/${id}/overview`, other)).json().window).toMatchObject({
      confirmed: 1,
      isConfirmed: false,
    });
    const upcoming = (await call('GET', '/api/quiz-windows', student)).json().windows;
    expect(upcoming.find((one: { quizId: number }) => one.quizId === id)).toMatchObject({
      questionCount: 2,
      isTrueFalse: false,
      isConfirmed: true,
      isDelivered: false,
    });
    clock.set('2026-11-21T10:59:00.000Z');
    await remindOfWindows(test.deps);
    expect(await told(student)).toEqual([]);
    clock.set('2026-11-21T11:00:00.000Z');
    await remindOfWindows(test.deps);
    await remindOfWindows(test.deps);
    expect(await told(student)).toMatchObject([
      { kind: 'quiz_window', title: '"Simulado composto" abre às 09:00', path: `/quizzes/${id}` },
    ]);
    expect(await told(other)).toEqual([]);
    // By mail, too, and once.
    await test.deps.jobs.drain();
    const mails = async (to: Person) =>
      (await writtenMails(test.deps.config.dataDir))
        .filter((mail) => mail.to === to.email)
        .map(({ subject }) => subject);
    expect(await mails(student)).toEqual(['"Simulado composto" abre às 09:00']);
    expect(await mails(other)).toEqual([]);
    const reminded = test.deps.db.selectFrom('quiz_windows').select('reminded_at').where('quiz_id', '=', id);
    expect(await reminded.executeTakeFirst()).toEqual({ reminded_at: clock.now() });
    // Moving a window triggers another reminder.
    const later = { ...saturday, opensAt: '2026-11-21T13:00:00.000Z' };
    await call('PUT', windowUrl(id), ana, { version: 1, window: later });
    clock.set('2026-11-21T12:30:00.000Z');
    await remindOfWindows(test.deps);
    expect((await told(student)).map(({ title }: { title: string }) => title)).toEqual([
      '"Simulado composto" abre às 10:00',
      '"Simulado composto" abre às 09:00',
    ]);
    expect((await call('DELETE', url, student)).json()).toEqual({ confirmed: 0, isConfirmed: false });
    clock.set('2026-11-21T21:30:00.000Z');
    expect((await call('PUT', url, student)).statusCode).toBe(409);
  });

  it('over midnight takes answers to the last second and tells the day on which it closes', async () => {
    const night = { ...saturday, opensAt: '2026-11-22T01:30:00.000Z', closesAt: '2026-11-22T04:30:00.000Z' };
    const { id, questions } = await scheduled(night);
    const student = await createPerson(test.deps.db);
    await call('PUT', `/api/quizzes/${id}/presence`, student);
    clock.set('2026-11-22T00:30:00.000Z');
    await remindOfWindows(test.deps);
    expect(await told(student)).toMatchObject([
      {
        title: '"Simulado composto" abre às 22:30',
        text: 'Você confirmou presença. O simulado fica aberto até 22/11 às 01:30.',
      },
    ]);
    clock.set('2026-11-22T04:29:59.000Z');
    const begun = await start(id, student);
    expect([begun.statusCode, begun.json().deadlineAt]).toEqual([201, night.closesAt]);
    const save = (seq: number) =>
      call('POST', `/api/attempts/${begun.json().id}/answers`, student, {
        answers: answersTo(questions).map((one) => ({ ...one, seq })),
      });
    clock.set('2026-11-22T04:30:05.000Z');
    expect((await save(1)).statusCode).toBe(200);
    clock.set('2026-11-22T04:30:05.001Z');
    expect((await save(2)).json().code).toBe('attempt_expired');
    expect(await listed(id, student)).toMatchObject([{ correctAnswers: 2, finishedAt: night.closesAt }]);
    expect((await start(id, await createPerson(test.deps.db))).statusCode).toBe(201);
  });

  it('on two devices has one attempt, and the second finish is the first', async () => {
    const { id, questions } = await scheduled();
    const student = await createPerson(test.deps.db);
    clock.set('2026-11-21T12:00:00.000Z');
    const starts = await Promise.all(Array.from({ length: 8 }, () => start(id, student)));
    const ids = new Set(starts.map((reply) => reply.json().id));
    expect(ids.size).toBe(1);
    const [attemptId] = ids;
    const ends = await Promise.all(
      Array.from({ length: 4 }, () =>
        call('POST', `/api/attempts/${attemptId}/finish`, student, { answers: answersTo(questions) }),
      ),
    );
    const results = ends.map((reply) => [reply.json().attempt, reply.json().resultsAt]);
    expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1);
  });
});

describe('a weekly series', () => {
  it('gets questions selected at random by the rules of one quiz, repeats none, and is made once per key', async () => {
    clock.set('2026-11-15T12:00:00.000Z');
    const subjectId = await createSubject(test.deps.db, 'Série');
    for (let index = 0; index < 6; index += 1) await createBankQuestion(test, ana, { subjectId });
    const { id: quizId, revision } = await publishComposed(test, ana, { draws: [{ count: 2, subjectId }] });
    const rules = { ...plainRules, wrong: -1 };
    await call('PUT', `/api/teacher/quizzes/${quizId}/rules`, ana, { revision, rules });
    const body = { quizId, title: 'Simulado da semana', count: 3, window: saturday, creationKey: randomUUID() };
    const made = await call('POST', '/api/teacher/quiz-series', ana, body);
    expect(made.statusCode).toBe(201);
    expect(made.json()).toMatchObject([
      { title: 'Simulado da semana 1', opensAt: saturday.opensAt },
      { title: 'Simulado da semana 2', opensAt: '2026-11-28T12:00:00.000Z', closesAt: '2026-11-28T21:00:00.000Z' },
      { title: 'Simulado da semana 3', opensAt: '2026-12-05T12:00:00.000Z' },
    ]);
    const again = await call('POST', '/api/teacher/quiz-series', ana, body);
    expect([again.statusCode, again.json()]).toEqual([200, made.json()]);
    const used = await Promise.all(
      made.json().map(async ({ id }: { id: number }) => {
        const draft = (await call('GET', `/api/teacher/quizzes/${id}`, ana)).json();
        expect(draft).toMatchObject({ timeLimit: 60 });
        expect((await call('GET', `/api/teacher/quizzes/${id}/rules`, ana)).json().rules).toEqual(rules);
        return draft.questions.map((question: { id: number }) => question.id);
      }),
    );
    expect(used.map((ids) => ids.length)).toEqual([2, 2, 2]);
    expect(new Set(used.flat()).size).toBe(6);
    // All questions are reserved: no question is left to draw, neither for another series nor for a quiz with draws.
    const more = { ...body, count: 1, creationKey: randomUUID() };
    expect((await call('POST', '/api/teacher/quiz-series', ana, more)).json().code).toBe('quiz_incomplete');
    const student = await createPerson(test.deps.db);
    expect((await start(quizId, student)).json().code).toBe('quiz_incomplete');
  });
});
