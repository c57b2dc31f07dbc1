import { describe, expect, it } from 'vitest';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { createTestQuiz, type TestQuestion } from '#server/testing/quizzes.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp();
const { clock } = test;

const told = { score: 10, totalQuestions: 4, correctAnswers: 4, timeSpent: 90 };

const call = (as: Person, method: 'GET' | 'POST', url: string, payload?: object) =>
  test.request({ method, url, as, ...(payload ? { payload } : {}) });
const record = (as: Person, quizId: number, body: object = told) =>
  call(as, 'POST', `/api/quizzes/${quizId}/attempts`, body);
const answer = (as: Person, attemptId: number, questionId: number, selectedOptionId: number) =>
  call(as, 'POST', `/api/quiz-attempts/${attemptId}/answers`, { questionId, selectedOptionId, isCorrect: true });
const attempts = async (as: Person, quizId: number) => (await call(as, 'GET', `/api/quiz-attempts/${quizId}`)).json();

async function scene(wishes: Parameters<typeof createTestQuiz>[1] = {}) {
  const quiz = await createTestQuiz(test.deps.db, { now: clock.now(), ...wishes });
  const person = await createPerson(test.deps.db, { now: clock.now() });
  return { quiz, person, questions: quiz.questions as [TestQuestion, TestQuestion, TestQuestion, TestQuestion] };
}

describe('the calls of the specification', () => {
  it('show a quiz without its key, to every role', async () => {
    const { quiz, person } = await scene();
    const admin = await createPerson(test.deps.db, { role: 'admin', now: clock.now() });
    for (const reader of [person, admin]) {
      const response = await call(reader, 'GET', `/api/quizzes/${quiz.id}`);
      expect(response.json()).toEqual({
        id: quiz.id,
        title: 'Simulado de teste',
        description: 'Uma descrição.',
        timeLimit: 60,
        passingScore: 70,
        questionCount: 4,
        questions: quiz.questions.map(({ id, options }) => ({
          id,
          kind: 'choice',
          format: 'plain',
          baseText: null,
          questionText: expect.any(String),
          options: options.map((optionId) => ({ id: optionId, optionText: expect.any(String) })),
        })),
      });
      expect(response.body).not.toMatch(/isCorrect|omment|Sobre/);
    }
  });

  it('take an attempt and its answers, and the server grades it', async () => {
    const { quiz, person, questions } = await scene();
    const made = await record(person, quiz.id);
    expect(made.statusCode).toBe(201);
    const { id, ...rest } = made.json();
    expect(rest).toEqual({ quizId: quiz.id, totalQuestions: 4, createdAt: clock.now().toISOString() });
    const replies = [];
    for (const [index, question] of questions.entries()) {
      // Three right, one wrong, whatever `isCorrect` says; ids may come as text.
      const option = index === 3 ? question.wrong : question.right;
      replies.push(
        await call(person, 'POST', `/api/quiz-attempts/${id}/answers`, {
          questionId: String(question.id),
          selectedOptionId: option,
          isCorrect: index === 3,
        }),
      );
    }
    expect(replies.map(({ statusCode, body }) => [statusCode, body])).toEqual(Array(4).fill([200, '{"ok":true}']));
    const row = await test.deps.db.selectFrom('attempts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ closed_by: 'direct', is_direct: true });
    expect(await attempts(person, quiz.id)).toEqual([
      {
        id,
        quizId: quiz.id,
        score: 8,
        totalQuestions: 4,
        correctAnswers: 3,
        percent: 75,
        passed: true,
        keyKnown: false,
        withheldBy: null,
        timeSpent: 90,
        createdAt: expect.any(String),
        finishedAt: expect.any(String),
      },
    ]);
    const overview = (await call(person, 'GET', `/api/quizzes/${quiz.id}/overview`)).json();
    expect(overview.best).toMatchObject({ id, score: 8 });
  });

  it('keep the first answer to each question, also when it is repeated after the end or at once', async () => {
    const { quiz, person, questions } = await scene();
    const { id } = (await record(person, quiz.id)).json();
    const [one] = questions;
    const both = await Promise.all([
      answer(person, id, one.id, one.wrong),
      answer(person, id, one.id, one.right),
      answer(person, id, one.id, one.right),
    ]);
    expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    await Promise.all(questions.slice(1).map((question) => answer(person, id, question.id, question.right)));
    const [closed] = await attempts(person, quiz.id);
    expect(closed.correctAnswers === 3 || closed.correctAnswers === 4).toBe(true);
    expect((await answer(person, id, one.id, one.right)).statusCode).toBe(200);
    expect(await attempts(person, quiz.id)).toEqual([closed]);
  });

  it('close when the last answers arrive at once', async () => {
    const { quiz, person, questions } = await scene();
    const { id } = (await record(person, quiz.id)).json();
    await Promise.all(questions.map((question) => answer(person, id, question.id, question.right)));
    const row = await test.deps.db.selectFrom('attempts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ correct_answers: 4, score: 10, passed: true });
  });

  it('close with the answers so far at the next direct attempt, and after two minutes', async () => {
    const { quiz, person, questions } = await scene();
    const first = (await record(person, quiz.id)).json();
    await answer(person, first.id, questions[0].id, questions[0].right);
    const second = (await record(person, quiz.id)).json();
    const late = await answer(person, first.id, questions[1].id, questions[1].right);
    expect([late.statusCode, late.json().code]).toEqual([409, 'attempt_closed']);
    clock.advance(2 * 60_000 + 5001);
    const later = await answer(person, second.id, questions[0].id, questions[0].right);
    expect([later.statusCode, later.json().code]).toEqual([409, 'attempt_expired']);
    expect(await attempts(person, quiz.id)).toMatchObject([
      { id: second.id, correctAnswers: 0 },
      { id: first.id, correctAnswers: 1 },
    ]);
  });

  it('stand apart from the open attempt, and leave it open', async () => {
    const { quiz, person, questions } = await scene();
    const open = (await call(person, 'POST', `/api/quizzes/${quiz.id}/start`)).json();
    const direct = (await record(person, quiz.id)).json();
    expect(direct.id).not.toBe(open.id);
    const mixed = await answer(person, open.id, questions[0].id, questions[0].right);
    expect([mixed.statusCode, mixed.json().code]).toEqual([409, 'conflict']);
    expect((await attempts(person, quiz.id)).map(({ id }: { id: number }) => id)).toEqual([direct.id]);
    expect((await call(person, 'GET', `/api/attempts/${open.id}`)).statusCode).toBe(200);
    const own = { answers: [{ questionId: questions[0].id, optionId: null, flagged: false, seq: 1 }] };
    expect((await call(person, 'POST', `/api/attempts/${direct.id}/answers`, own)).statusCode).toBe(404);
    expect((await call(person, 'POST', `/api/attempts/${direct.id}/finish`, {})).statusCode).toBe(404);
    // The key of the closed attempt stays closed while the other is open.
    const review = await call(person, 'GET', `/api/attempts/${direct.id}/review`);
    expect([review.statusCode, review.json().code]).toEqual([409, 'attempt_open']);
  });

  it('limit the time that the client reports', async () => {
    const limited = await scene({ timeLimit: 10 });
    await record(limited.person, limited.quiz.id, { ...told, timeSpent: 99_999 });
    expect((await attempts(limited.person, limited.quiz.id))[0].timeSpent).toBe(600);
    const unlimited = await scene({ timeLimit: null });
    await record(unlimited.person, unlimited.quiz.id, { ...told, timeSpent: 1e12 });
    expect((await attempts(unlimited.person, unlimited.quiz.id))[0].timeSpent).toBe(1800);
  });

  it.each([
    ['nothing', {}],
    ['text for a number', { ...told, score: 'dez' }],
    ['no time', { ...told, timeSpent: undefined }],
    ['null', { ...told, correctAnswers: null }],
  ])('refuse an attempt with %s', async (_, body) => {
    const { quiz, person } = await scene();
    expect((await record(person, quiz.id, body)).statusCode).toBe(400);
    expect(await attempts(person, quiz.id)).toEqual([]);
  });

  it('refuse answers that do not belong', async () => {
    const { quiz, person, questions } = await scene();
    const other = await scene();
    const { id } = (await record(person, quiz.id)).json();
    const [one, two] = questions;
    expect((await answer(other.person, id, one.id, one.right)).statusCode).toBe(404);
    expect((await answer(person, 2_147_483_647, one.id, one.right)).statusCode).toBe(404);
    expect((await answer(person, id, one.id, two.right)).statusCode).toBe(400);
    expect((await answer(person, id, other.questions[0].id, other.questions[0].right)).statusCode).toBe(400);
    for (const body of [
      {},
      { questionId: one.id },
      { questionId: one.id, selectedOptionId: null },
      { questionId: 'x', selectedOptionId: 1 },
      { questionId: one.id, selectedOptionId: one.right, isCorrect: 'sim' },
      { questionId: [one.id], selectedOptionId: one.right },
    ]) {
      const response = await call(person, 'POST', `/api/quiz-attempts/${id}/answers`, body);
      expect([response.statusCode, body]).toEqual([400, body]);
    }
  });

  it('list nothing for a quiz that is not there', async () => {
    const { person } = await scene();
    const missing = await call(person, 'GET', '/api/quiz-attempts/999999');
    expect([missing.statusCode, missing.json().message]).toEqual([404, 'Simulado não encontrado.']);
    const quiz = await call(person, 'GET', '/api/quizzes/999999');
    expect([quiz.statusCode, quiz.json().message]).toEqual([404, 'Simulado não encontrado.']);
  });

  it('list in pages, newest first', async () => {
    const { quiz, person } = await scene();
    for (let i = 0; i < 5; i += 1) await record(person, quiz.id);
    const first = await call(person, 'GET', `/api/quiz-attempts/${quiz.id}?limit=2`);
    expect(first.headers['x-total-count']).toBe('5');
    const next = /<([^>]+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? '';
    const second = await call(person, 'GET', next);
    const ids = [...first.json(), ...second.json()].map(({ id }: { id: number }) => id);
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
    expect(new Set(ids).size).toBe(4);
    for (const cursor of ['x', 'WzFd', 'WyJhIl0', 'Wzk5OTk5OTk5OTk5OTld', 'bnVsbA']) {
      const status = (await call(person, 'GET', `/api/quiz-attempts/${quiz.id}?cursor=${cursor}`)).statusCode;
      expect([cursor, status]).toEqual([cursor, cursor === 'WzFd' ? 200 : 400]);
    }
  });
});
