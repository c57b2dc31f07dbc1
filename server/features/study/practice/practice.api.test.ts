import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { createBankQuestion, publishComposed, takeQuiz } from '#server/testing/bank.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { createTestQuiz } from '#server/testing/quizzes.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp();
let ana: Person;
beforeAll(async () => {
  ana = await createPerson(test.deps.db, { role: 'teacher' });
});

const call = (method: 'GET' | 'POST', url: string, as: Person, payload?: object) =>
  test.request({ method, url, as, ...(payload ? { payload } : {}) });
const start = (as: Person, payload: object) => call('POST', '/api/practices', as, payload);
const answer = (as: Person, id: number, questionId: number, optionId: number) =>
  call('POST', `/api/practices/${id}/answers`, as, { questionId, optionId });

type Question = Awaited<ReturnType<typeof createBankQuestion>>;
async function quizOf(count: number, composition: object = {}) {
  const questions: Question[] = [];
  for (let index = 0; index < count; index += 1) questions.push(await createBankQuestion(test, ana));
  const quiz = await publishComposed(test, ana, { questionIds: questions.map(({ id }) => id), ...composition });
  return { quiz, questions };
}

describe('training', () => {
  it('opens after a finished prova and shows the answer after each question', async () => {
    const { quiz, questions } = await quizOf(2);
    const person = await createPerson(test.deps.db);
    const early = await start(person, { kind: 'training', quizId: quiz.id });
    expect([early.statusCode, early.json().code]).toEqual([409, 'nothing_to_practise']);
    const { id: attemptId } = (await call('POST', `/api/quizzes/${quiz.id}/start`, person)).json();
    expect((await start(person, { kind: 'training', quizId: quiz.id })).json().code).toBe('attempt_open');
    await call('POST', `/api/attempts/${attemptId}/finish`, person, {});

    expect((await call('GET', `/api/quizzes/${quiz.id}/practice`, person)).json()).toEqual({
      training: true,
      wrongCount: 2,
      openTraining: null,
      openMistakes: null,
      postponesTo: null,
    });
    const begun = await start(person, { kind: 'training', quizId: quiz.id });
    expect(begun.statusCode).toBe(201);
    expect(begun.body).not.toMatch(/isCorrect|rightOptionId|omentário|Sobre/);
    const practice = begun.json();
    expect((await start(person, { kind: 'training', quizId: quiz.id })).json().id).toBe(practice.id);

    const [first, second] = questions as [Question, Question];
    const wrong = (await answer(person, practice.id, first.id, first.wrong)).json();
    expect(wrong).toMatchObject({ answered: 1, correct: 0, finishedAt: null });
    expect(wrong.answer).toMatchObject({ isCorrect: false, rightOptionId: first.right, comment: 'Comentário geral.' });
    expect(wrong.answer.optionComments).toHaveLength(4);
    expect((await answer(person, practice.id, first.id, first.right)).json().answer).toMatchObject({
      optionId: first.wrong,
    });
    const resumed = (await call('GET', `/api/practices/${practice.id}`, person)).json();
    expect(resumed.questions.map((one: { answer: unknown }) => one.answer !== null)).toEqual([true, false]);
    expect((await answer(person, practice.id, second.id, second.right)).json()).toMatchObject({
      answered: 2,
      correct: 1,
    });
    expect((await call('GET', `/api/practices/${practice.id}`, person)).json().finishedAt).not.toBeNull();
    expect((await start(person, { kind: 'training', quizId: quiz.id })).json().id).not.toBe(practice.id);
  });

  it('is open at once where the author marked the quiz, and counts for nothing', async () => {
    const { quiz, questions } = await quizOf(1, { isTraining: true });
    const person = await createPerson(test.deps.db);
    const { id } = (await start(person, { kind: 'training', quizId: quiz.id })).json();
    await answer(person, id, questions[0]?.id ?? 0, questions[0]?.right ?? 0);
    expect((await call('GET', `/api/quiz-attempts/${quiz.id}`, person)).json()).toEqual([]);
    expect((await call('GET', `/api/quizzes/${quiz.id}/overview`, person)).json()).toMatchObject({
      best: null,
      attemptCount: 0,
    });
    expect((await call('GET', `/api/teacher/quizzes/${quiz.id}/statistics`, ana)).json().attempts).toBe(0);
  });

  it('starts once however often it is asked', async () => {
    const { quiz } = await quizOf(1, { isTraining: true });
    const person = await createPerson(test.deps.db);
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => start(person, { kind: 'training', quizId: quiz.id })),
    );
    expect(new Set(replies.map((reply) => reply.json().id)).size).toBe(1);
    expect(replies.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
  });
});

describe('the mistakes', () => {
  it('holds exactly what was wrong or blank in the last prova, until it was got right', async () => {
    const { quiz, questions } = await quizOf(4);
    const [right, wrong, blank, annulled] = questions as [Question, Question, Question, Question];
    const person = await createPerson(test.deps.db);
    await takeQuiz(test, person, quiz.id, new Map());
    test.clock.advance(60_000);
    await takeQuiz(
      test,
      person,
      quiz.id,
      new Map([
        [right.id, right.right],
        [wrong.id, wrong.wrong],
      ]),
    );
    await call('POST', `/api/teacher/questions/${annulled.id}/annulment`, ana, { reason: 'x' });
    test.clock.advance(60_000);
    const begin = async () => (await start(person, { kind: 'mistakes', quizId: quiz.id })).json();
    const practice = await begin();
    expect(practice.questions.map(({ id }: { id: number }) => id)).toEqual([wrong.id, blank.id]);
    await answer(person, practice.id, wrong.id, wrong.right);
    await answer(person, practice.id, blank.id, blank.wrong);
    expect((await call('GET', `/api/quizzes/${quiz.id}/practice`, person)).json().wrongCount).toBe(1);
    const again = await begin();
    expect(again.questions.map(({ id }: { id: number }) => id)).toEqual([blank.id]);
    await answer(person, again.id, blank.id, blank.right);
    expect((await start(person, { kind: 'mistakes', quizId: quiz.id })).json().code).toBe('nothing_to_practise');
  });
});

describe('free practice', () => {
  it('draws active questions of a subject, never those of a simulado still to be taken', async () => {
    const { id: subjectId } = (await call('POST', '/api/subjects', ana, { name: 'Treinável' })).json();
    const ours: Question[] = [];
    for (let index = 0; index < 5; index += 1)
      ours.push(await createBankQuestion(test, ana, { subjectId, topic: index < 2 ? 'A' : 'B' }));
    const [secret, drafted, old, ...rest] = ours as [Question, Question, Question, Question, Question];
    const quiz = await publishComposed(test, ana, { questionIds: [secret.id] });
    const draft = (await call('POST', '/api/teacher/quizzes', ana, { title: 'Semana que vem' })).json();
    await test.request({
      method: 'PUT',
      url: `/api/teacher/quizzes/${draft.id}/composition`,
      payload: {
        revision: draft.revision,
        questionIds: [drafted.id],
        draws: [],
        shuffleOptions: false,
        isTraining: false,
      },
      as: ana,
    });
    await test.request({
      method: 'PATCH',
      url: `/api/teacher/questions/${old.id}/status`,
      payload: { status: 'outdated', reason: 'x' },
      as: ana,
    });
    const person = await createPerson(test.deps.db);
    const available = (await call('GET', `/api/practice-choices?subjectId=${subjectId}`, person)).json();
    expect(available).toMatchObject({ total: 2, topics: [{ name: 'B', count: 2 }] });
    expect(available.subjects).toContainEqual({ id: subjectId, name: 'Treinável', count: 2 });
    const drawn = async () => {
      const reply = await start(person, { kind: 'free', subjectId, count: 50 });
      return reply
        .json()
        .questions.map(({ id }: { id: number }) => id)
        .toSorted((a: number, b: number) => a - b);
    };
    expect(await drawn()).toEqual(rest.map(({ id }) => id));
    await takeQuiz(test, person, quiz.id, new Map());
    expect(await drawn()).toEqual([secret.id, ...rest.map(({ id }) => id)]);
    const none = await start(person, { kind: 'free', subjectId, topic: 'Z' });
    expect([none.statusCode, none.json().code]).toEqual([409, 'nothing_to_practise']);
  });

  it('shows no key that was shown before while the question is in an open prova, nor within its grace', async () => {
    const shared = await createBankQuestion(test, ana);
    const composition = { questionIds: [shared.id] };
    const trained = await publishComposed(test, ana, { ...composition, isTraining: true });
    const exam = await publishComposed(test, ana, composition, { timeLimit: 10 });
    const person = await createPerson(test.deps.db);
    const { id } = (await start(person, { kind: 'training', quizId: trained.id })).json();
    expect((await answer(person, id, shared.id, shared.wrong)).statusCode).toBe(200);
    await call('POST', `/api/quizzes/${exam.id}/start`, person);
    test.clock.advance(10 * 60_000 + 5000);
    for (const reply of [
      await call('GET', `/api/practices/${id}`, person),
      await call('POST', `/api/practices/${id}/finish`, person),
      await answer(person, id, shared.id, shared.right),
    ]) {
      expect([reply.statusCode, reply.json().code]).toEqual([409, 'attempt_open']);
      expect(reply.body).not.toMatch(/rightOptionId|Comentário/);
    }
    test.clock.advance(1);
    expect((await call('GET', `/api/practices/${id}`, person)).statusCode).toBe(200);
  });

  it('keeps the key closed while the same question is in an open prova', async () => {
    const question = await createBankQuestion(test, ana, { topic: 'Só esta' });
    const person = await createPerson(test.deps.db);
    const practice = (await start(person, { kind: 'free', topic: 'Só esta' })).json();
    const quiz = await publishComposed(test, ana, { draws: [{ count: 1, topic: 'Só esta' }] });
    await call('POST', `/api/quizzes/${quiz.id}/start`, person);
    const early = await answer(person, practice.id, question.id, question.right);
    expect([early.statusCode, early.json().code]).toEqual([409, 'attempt_open']);
    expect((await start(person, { kind: 'free', topic: 'Só esta' })).json().code).toBe('nothing_to_practise');
  });

  it('shows no count with a question of an open prova, nor that it was wrong', async () => {
    const [shared, own] = [await createBankQuestion(test, ana), await createBankQuestion(test, ana)];
    const done = await publishComposed(test, ana, { questionIds: [shared.id, own.id] });
    const exam = await publishComposed(test, ana, { questionIds: [shared.id] });
    const person = await createPerson(test.deps.db, { now: test.clock.now() });
    await takeQuiz(test, person, done.id, new Map());
    const { id } = (await start(person, { kind: 'training', quizId: done.id })).json();
    await answer(person, id, shared.id, shared.right);
    const { id: erradas } = (await start(person, { kind: 'mistakes', quizId: done.id })).json();
    const open = (await call('POST', `/api/quizzes/${exam.id}/start`, person)).json();
    for (const reply of [
      await answer(person, id, own.id, own.right),
      await call('GET', `/api/practices/${id}`, person),
    ]) {
      expect([reply.statusCode, reply.json().code]).toEqual([409, 'attempt_open']);
    }
    expect((await call('GET', '/api/practices', person)).json()).toMatchObject([
      { id: erradas, correct: 0, withheldBy: null },
      { id, correct: null, withheldBy: { quizId: exam.id } },
    ]);
    await call('POST', `/api/attempts/${open.id}/finish`, person, {});
    expect((await answer(person, id, own.id, own.right)).json()).toMatchObject({ correct: 2 });
  });

  it('leaves a question of an open prova out of the wrong ones, whether it was wrong or not', async () => {
    const [shared, own] = [await createBankQuestion(test, ana), await createBankQuestion(test, ana)];
    const done = await publishComposed(test, ana, { questionIds: [shared.id, own.id] });
    const exam = await publishComposed(test, ana, { questionIds: [shared.id] });
    const person = await createPerson(test.deps.db, { now: test.clock.now() });
    await takeQuiz(test, person, done.id, new Map());
    const before = (await start(person, { kind: 'mistakes', quizId: done.id })).json();
    expect(before.questions).toHaveLength(2);
    const open = (await call('POST', `/api/quizzes/${exam.id}/start`, person)).json();
    expect((await call('GET', `/api/practices/${before.id}`, person)).json().code).toBe('attempt_open');
    expect((await call('GET', `/api/quizzes/${done.id}/practice`, person)).json().wrongCount).toBe(1);
    await call('POST', `/api/attempts/${open.id}/finish`, person, {});
    expect((await call('GET', `/api/practices/${before.id}`, person)).json().questions).toHaveLength(2);
  });

  it('starts once per key, accepts only its student and its questions, and can be ended', async () => {
    await createBankQuestion(test, ana, { topic: 'Chave' });
    await createBankQuestion(test, ana, { topic: 'Chave' });
    const person = await createPerson(test.deps.db);
    const body = { kind: 'free', topic: 'Chave', creationKey: randomUUID() };
    const [first, second] = await Promise.all([start(person, body), start(person, body)]);
    expect(first.json().id).toBe(second.json().id);
    const { id, questions } = first.json();
    const [question, next] = questions;
    const stranger = await createPerson(test.deps.db);
    expect((await call('GET', `/api/practices/${id}`, stranger)).statusCode).toBe(404);
    expect((await answer(stranger, id, question.id, question.options[0].id)).statusCode).toBe(404);
    expect((await answer(person, id, question.id, next.options[0].id)).statusCode).toBe(400);
    expect((await answer(person, id, 999_999, question.options[0].id)).statusCode).toBe(400);
    await answer(person, id, question.id, question.options[1].id);
    expect((await call('POST', `/api/practices/${id}/finish`, person)).json()).toMatchObject({ answered: 1, total: 2 });
    expect((await answer(person, id, next.id, next.options[0].id)).statusCode).toBe(409);
    expect((await call('GET', '/api/practices', person)).json()).toMatchObject([
      { id, answered: 1, total: 2, title: 'Todas as matérias · Chave' },
    ]);
    expect((await start(person, { kind: 'mistakes' })).statusCode).toBe(400);
    expect((await start(person, { kind: 'free', count: 51 })).statusCode).toBe(400);
  });
});

describe('the share of each alternative', () => {
  it('is shown from ten students on, with one answer for each, and without those of authors', async () => {
    const subject = (await call('POST', '/api/subjects', ana, { name: 'Porcentagens' })).json();
    const question = await createBankQuestion(test, ana, { subjectId: subject.id });
    const practise = async (as: Person, optionId: number) => {
      const { id } = (await start(as, { kind: 'free', subjectId: subject.id, count: 1 })).json();
      return (await answer(as, id, question.id, optionId)).json().answer.shares;
    };
    await practise(ana, question.right);
    const people = await Promise.all(Array.from({ length: 10 }, () => createPerson(test.deps.db)));
    const [first] = people as [Person];
    for (const [place, person] of people.slice(0, 9).entries()) {
      expect(await practise(person, place < 6 ? question.right : question.wrong)).toBeNull();
    }
    test.clock.advance(1000);
    // Once more is still the same student, who chose another one first.
    expect(await practise(first, question.wrong)).toBeNull();
    const shares = await practise(people[9] as Person, question.wrong);
    const expected = new Map([
      [question.right, 60],
      [question.wrong, 40],
    ]);
    expect(shares).toEqual(question.options.map((id) => ({ id, percent: expected.get(id) ?? 0 })));
  });
});

describe('the words of the version before', () => {
  it('are understood where they are sent, and kept where that version reads them', async () => {
    const quiz = await createTestQuiz(test.deps.db, { questions: 1 });
    const person = await createPerson(test.deps.db, { now: test.clock.now() });
    await takeQuiz(test, person, quiz.id, new Map());
    const sent = ['treino', 'erradas'];
    const kinds = ['training', 'mistakes'];
    for (const [at, kind] of kinds.entries()) {
      const before = (await start(person, { kind: sent[at], quizId: quiz.id })).json();
      expect(before.kind).toBe(kind);
      expect((await start(person, { kind, quizId: quiz.id })).json().id).toBe(before.id);
    }
    const rows = await test.deps.db
      .selectFrom('practices')
      .select(['kind', 'mode'])
      .where('user_id', '=', person.id)
      .orderBy('id')
      .execute();
    expect(rows).toEqual([
      { kind: 'treino', mode: 'training' },
      { kind: 'erradas', mode: 'mistakes' },
    ]);
  });

  it('are read in rows that it has made', async () => {
    const quiz = await createTestQuiz(test.deps.db, { questions: 1 });
    const person = await createPerson(test.deps.db, { now: test.clock.now() });
    await takeQuiz(test, person, quiz.id, new Map());
    for (const [kind, quizId] of [
      ['livre', null],
      ['erradas', quiz.id],
      ['treino', quiz.id],
    ] as const) {
      await test.deps.db
        .insertInto('practices')
        .values({
          user_id: person.id,
          kind,
          quiz_id: quizId,
          title: kind,
          total_questions: 1,
          shuffle_options: false,
          started_at: test.clock.now(),
        })
        .execute();
    }
    const listed = (await call('GET', '/api/practices', person)).json() as { id: number; kind: string }[];
    expect(listed.map(({ kind }) => kind)).toEqual(['training', 'mistakes', 'free']);
    expect((await start(person, { kind: 'training', quizId: quiz.id })).json().id).toBe(listed[0]?.id);
    expect((await call('GET', `/api/quizzes/${quiz.id}/practice`, person)).json()).toMatchObject({
      openTraining: listed[0]?.id,
      openMistakes: listed[1]?.id,
    });
  });
});
