import { beforeAll, describe, expect, it } from 'vitest';
import { closeOverdue } from '#server/features/exams/mock-exams/grading/closing.service.ts';
import { auditOf } from '#server/testing/audit.ts';
import { essayClient } from '#server/testing/essays.ts';
import { examTimeClient, on, quarter } from '#server/testing/exam-time.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { multipartForm } from '#server/testing/forms.ts';
import { receiptPhoto } from '#server/testing/receipts.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
const essays = essayClient(test);
const { clock } = test;
const { call, done, codeOf, people, rightUrl, grant, entitled, exam, start, answer, attemptUrl } = examTimeClient(test);
let ana: Person;
let office: Person;
let student: Person;

beforeAll(async () => {
  ({ ana, office } = await people());
});

describe('a request for extra time', () => {
  it('goes with its document to the office, which grants it; no one else learns of it', async () => {
    clock.set('2026-11-15T12:00:00.000Z');
    student = await createPerson(test.deps.db);
    const other = await createPerson(test.deps.db);
    const form = await multipartForm({
      text: 'Tenho dislexia.',
      file: ['laudo.jpg', new Uint8Array(await receiptPhoto())],
    });
    const asked = await test.request({ method: 'POST', url: '/api/exam-time/request', as: student, ...form });
    expect(asked.json()).toMatchObject({ right: null, request: { text: 'Tenho dislexia.', hasDocument: true } });
    const { id } = asked.json().request;
    const documentUrl = `/api/exam-time/requests/${id}/document`;
    const opened = await Promise.all([student, office, other, ana].map((as) => call('GET', documentUrl, as)));
    expect(opened.map(({ statusCode }) => statusCode)).toEqual([200, 200, 404, 404]);
    const waiting = await done('GET', '/api/admin/exam-time-requests', office);
    expect(waiting.rows).toContainEqual(expect.objectContaining({ id, userId: student.id, hasDocument: true }));
    const granted = await grant(student);
    expect(granted.name).not.toBe('');
    expect(granted).toMatchObject({
      revision: 1,
      right: { ...quarter, isInForce: true },
      request: { state: 'granted' },
    });
    expect(granted.events.map(({ action }: { action: string }) => action)).toEqual([
      'exam_time.granted',
      'exam_time.document_seen',
      'exam_time.asked',
    ]);
    const { reason: _, ...shown } = quarter;
    expect((await done('GET', '/api/exam-time', student)).right).toEqual({ ...shown, isInForce: true });
    for (const as of [student, ana]) expect((await call('GET', rightUrl(student), as)).statusCode).toBe(403);
    expect(JSON.stringify(await auditOf(test.deps.db, `user:${student.id}`))).not.toContain('dislexia');
  });

  it('is replaced by asking again, withdrawn by the student, and refused by the office with an answer', async () => {
    const person = await createPerson(test.deps.db);
    const ask = async (text: string) =>
      test.request({ method: 'POST', url: '/api/exam-time/request', as: person, ...(await multipartForm({ text })) });
    const first = (await ask('Preciso de pausas.')).json().request;
    const second = (await ask('Preciso de pausas e de letra grande.')).json().request;
    expect(second).toMatchObject({ id: first.id, text: 'Preciso de pausas e de letra grande.' });
    expect((await ask('  ')).json().fields).toHaveProperty('text');
    expect((await done('DELETE', '/api/exam-time/request', person)).request.state).toBe('withdrawn');
    const third = (await ask('De novo.')).json().request;
    const refusal = `/api/admin/exam-time-requests/${third.id}/refuse`;
    await done('POST', refusal, office, { answer: 'Falta o laudo.' });
    await done('POST', refusal, office, { answer: 'Falta o laudo.' });
    expect(await codeOf('POST', refusal, office, { answer: 'Outra.' })).toBe('state_conflict');
    const own = await done('GET', '/api/exam-time', person);
    expect(own.request).toMatchObject({ state: 'refused', answer: 'Falta o laudo.' });
  });

  it('is answered by one notification, which says neither what was asked nor how it was decided', async () => {
    const person = await createPerson(test.deps.db);
    const ask = async () => {
      const form = await multipartForm({ text: 'Tenho dislexia.' });
      return (await test.request({ method: 'POST', url: '/api/exam-time/request', as: person, ...form })).json()
        .request;
    };
    const told = async () => (await done('GET', '/api/notifications', person)) as unknown as Record<string, string>[];
    const { id } = await ask();
    expect(await told()).toEqual([]);
    const refusal = `/api/admin/exam-time-requests/${id}/refuse`;
    for (const _ of [1, 2]) await done('POST', refusal, office, { answer: 'Falta o laudo.' });
    await ask();
    await grant(person);
    await grant(person);
    const neutral = {
      ...{ kind: 'exam_time_decided', title: 'A secretaria respondeu ao seu pedido', path: '/settings/exam-time' },
      text: 'Veja a resposta na sua conta.',
    };
    expect(await told()).toEqual([expect.objectContaining(neutral), expect.objectContaining(neutral)]);
  });

  it('takes a photo or a PDF as its document, and nothing else', async () => {
    const person = await createPerson(test.deps.db);
    const file: [string, Uint8Array<ArrayBuffer>] = ['laudo.pdf', new TextEncoder().encode('<script>')];
    const form = await multipartForm({ text: 'x', file });
    const asked = await test.request({ method: 'POST', url: '/api/exam-time/request', as: person, ...form });
    expect(asked.statusCode).toBe(415);
    expect((await done('GET', '/api/exam-time', person)).request).toBeNull();
  });
});

describe('a right', () => {
  it('is saved by compare-and-set, and a retry of the same save changes nothing', async () => {
    const person = await entitled();
    const again = { ...quarter, revision: 0 };
    expect(await done('PUT', rightUrl(person), office, again)).toMatchObject({ revision: 1 });
    const half = { ...quarter, extraPercent: 50 };
    expect(await codeOf('PUT', rightUrl(person), office, { ...half, revision: 0 })).toBe('version_conflict');
    expect(await done('PUT', rightUrl(person), office, { ...half, revision: 1 })).toMatchObject({ revision: 2 });
    expect(await codeOf('DELETE', `${rightUrl(person)}?revision=1`, office)).toBe('version_conflict');
    const removed = await done('DELETE', `${rightUrl(person)}?revision=2`, office);
    expect(removed).toMatchObject({ right: null, revision: 3 });
    expect(await done('DELETE', `${rightUrl(person)}?revision=2`, office)).toMatchObject({ right: null, revision: 3 });
    const both = { ...quarter, extraMinutes: 30, revision: 3 };
    expect(await codeOf('PUT', rightUrl(person), office, both)).toBe('bad_request');
    const past = { ...quarter, validUntil: '2026-11-14', revision: 3 };
    expect((await call('PUT', rightUrl(person), office, past)).json().fields).toHaveProperty('validUntil');
    expect((await call('PUT', rightUrl(ana), office, { ...quarter, revision: 0 })).statusCode).toBe(404);
  });

  it('extends an attempt, and the result shows no more time than everybody had', async () => {
    const quiz = await exam();
    student = await entitled();
    clock.set(on(0));
    const minutesFor = async (as: Person) => (await done('GET', `/api/quizzes/${quiz.id}/overview`, as)).timeLimit;
    const plain = await createPerson(test.deps.db);
    expect([await minutesFor(student), await minutesFor(plain), await minutesFor(ana)]).toEqual([75, 60, 60]);
    const sheet = await start(quiz, student);
    expect(sheet.deadlineAt).toBe(on(75));
    expect((await start(quiz, plain)).deadlineAt).toBe(on(60));
    clock.set(on(74));
    await done('POST', attemptUrl(sheet, 'answers'), student, answer(quiz, 1));
    await closeOverdue(test.deps);
    const finished = await done('POST', attemptUrl(sheet, 'finish'), student, {});
    expect(finished.attempt).toMatchObject({ correctAnswers: 1, timeSpent: 3600 });
  });

  it.each([
    ['a share', { extraPercent: 25 }, 75],
    ['minutes', { extraPercent: 0, extraMinutes: 20 }, 80],
  ])(
    'with %s shows the own time on the page before a window, and what a late start leaves',
    async (_, right, minutes) => {
      const quiz = await exam({ window: {} });
      const person = await entitled(right);
      clock.set(on(30));
      const page = await done('GET', `/api/quizzes/${quiz.id}/overview`, person);
      expect(page).toMatchObject({ timeLimit: 60, extraTime: { timeLimit: minutes } });
      const left = (Date.parse(on(60)) - Date.parse(on(30))) * page.extraTime.factor;
      const { deadlineAt } = await start(quiz, person);
      expect(Date.parse(deadlineAt) - Date.parse(on(30))).toBe(left);
      const everybody = await done('GET', `/api/quizzes/${quiz.id}/overview`, await createPerson(test.deps.db));
      expect(everybody).not.toHaveProperty('extraTime');
    },
  );

  it('ends after its last day: an exam that begins on the next day has the plain time', async () => {
    const quiz = await exam();
    student = await entitled({ validUntil: '2026-11-21' });
    clock.set('2026-11-22T02:59:00.000Z');
    expect((await start(quiz, student)).deadlineAt).toBe('2026-11-22T04:14:00.000Z');
    const other = await entitled({ validUntil: '2026-11-21' });
    clock.set('2026-11-22T03:00:00.000Z');
    expect((await start(quiz, other)).deadlineAt).toBe('2026-11-22T04:00:00.000Z');
  });

  it('holds for an open attempt at once when it is granted, and taking it away takes no time', async () => {
    const quiz = await exam();
    student = await createPerson(test.deps.db);
    clock.set(on(0));
    const sheet = await start(quiz, student);
    clock.set(on(50));
    await grant(student, { extraPercent: 50, breaks: 1 });
    const resumed = await done('GET', `/api/attempts/${sheet.id}`, student);
    expect(resumed).toMatchObject({ deadlineAt: on(90), aids: { breaksLeft: 1, breakMinutes: 10 } });
    await done('POST', attemptUrl(sheet, 'break'), student);
    await grant(student, { extraPercent: 25, breaks: 1 });
    await done('DELETE', `${rightUrl(student)}?revision=2`, office);
    const kept = await done('GET', `/api/attempts/${sheet.id}`, student);
    expect(kept).toMatchObject({ deadlineAt: on(100), aids: { breaksLeft: 0 } });
  });

  it('extends the notebook and the answer card by the same share', async () => {
    const quiz = await exam({ conduct: { sheet: { minutes: 20, mayCopy: false } } });
    student = await entitled({ extraPercent: 50 });
    clock.set(on(0));
    const sheet = await start(quiz, student);
    expect(sheet).toMatchObject({ deadlineAt: on(120), notebookUntil: on(90) });
    clock.set(on(30));
    const begun = await done('POST', attemptUrl(sheet, 'sheet'), student);
    expect(begun).toMatchObject({ notebookUntil: on(30), deadlineAt: on(60) });
  });

  it('extends an essay that is written against the clock, also past the close of its theme', async () => {
    clock.set(on(0));
    const theme = await essays.publishTheme(ana, { minutes: 60, opensAt: null, closesAt: on(40) });
    student = await createPerson(test.deps.db);
    await grant(student);
    const body = { isTimed: true };
    const essay = await done('POST', `/api/essay-themes/${theme}/essays`, student, body);
    expect(essay.deadlineAt).toBe(on(50));
    const plain = await createPerson(test.deps.db);
    const late = await done('POST', `/api/essay-themes/${theme}/essays`, plain, body);
    clock.set(on(45));
    const text = { text: 'Texto.', revision: 1 };
    expect(await codeOf('POST', `/api/essays/${late.id}/delivery`, plain, text)).toBe('state_conflict');
    expect((await done('POST', `/api/essays/${essay.id}/delivery`, student, text)).state).toBe('delivered');
  });

  it('extends an essay that is open when it is granted, and refuses delivery after the extended time', async () => {
    clock.set(on(0));
    const theme = await essays.publishTheme(ana, { minutes: 60, opensAt: null, closesAt: on(40) });
    student = await createPerson(test.deps.db);
    const essay = await done('POST', `/api/essay-themes/${theme}/essays`, student, { isTimed: true });
    await grant(student);
    expect((await done('GET', `/api/essays/${essay.id}`, student)).deadlineAt).toBe(on(50));
    clock.set(on(50, 6));
    const text = { text: 'Texto.', revision: 1 };
    expect(await codeOf('POST', `/api/essays/${essay.id}/delivery`, student, text)).toBe('state_conflict');
  });
});

describe('a break', () => {
  it('stops the clock, takes no answers, and is over by itself', async () => {
    const quiz = await exam();
    student = await entitled({ extraPercent: 0, breaks: 2 });
    clock.set(on(0));
    const sheet = await start(quiz, student);
    expect(sheet).toMatchObject({ deadlineAt: on(60), aids: { breaksLeft: 2, pausedUntil: null } });
    clock.set(on(20));
    const paused = await done('POST', attemptUrl(sheet, 'break'), student);
    expect(paused).toMatchObject({ deadlineAt: on(70), aids: { breaksLeft: 1, pausedUntil: on(30) } });
    clock.set(on(25));
    expect(await done('POST', attemptUrl(sheet, 'break'), student)).toMatchObject({ aids: { pausedUntil: on(30) } });
    expect(await codeOf('POST', attemptUrl(sheet, 'answers'), student, answer(quiz, 1))).toBe('attempt_paused');
    const [first, second] = quiz.questions;
    const two = [first, second].map((one) => ({ questionId: one?.id, optionId: one?.right, flagged: false, seq: 1 }));
    expect(await codeOf('POST', attemptUrl(sheet, 'answers'), student, { answers: two })).toBe('attempt_paused');
    clock.set(on(30));
    await done('POST', attemptUrl(sheet, 'answers'), student, answer(quiz, 2));
    clock.set(on(60));
    await done('POST', attemptUrl(sheet, 'break'), student);
    clock.set(on(64));
    const resumed = await done('DELETE', attemptUrl(sheet, 'break'), student);
    expect(resumed).toMatchObject({ deadlineAt: on(74), aids: { breaksLeft: 0, pausedUntil: null } });
    expect(await done('DELETE', attemptUrl(sheet, 'break'), student)).toMatchObject({ deadlineAt: on(74) });
    expect(await codeOf('POST', attemptUrl(sheet, 'break'), student)).toBe('conflict');
    clock.set(on(70));
    const { attempt } = await done('POST', attemptUrl(sheet, 'finish'), student, {});
    expect(attempt.timeSpent).toBe(56 * 60);
  });

  it('takes no bubbles of the answer card, and the card does not begin during it', async () => {
    const quiz = await exam({ conduct: { sheet: { minutes: 20, mayCopy: false } } });
    student = await entitled({ extraPercent: 0, breaks: 2 });
    clock.set(on(0));
    const sheet = await start(quiz, student);
    await done('POST', attemptUrl(sheet, 'break'), student);
    expect(await codeOf('POST', attemptUrl(sheet, 'sheet'), student)).toBe('attempt_paused');
    await done('DELETE', attemptUrl(sheet, 'break'), student);
    await done('POST', attemptUrl(sheet, 'sheet'), student);
    await done('POST', attemptUrl(sheet, 'break'), student);
    const marks = [{ questionId: quiz.questions[0]?.id, optionId: quiz.questions[0]?.right, seq: 1 }];
    expect(await codeOf('POST', attemptUrl(sheet, 'marks'), student, { marks })).toBe('attempt_paused');
  });

  it('is refused to who has none', async () => {
    const quiz = await exam();
    const plain = await createPerson(test.deps.db);
    clock.set(on(0));
    const sheet = await start(quiz, plain);
    expect(sheet).not.toHaveProperty('aids');
    expect(await codeOf('POST', attemptUrl(sheet, 'break'), plain)).toBe('conflict');
  });
});
