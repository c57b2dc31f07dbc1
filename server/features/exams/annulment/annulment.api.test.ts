import { beforeAll, describe, expect, it } from 'vitest';
import { createBankQuestion, publishComposed, takeQuiz } from '#server/testing/bank.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp();
let ana: Person;

beforeAll(async () => {
  ana = await createPerson(test.deps.db, { role: 'teacher' });
});

const call = (method: 'GET' | 'POST' | 'DELETE', url: string, as: Person, payload?: object) =>
  test.request({ method, url, as, ...(payload ? { payload } : {}) });
const annulment = (id: number) => `/api/teacher/questions/${id}/annulment`;
const results = async (quizId: number, person: Person) =>
  (await call('GET', `/api/quiz-attempts/${quizId}`, person)).json();

type Question = Awaited<ReturnType<typeof createBankQuestion>>;
const answers = (right: Question[], wrong: Question[]) =>
  new Map([
    ...right.map(({ id, right }) => [id, right] as const),
    ...wrong.map(({ id, wrong }) => [id, wrong] as const),
  ]);

async function setting(count = 4, passingScore = 75) {
  const questions: Question[] = [];
  for (let index = 0; index < count; index += 1) questions.push(await createBankQuestion(test, ana));
  const quiz = await publishComposed(test, ana, { questionIds: questions.map(({ id }) => id) }, { passingScore });
  return { quiz, questions, first: questions[0] as Question };
}

describe('annulling a question', () => {
  it('shows whose result changes, changes it for all, tells them, and can be undone', async () => {
    const { quiz, questions, first } = await setting();
    const people = [
      await createPerson(test.deps.db),
      await createPerson(test.deps.db),
      await createPerson(test.deps.db),
    ] as const;
    const [right, wrong, blank] = people;
    await takeQuiz(test, right, quiz.id, answers(questions.slice(0, 3), questions.slice(3)));
    await takeQuiz(test, wrong, quiz.id, answers(questions.slice(1, 3), [first]));
    await takeQuiz(test, blank, quiz.id, new Map());
    // The author's attempt is a preview and is not counted.
    await takeQuiz(test, ana, quiz.id, answers(questions.slice(1, 3), [first]));

    const dry = (await call('GET', annulment(first.id), ana)).json();
    expect(dry).toMatchObject({ isAnnulled: false, attempts: 3, changed: 2, passGained: 1, passLost: 0, students: 2 });
    expect(dry.changes[0]).toMatchObject({
      studentName: 'Ana Silva',
      scoreBefore: 5,
      scoreAfter: 8,
      passedBefore: false,
      passedAfter: true,
    });
    expect(dry.changes[1]).toMatchObject({ scoreBefore: 0, scoreAfter: 3, passedAfter: false });
    expect((await results(quiz.id, wrong))[0]).toMatchObject({ score: 5, passed: false });

    expect((await call('POST', annulment(first.id), ana, { reason: ' ' })).statusCode).toBe(400);
    const done = (await call('POST', annulment(first.id), ana, { reason: 'Duas respostas possíveis' })).json();
    expect(done).toMatchObject({ isAnnulled: true, changed: 2, passGained: 1 });
    expect((await call('POST', annulment(first.id), ana, { reason: 'De novo' })).json()).toMatchObject({ changed: 0 });
    expect((await results(quiz.id, right))[0]).toMatchObject({ correctAnswers: 3, passed: true });
    expect((await results(quiz.id, wrong))[0]).toMatchObject({ correctAnswers: 3, score: 8, passed: true });
    expect((await results(quiz.id, blank))[0]).toMatchObject({ correctAnswers: 1, score: 3 });

    const [{ id }] = await results(quiz.id, wrong);
    const review = (await call('GET', `/api/attempts/${id}/review`, wrong)).json();
    expect(review.questions[0]).toMatchObject({
      isAnnulled: true,
      isCorrect: true,
      annulmentReason: 'Duas respostas possíveis',
    });
    const told = async (person: Person) => (await call('GET', '/api/notifications', person)).json();
    expect(await told(right)).toEqual([]);
    expect((await told(ana)).filter(({ kind }: { kind: string }) => kind === 'result_corrected')).toEqual([]);
    expect(await told(wrong)).toMatchObject([{ kind: 'result_corrected', path: `/quizzes/${quiz.id}` }]);

    expect((await call('GET', annulment(first.id), ana)).json()).toMatchObject({
      isAnnulled: true,
      changed: 2,
      passLost: 1,
    });
    expect((await call('DELETE', annulment(first.id), ana)).json()).toMatchObject({
      isAnnulled: false,
      changed: 2,
      passLost: 1,
    });
    expect((await call('DELETE', annulment(first.id), ana)).json()).toMatchObject({ changed: 0 });
    expect((await results(quiz.id, wrong))[0]).toMatchObject({ correctAnswers: 2, score: 5, passed: false });
    expect(await told(wrong)).toHaveLength(2);
  });

  it('counts for attempts that are open now and closed later', async () => {
    const { quiz, questions, first } = await setting(2);
    const person = await createPerson(test.deps.db);
    const sheet = (await call('POST', `/api/quizzes/${quiz.id}/start`, person)).json();
    await call('POST', annulment(first.id), ana, { reason: 'x' });
    const payload = { answers: [{ questionId: first.id, optionId: first.wrong, flagged: false, seq: 1 }] };
    const { attempt } = (await call('POST', `/api/attempts/${sheet.id}/finish`, person, payload)).json();
    expect(attempt.correctAnswers).toBe(1);
    expect(questions).toHaveLength(2);
  });

  it('leaves no student out, however attempts close and annulments come and go meanwhile', async () => {
    const { quiz, first } = await setting(2);
    // With the four calls of the teacher as many as there are connections: the race is meant, not the queue for one.
    const people = await Promise.all(Array.from({ length: 6 }, () => createPerson(test.deps.db)));
    const sheets = await Promise.all(
      people.map(async (person) => (await call('POST', `/api/quizzes/${quiz.id}/start`, person)).json()),
    );
    const finish = (index: number) =>
      call('POST', `/api/attempts/${sheets[index].id}/finish`, people[index] as Person, {
        answers: [{ questionId: first.id, optionId: first.wrong, flagged: false, seq: 1 }],
      });
    const replies = await Promise.all([
      ...sheets.slice(0, 3).map((_, index) => finish(index)),
      call('POST', annulment(first.id), ana, { reason: 'corrida' }),
      call('DELETE', annulment(first.id), ana),
      ...sheets.slice(3).map((_, index) => finish(index + 3)),
      call('POST', annulment(first.id), ana, { reason: 'corrida' }),
      call('POST', annulment(first.id), ana, { reason: 'corrida' }),
    ]);
    expect(replies.map(({ statusCode }) => statusCode).filter((status) => status !== 200)).toEqual([]);
    const { status } = (await call('GET', `/api/teacher/questions/${first.id}`, ana)).json();
    const expected = status === 'annulled' ? 1 : 0;
    for (const person of people) {
      expect((await results(quiz.id, person))[0]).toMatchObject({ correctAnswers: expected });
    }
  });

  it('reaches attempts that drew the question', async () => {
    const question = await createBankQuestion(test, ana, { topic: 'Sorteada' });
    const quiz = await publishComposed(test, ana, { draws: [{ count: 1, topic: 'Sorteada' }] });
    const person = await createPerson(test.deps.db);
    await takeQuiz(test, person, quiz.id, new Map());
    expect((await call('POST', annulment(question.id), ana, { reason: 'x' })).json()).toMatchObject({
      changed: 1,
      passGained: 1,
    });
    const removed = await call('DELETE', `/api/teacher/questions/${question.id}`, ana);
    expect([removed.statusCode, removed.json().code]).toEqual([409, 'question_in_use']);
  });

  it('is for the author of the question and admins', async () => {
    const { first } = await setting(1);
    const bia = await createPerson(test.deps.db, { role: 'teacher' });
    const admin = await createPerson(test.deps.db, { role: 'admin' });
    expect((await call('GET', annulment(first.id), bia)).statusCode).toBe(403);
    expect((await call('POST', annulment(first.id), bia, { reason: 'x' })).statusCode).toBe(403);
    expect((await call('POST', annulment(first.id), admin, { reason: 'x' })).statusCode).toBe(200);
    const set = await test.request({
      method: 'PATCH',
      url: `/api/teacher/questions/${first.id}/status`,
      payload: { status: 'active' },
      as: ana,
    });
    expect(set.statusCode).toBe(409);
  });
});
