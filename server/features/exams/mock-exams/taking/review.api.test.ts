import { describe, expect, it } from 'vitest';
import { createBankQuestion, publishComposed, takeQuiz } from '#server/testing/bank.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { createTestQuiz, type TestQuestion } from '#server/testing/quizzes.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp();
const { clock } = test;

const get = (as: Person, url: string) => test.request({ method: 'GET', url, as });
const post = (as: Person, url: string, payload: object = {}) => test.request({ method: 'POST', url, as, payload });

async function createSubject(name: string): Promise<number> {
  const row = await test.deps.db
    .insertInto('subjects')
    .values({ name, name_key: name.toLowerCase(), created_at: clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

async function scene(wishes: Parameters<typeof createTestQuiz>[1] = {}) {
  const quiz = await createTestQuiz(test.deps.db, { now: clock.now(), ...wishes });
  const person = await createPerson(test.deps.db, { now: clock.now() });
  return { quiz, person };
}

/** One whole attempt with the first `right` questions right and the next one wrong. */
async function take(person: Person, quiz: { id: number; questions: TestQuestion[] }, right: number): Promise<number> {
  const { id } = (await post(person, `/api/quizzes/${quiz.id}/start`)).json();
  const answers = quiz.questions.slice(0, right + 1).map((question, i) => ({
    questionId: question.id,
    optionId: i < right ? question.right : question.wrong,
    flagged: i === 0,
    seq: i + 1,
  }));
  clock.advance(60_000);
  expect((await post(person, `/api/attempts/${id}/finish`, { answers })).statusCode).toBe(200);
  return id;
}

describe('the review', () => {
  it('shows answers, key, comments, subjects and earlier attempts, once the attempt is closed', async () => {
    const subjectIds = [await createSubject('Português'), await createSubject('Raciocínio Lógico'), null];
    const { quiz, person } = await scene({ subjectIds });
    const { id: openId } = (await post(person, `/api/quizzes/${quiz.id}/start`)).json();
    const early = await get(person, `/api/attempts/${openId}/review`);
    expect([early.statusCode, early.json().code]).toEqual([409, 'attempt_open']);
    const first = await take(person, quiz, 1);
    const second = await take(person, quiz, 2);
    expect(first).toBe(openId);

    const review = (await get(person, `/api/attempts/${second}/review`)).json();
    expect(review).toMatchObject({
      attempt: {
        id: second,
        correctAnswers: 2,
        totalQuestions: 4,
        percent: 50,
        score: 5,
        passed: false,
        timeSpent: 60,
      },
      title: 'Simulado de teste',
      passingScore: 70,
      closedBy: 'student',
      subjects: [
        { name: 'Português', correct: 1, total: 2 },
        { name: 'Raciocínio Lógico', correct: 1, total: 1 },
        { name: 'Sem matéria', correct: 0, total: 1 },
      ],
      history: [
        { id: first, percent: 25 },
        { id: second, percent: 50 },
      ],
    });
    expect(review.questions.map((question: { isCorrect: boolean }) => question.isCorrect)).toEqual([
      true,
      true,
      false,
      false,
    ]);
    const [one, , three, four] = review.questions;
    expect(one).toMatchObject({ subject: 'Português', flagged: true, comment: 'Comentário da questão 1.' });
    expect(one.options).toMatchObject([
      { isCorrect: false, comment: 'Sobre a primeira.' },
      { id: one.selectedOptionId, isCorrect: true, comment: 'Sobre a segunda.' },
      { isCorrect: false },
      { isCorrect: false },
    ]);
    expect(three.selectedOptionId).toBe(quiz.questions[2]?.wrong);
    expect(four.selectedOptionId).toBeNull();
  });

  it('keeps the key of a question that the student has in an open attempt at another quiz', async () => {
    const teacher = await createPerson(test.deps.db, { role: 'teacher', now: clock.now() });
    const [shared, own] = [await createBankQuestion(test, teacher), await createBankQuestion(test, teacher)];
    const done = await publishComposed(test, teacher, { questionIds: [shared.id, own.id] });
    const other = await publishComposed(test, teacher, { questionIds: [shared.id] });
    const person = await createPerson(test.deps.db, { now: clock.now() });
    const { id } = await takeQuiz(test, person, done.id, new Map([[shared.id, shared.right]]));
    const review = async () => (await get(person, `/api/attempts/${id}/review`)).json();
    expect((await review()).questions).toMatchObject([{ isWithheld: false, isCorrect: true }, { isWithheld: false }]);

    const sheet = (await post(person, `/api/quizzes/${other.id}/start`)).json();
    const { questions, subjects, attempt, history } = await review();
    expect(questions).toMatchObject([
      { id: shared.id, isWithheld: true, isCorrect: false, comment: '', selectedOptionId: shared.right },
      { id: own.id, isWithheld: false, comment: 'Comentário geral.' },
    ]);
    expect(questions[0].options.map(({ isCorrect, comment }: Record<string, unknown>) => [isCorrect, comment])).toEqual(
      Array.from({ length: 4 }, () => [false, '']),
    );
    expect(subjects).toMatchObject([{ correct: null, total: 2 }]);
    expect([attempt, history]).toMatchObject([{ score: null, withheldBy: { quizId: other.id } }, []]);

    await post(person, `/api/attempts/${sheet.id}/finish`);
    expect((await review()).questions[0]).toMatchObject({ isWithheld: false, isCorrect: true });
  });

  it('closes an attempt whose time ran out before it shows it', async () => {
    const { quiz, person } = await scene({ timeLimit: 5 });
    const { id } = (await post(person, `/api/quizzes/${quiz.id}/start`)).json();
    clock.advance(6 * 60_000);
    expect((await get(person, `/api/attempts/${id}/review`)).json()).toMatchObject({
      closedBy: 'deadline',
      attempt: { correctAnswers: 0, timeSpent: 300 },
    });
  });
});

describe('the quiz page', () => {
  it('shows the best result by share, the earliest among equals, and the open attempt', async () => {
    const { quiz, person } = await scene();
    const ids = [await take(person, quiz, 1), await take(person, quiz, 3), await take(person, quiz, 3)];
    const { id } = (await post(person, `/api/quizzes/${quiz.id}/start`)).json();
    const one = quiz.questions[0] as TestQuestion;
    await post(person, `/api/attempts/${id}/answers`, {
      answers: [{ questionId: one.id, optionId: one.right, flagged: false, seq: 1 }],
    });
    const overview = (await get(person, `/api/quizzes/${quiz.id}/overview`)).json();
    expect(overview).toMatchObject({
      title: 'Simulado de teste',
      questionCount: 4,
      attemptCount: 3,
      // Earlier results contain the questions that are being answered now.
      best: null,
      withheldBy: { quizId: quiz.id, title: 'Simulado de teste' },
      openAttempt: { id, answered: 1 },
    });
    expect(overview).not.toHaveProperty('questions');
    expect(overview.openAttempt).not.toHaveProperty('score');
    await post(person, `/api/attempts/${id}/finish`);
    expect((await get(person, `/api/quizzes/${quiz.id}/overview`)).json()).toMatchObject({
      best: { id: ids[1], percent: 75, passed: true },
      withheldBy: null,
      openAttempt: null,
    });
  });

  it('shows a withdrawn quiz only while an attempt is open', async () => {
    const { quiz, person } = await scene();
    const stranger = await createPerson(test.deps.db, { now: clock.now() });
    const { id } = (await post(person, `/api/quizzes/${quiz.id}/start`)).json();
    await test.deps.db.updateTable('quizzes').set({ published_version_id: null }).where('id', '=', quiz.id).execute();
    expect((await get(person, `/api/quizzes/${quiz.id}/overview`)).json().openAttempt.id).toBe(id);
    expect((await get(stranger, `/api/quizzes/${quiz.id}/overview`)).statusCode).toBe(404);
    expect((await post(person, `/api/attempts/${id}/finish`)).statusCode).toBe(200);
    expect((await get(person, `/api/quizzes/${quiz.id}/overview`)).statusCode).toBe(404);
    expect((await get(person, `/api/attempts/${id}/review`)).statusCode).toBe(200);
  });
});

describe('the list of quizzes', () => {
  it('tells what is new, tried, open and best, newest first and in pages', async () => {
    const person = await createPerson(test.deps.db, { now: clock.now() });
    clock.advance(60 * 24 * 60 * 60_000);
    await test.deps.db.updateTable('quizzes').set({ published_version_id: null }).execute();
    const old = await createTestQuiz(test.deps.db, { title: 'Antigo', now: clock.now() });
    clock.advance(15 * 24 * 60 * 60_000);
    const tried = await createTestQuiz(test.deps.db, { title: 'Feito', now: clock.now() });
    clock.advance(1000);
    const open = await createTestQuiz(test.deps.db, { title: 'Aberto', now: clock.now() });
    clock.advance(1000);
    const fresh = await createTestQuiz(test.deps.db, { title: 'Novo', now: clock.now() });
    await createTestQuiz(test.deps.db, { published: false, now: clock.now() });
    const reader = await createPerson(test.deps.db, { now: clock.now() });
    await take(reader, tried, 3);
    const { id } = (await post(reader, `/api/quizzes/${open.id}/start`)).json();

    const list = await get(reader, '/api/quizzes');
    expect(list.headers['x-total-count']).toBe('4');
    expect(list.json()).toMatchObject([
      { id: fresh.id, title: 'Novo', isNew: true, attemptCount: 0, best: null, openAttempt: null },
      { id: open.id, isNew: false, attemptCount: 0, best: null, openAttempt: { id } },
      { id: tried.id, isNew: false, attemptCount: 1, best: { score: 8, percent: 75, passed: true }, openAttempt: null },
      { id: old.id, isNew: false, attemptCount: 0, best: null },
    ]);
    const page = await get(reader, '/api/quizzes?limit=3');
    const next = /<([^>]+)>/.exec(String(page.headers.link))?.[1] ?? '';
    expect((await get(reader, next)).json()).toMatchObject([{ id: old.id }]);
    expect((await get(reader, '/api/quizzes?cursor=WyJ4IiwxXQ')).statusCode).toBe(400);
    expect((await get(person, '/api/quizzes')).statusCode).toBe(401);
  });
});
