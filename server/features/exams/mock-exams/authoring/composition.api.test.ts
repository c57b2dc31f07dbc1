import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { getComposition, saveComposition } from '#contract/exams/quiz-composition.ts';
import { createBankQuestion, publishComposed, takeQuiz } from '#server/testing/bank.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { createTestQuiz } from '#server/testing/quizzes.ts';
import { partialRoundTrip } from '#server/testing/round-trip.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp();
let ana: Person;
let bia: Person;
let student: Person;
let portugues: number;
let direito: number;
const inPortugues: number[] = [];
const inDireito: number[] = [];

beforeAll(async () => {
  ana = await createPerson(test.deps.db, { role: 'teacher' });
  bia = await createPerson(test.deps.db, { role: 'teacher' });
  student = await createPerson(test.deps.db);
  const subject = async (name: string) =>
    (await test.request({ method: 'POST', url: '/api/subjects', payload: { name }, as: ana })).json().id;
  [portugues, direito] = [await subject('Português'), await subject('Direito')];
  for (let index = 0; index < 8; index += 1) {
    const difficulty = index < 3 ? 'hard' : 'easy';
    inPortugues.push((await createBankQuestion(test, ana, { subjectId: portugues, difficulty })).id);
    inDireito.push((await createBankQuestion(test, ana, { subjectId: direito })).id);
  }
}, 60_000);

const call = (method: 'GET' | 'POST' | 'PUT', url: string, as: Person, payload?: object) =>
  test.request({ method, url, as, ...(payload ? { payload } : {}) });
const compose = (id: number, as: Person, body: object) =>
  call('PUT', `/api/teacher/quizzes/${id}/composition`, as, {
    questionIds: [],
    draws: [],
    shuffleOptions: false,
    isTraining: false,
    ...body,
  });
const start = async (quizId: number, as: Person) => (await call('POST', `/api/quizzes/${quizId}/start`, as)).json();
const idsOf = (sheet: { questions: { id: number }[] }) => sheet.questions.map(({ id }) => id);

it('a composition is read back whole after every change', async () => {
  const draft = async (title: string) =>
    (await call('POST', '/api/teacher/quizzes', ana, { title })).json().id as number;
  const [id, other] = [await draft('Composto'), await draft('Outro')];
  const [one = 0, two = 0, three = 0] = [inPortugues[0], inDireito[0], inDireito[1]];
  const chosen = (questionId: number, subjectId: number) => ({
    id: questionId,
    excerpt: expect.any(String),
    kind: 'choice',
    subjectId,
    subject: subjectId === portugues ? 'Português' : 'Direito',
    topic: '',
    source: '',
    year: null,
    difficulty: subjectId === portugues ? 'hard' : null,
    status: 'active',
    inBank: true,
    hasNewerVersion: false,
  });
  const hard = { count: 2, subjectId: portugues, topicId: null, topic: '', source: '', year: null, difficulty: 'hard' };
  const any = { count: 1, subjectId: null, topic: 'crase', source: 'FGV', year: 2024, difficulty: null };
  const shared = {
    id,
    title: 'Composto',
    isPublished: false,
    hasUnpublishedChanges: false,
    timeLimit: null,
    updatedAt: expect.any(String),
  };
  const revisionOf = ({ revision }: Record<string, unknown>) => revision as number;
  await partialRoundTrip(test, {
    save: saveComposition,
    read: getComposition,
    as: ana,
    id,
    other,
    saves: [
      {
        body: (read) => ({
          revision: revisionOf(read),
          questionIds: [two, one],
          draws: [hard, any],
          shuffleOptions: true,
          isTraining: true,
          refresh: false,
        }),
        reads: {
          ...shared,
          revision: 2,
          questions: [chosen(two, direito), chosen(one, portugues)],
          draws: [
            { ...hard, available: 2 },
            { ...any, topicId: null, available: 0 },
          ],
          shuffleOptions: true,
          isTraining: true,
        },
      },
      {
        body: (read) => ({
          revision: revisionOf(read),
          questionIds: [three],
          draws: [any],
          shuffleOptions: false,
          isTraining: false,
          refresh: true,
        }),
        reads: {
          ...shared,
          revision: 3,
          questions: [chosen(three, direito)],
          draws: [{ ...any, topicId: null, available: 0 }],
          shuffleOptions: false,
          isTraining: false,
        },
      },
    ],
  });
});

describe('composing from the bank', () => {
  it('takes questions by choice, keeps their order, and students get them', async () => {
    const chosen = [inDireito[2], inPortugues[5], inPortugues[0]] as number[];
    const quiz = await publishComposed(test, bia, { questionIds: chosen });
    expect(idsOf(await start(quiz.id, student))).toEqual(chosen);
    const used = (await call('GET', `/api/teacher/questions/${chosen[0]}`, ana)).json();
    expect(used.quizzes).toMatchObject([{ id: quiz.id, isPublished: true }]);
    const removed = await test.request({ method: 'DELETE', url: `/api/teacher/questions/${chosen[0]}`, as: ana });
    expect([removed.statusCode, removed.json().code]).toEqual([409, 'question_in_use']);
  });

  it('refuses what is not in the bank, too much, and a save over a newer one', async () => {
    const draft = (await call('POST', '/api/teacher/quizzes', ana, { title: 'Recusas' })).json();
    const hidden = await createTestQuiz(test.deps.db, { published: false });
    expect((await compose(draft.id, ana, { revision: 1, questionIds: [hidden.questions[0]?.id] })).statusCode).toBe(
      400,
    );
    expect((await compose(draft.id, ana, { revision: 1, questionIds: [inDireito[0], inDireito[0]] })).statusCode).toBe(
      400,
    );
    expect((await compose(draft.id, ana, { revision: 1, draws: [{ count: 150 }, { count: 51 }] })).statusCode).toBe(
      400,
    );
    expect((await compose(draft.id, ana, { revision: 1, draws: [{ count: 1, subjectId: 999_999 }] })).json().code).toBe(
      'subject_gone',
    );
    expect((await compose(draft.id, bia, { revision: 1 })).statusCode).toBe(404);
    expect((await compose(draft.id, ana, { revision: 1, questionIds: [inDireito[0]] })).statusCode).toBe(200);
    expect((await compose(draft.id, ana, { revision: 1, questionIds: [inDireito[0]] })).statusCode).toBe(200);
    expect((await compose(draft.id, ana, { revision: 1, questionIds: [inDireito[1]] })).statusCode).toBe(409);
  });

  it('keeps its version of a question until the author refreshes it', async () => {
    const question = await createBankQuestion(test, ana, { questionText: 'Texto antigo.' });
    const quiz = await publishComposed(test, ana, { questionIds: [question.id] });
    const stored = (await call('GET', `/api/teacher/questions/${question.id}`, ana)).json();
    await call('PUT', `/api/teacher/questions/${question.id}`, ana, { ...stored, questionText: 'Texto novo.' });
    const before = (await call('GET', `/api/teacher/quizzes/${quiz.id}/composition`, ana)).json();
    expect(before.questions[0]).toMatchObject({ excerpt: 'Texto antigo.', hasNewerVersion: true });
    const old = await start(quiz.id, student);
    expect(old.questions[0].questionText).toBe('Texto antigo.');
    const after = (
      await compose(quiz.id, ana, { revision: before.revision, questionIds: [question.id], refresh: true })
    ).json();
    expect(after).toMatchObject({
      hasUnpublishedChanges: true,
      questions: [{ excerpt: 'Texto novo.', hasNewerVersion: false }],
    });
    await call('POST', `/api/teacher/quizzes/${quiz.id}/publish`, ana, { revision: after.revision });
    expect((await call('GET', `/api/attempts/${old.id}`, student)).json().questions[0].questionText).toBe(
      'Texto antigo.',
    );
    const other = await createPerson(test.deps.db);
    expect((await start(quiz.id, other)).questions[0].questionText).toBe('Texto novo.');
    const versions = (await call('GET', `/api/teacher/quizzes/${quiz.id}/versions`, ana)).json();
    expect(versions).toMatchObject([
      { number: 2, attemptCount: 1, isPublished: true, isDraft: true },
      { number: 1, attemptCount: 1, isPublished: false, isDraft: false },
    ]);
  });

  it("makes another author's question one's own when it is changed in the quiz", async () => {
    const question = await createBankQuestion(test, ana, { questionText: 'De Ana.' });
    const quiz = await publishComposed(test, bia, { questionIds: [question.id] });
    const draft = (await call('GET', `/api/teacher/quizzes/${quiz.id}`, bia)).json();
    const [held] = draft.questions;
    const saved = await call('PUT', `/api/teacher/quizzes/${quiz.id}`, bia, {
      ...draft,
      questions: [{ ...held, questionText: 'De Bia.' }],
    });
    expect(saved.json().questions[0]).toMatchObject({ questionText: 'De Bia.' });
    expect(saved.json().questions[0].id).not.toBe(question.id);
    expect((await call('GET', `/api/teacher/questions/${question.id}`, ana)).json().questionText).toBe('De Ana.');
  });

  it('puts the questions of a published quiz into the bank, and never an unfinished draft of them', async () => {
    const made = (await call('POST', '/api/teacher/quizzes', ana, { title: 'Escrito no simulado' })).json();
    const question = {
      questionText: 'Escrita aqui mesmo?',
      options: [
        { optionText: 'sim', isCorrect: true },
        { optionText: 'não', isCorrect: false },
      ],
    };
    const saved = (
      await call('PUT', `/api/teacher/quizzes/${made.id}`, ana, { ...made, questions: [question] })
    ).json();
    const [{ id }] = saved.questions;
    expect((await call('GET', `/api/teacher/questions/${id}`, ana)).statusCode).toBe(404);
    await call('POST', `/api/teacher/quizzes/${made.id}/publish`, ana, { revision: saved.revision });
    expect((await call('GET', '/api/teacher/questions?search=escrita', ana)).json()[0]).toMatchObject({
      id,
      quizCount: 1,
    });
    const half = { ...saved, questions: [{ ...saved.questions[0], questionText: '' }] };
    expect((await call('PUT', `/api/teacher/quizzes/${made.id}`, ana, half)).statusCode).toBe(200);
    expect((await call('GET', `/api/teacher/questions/${id}`, ana)).json().questionText).toBe('Escrita aqui mesmo?');
  });

  it('copies a quiz with its questions, once per key', async () => {
    const quiz = await publishComposed(test, ana, {
      questionIds: inDireito.slice(0, 2),
      draws: [{ count: 1, subjectId: portugues }],
    });
    const creationKey = randomUUID();
    const copies = [0, 1].map(() => call('POST', `/api/teacher/quizzes/${quiz.id}/duplicate`, ana, { creationKey }));
    const [first, second] = await Promise.all(copies);
    expect(first?.json().id).toBe(second?.json().id);
    const copy = (await call('GET', `/api/teacher/quizzes/${first?.json().id}/composition`, ana)).json();
    expect(copy).toMatchObject({ title: 'Cópia de Simulado composto', isPublished: false, draws: [{ count: 1 }] });
    expect(idsOf(copy)).toEqual(inDireito.slice(0, 2));
    expect((await call('POST', `/api/teacher/quizzes/${quiz.id}/duplicate`, bia, {})).statusCode).toBe(404);
  });
});

describe('drawing at random', () => {
  it('draws for each attempt by the rules, without repeats, and keeps the draw', async () => {
    const fixed = inPortugues[7] as number;
    const draws = [
      { count: 2, subjectId: portugues, difficulty: 'hard' },
      { count: 3, subjectId: portugues },
      { count: 2, subjectId: direito },
    ];
    const quiz = await publishComposed(test, ana, { questionIds: [fixed], draws });
    const sets = new Set<string>();
    for (let index = 0; index < 8; index += 1) {
      const person = await createPerson(test.deps.db);
      expect((await call('GET', `/api/quizzes/${quiz.id}`, person)).json()).toMatchObject({
        questionCount: 8,
        questions: [],
      });
      const sheet = await start(quiz.id, person);
      const ids = idsOf(sheet);
      expect(new Set(ids).size).toBe(8);
      expect(ids[0]).toBe(fixed);
      expect(ids.filter((id) => inPortugues.includes(id))).toHaveLength(6);
      expect(ids.slice(1, 3).every((id) => inPortugues.slice(0, 3).includes(id))).toBe(true);
      expect(idsOf(await start(quiz.id, person))).toEqual(ids);
      expect(idsOf((await call('GET', `/api/quizzes/${quiz.id}`, person)).json())).toEqual(ids);
      sets.add(ids.join());
    }
    expect(sets.size).toBeGreaterThan(1);
  });

  it('is graded and reviewed by its own questions', async () => {
    const quiz = await publishComposed(test, ana, { draws: [{ count: 4, subjectId: direito }] });
    const person = await createPerson(test.deps.db);
    const { attempt, questions } = await takeQuiz(test, person, quiz.id, new Map());
    expect(attempt).toMatchObject({ correctAnswers: 0, totalQuestions: 4 });
    const review = (await call('GET', `/api/attempts/${attempt.id}/review`, person)).json();
    expect(idsOf(review)).toEqual(questions.map(({ id }) => id));
  });

  it('is not published where the bank has too little, nor where rules fight for the same', async () => {
    const attemptToPublish = async (draws: object[]) => {
      try {
        await publishComposed(test, ana, { draws });
      } catch (error) {
        return JSON.parse((error as Error).message);
      }
    };
    expect(await attemptToPublish([{ count: 9, subjectId: direito }])).toMatchObject({
      code: 'quiz_incomplete',
      fields: { 'draws.0': 'O sorteio pede 9 questões, e o banco tem 8 que servem.' },
    });
    const fight = await attemptToPublish([
      { count: 5, subjectId: direito },
      { count: 4, subjectId: direito },
    ]);
    expect(fight.fields.draws).toMatch(/faltam 1/);
  });

  it('leaves out what is outdated', async () => {
    const question = await createBankQuestion(test, ana, { topic: 'Só dois' });
    await createBankQuestion(test, ana, { topic: 'Só dois' });
    const quiz = await publishComposed(test, ana, { draws: [{ count: 2, topic: 'Só dois' }] });
    await test.request({
      method: 'PATCH',
      url: `/api/teacher/questions/${question.id}/status`,
      payload: { status: 'outdated', reason: 'Lei nova' },
      as: ana,
    });
    const sheet = await start(quiz.id, await createPerson(test.deps.db));
    expect(idsOf(sheet)).toHaveLength(1);
    expect(idsOf(sheet)).not.toContain(question.id);
  });

  it('works with the plain calls', async () => {
    const quiz = await publishComposed(test, ana, { draws: [{ count: 2, subjectId: direito }] });
    const person = await createPerson(test.deps.db);
    const told = { score: 10, totalQuestions: 2, correctAnswers: 2, timeSpent: 5 };
    const { id } = (await call('POST', `/api/quizzes/${quiz.id}/attempts`, person, told)).json();
    const { questions } = (await call('GET', `/api/quizzes/${quiz.id}`, person)).json();
    expect(questions).toHaveLength(2);
    for (const question of questions) {
      const answer = { questionId: question.id, selectedOptionId: question.options[1].id };
      expect((await call('POST', `/api/quiz-attempts/${id}/answers`, person, answer)).statusCode).toBe(200);
    }
    expect((await call('GET', `/api/quiz-attempts/${quiz.id}`, person)).json()).toMatchObject([{ score: 10 }]);
  });
});
