import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { createBankQuestion, publishComposed } from '#server/testing/bank.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { plansOf } from '#server/testing/queries.ts';
import { createSubject } from '#server/testing/study.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
let ana: Person;

beforeAll(async () => {
  ana = await createPerson(test.deps.db, { role: 'teacher' });
});

const call = (method: 'GET' | 'POST' | 'PUT' | 'PATCH', url: string, as: Person, payload?: object) =>
  test.request({ method, url, as, ...(payload ? { payload } : {}) });
const newDraft = async () => (await call('POST', '/api/teacher/quizzes', ana, { title: 'Em composição' })).json();
const preview = async (quizId: number, body: object, as = ana) =>
  call('POST', `/api/teacher/quizzes/${quizId}/composition/preview`, as, { questionIds: [], draws: [], ...body });

describe('a draw with a year and a source', () => {
  it('selects only questions of that year and source', async () => {
    const subjectId = await createSubject(test.deps.db, 'Com anos');
    const make = (source: string, year: number | null) => createBankQuestion(test, ana, { subjectId, source, year });
    const wanted = [await make('FGV', 2024), await make('FGV', 2024)];
    for (const [source, year] of [
      ['FGV', 2023],
      ['FGV', null],
      ['Cebraspe', 2024],
    ] as const)
      await make(source, year);
    const quiz = await publishComposed(test, ana, { draws: [{ count: 2, subjectId, source: 'FGV', year: 2024 }] });
    const sheet = (await call('POST', `/api/quizzes/${quiz.id}/start`, await createPerson(test.deps.db))).json();
    expect(sheet.questions.map(({ id }: { id: number }) => id).toSorted()).toEqual(
      wanted.map(({ id }) => id).toSorted(),
    );
    const copy = (await call('POST', `/api/teacher/quizzes/${quiz.id}/duplicate`, ana, {})).json();
    const { draws } = (await call('GET', `/api/teacher/quizzes/${copy.id}/composition`, ana)).json();
    expect(draws).toMatchObject([{ count: 2, source: 'FGV', year: 2024, available: 2 }]);
  });

  it('is refused when the year is not valid', async () => {
    const { id, revision } = await newDraft();
    for (const year of [24, 2100, 2024.5, '2024']) {
      const body = { revision, questionIds: [], draws: [{ count: 1, year }], shuffleOptions: false, isTraining: false };
      expect((await call('PUT', `/api/teacher/quizzes/${id}/composition`, ana, body)).statusCode).toBe(400);
    }
  });
});

describe('what a composition would give', () => {
  it('is shown before saving: the questions available to each rule, and how many are missing in total', async () => {
    const subjectId = await createSubject(test.deps.db, 'À prova');
    const made = await Promise.all(
      Array.from({ length: 5 }, () => createBankQuestion(test, ana, { subjectId, difficulty: 'hard' })),
    );
    const { id } = await newDraft();
    const chosen = [made[0]?.id];
    const rule = { count: 3, subjectId };
    expect((await preview(id, { questionIds: chosen, draws: [rule] })).json()).toMatchObject({
      draws: [{ available: 4 }],
      missing: 0,
    });
    const fight = { questionIds: chosen, draws: [rule, { count: 2, subjectId, difficulty: 'hard' }] };
    expect((await preview(id, fight)).json()).toMatchObject({
      draws: [{ available: 4 }, { available: 4 }],
      missing: 1,
    });
    const none = await preview(id, { draws: [{ count: 7, subjectId: 999_999 }] });
    expect(none.json()).toEqual({ draws: [{ available: 0 }], missing: 7, seconds: 0 });
  });

  it('takes its time by what there is to read', async () => {
    const words = Array.from({ length: 192 }, () => 'palavra').join(' ');
    const subjectId = await createSubject(test.deps.db, 'Com leitura');
    // Two words in each of its four options: two hundred in all, a minute.
    const long = { subjectId, questionText: words, optionText: (place: number) => `opção ${place}` };
    const [one, two] = [await createBankQuestion(test, ana, long), await createBankQuestion(test, ana, long)];
    const { id } = await newDraft();
    expect((await preview(id, { questionIds: [one.id, two.id] })).json().seconds).toBe(240);
    expect((await preview(id, { draws: [{ count: 2, subjectId }] })).json().seconds).toBe(240);
  });

  it('is for the author of the quiz alone', async () => {
    const { id } = await newDraft();
    const other = await createPerson(test.deps.db, { role: 'teacher' });
    expect((await preview(id, {}, other)).statusCode).toBe(404);
  });
});

describe('a substitute for a question', () => {
  const similar = async (id: number, besides?: number[]) =>
    (await call('GET', `/api/teacher/questions/${id}/similar${besides ? `?besides=${besides}` : ''}`, ana))
      .json()
      .map((row: { id: number }) => row.id);

  it('is of its topic and kind, near in difficulty, the nearest first, and none that is named', async () => {
    const subjectId = await createSubject(test.deps.db, 'Parecidas');
    const make = (wish: object) => createBankQuestion(test, ana, { subjectId, topic: 'Crase', ...wish });
    const given = await make({ difficulty: 'easy', source: 'FGV' });
    const [medium, easy, ofSource, unknown] = [
      await make({ difficulty: 'medium' }),
      await make({ difficulty: 'easy' }),
      await make({ difficulty: 'easy', source: 'FGV' }),
      await make({ difficulty: null }),
    ];
    await make({ difficulty: 'hard' });
    await make({ topic: 'Regência', difficulty: 'easy' });
    const outdated = await make({ difficulty: 'easy' });
    await call('PATCH', `/api/teacher/questions/${outdated.id}/status`, ana, { status: 'outdated', reason: 'Velha' });
    await call('POST', '/api/teacher/questions', ana, {
      questionText: 'Certo ou errado?',
      options: [
        { optionText: 'Certo', isCorrect: true },
        { optionText: 'Errado', isCorrect: false },
      ],
      subjectId,
      topic: 'Crase',
      difficulty: 'easy',
    });
    expect(await similar(given.id)).toEqual([ofSource.id, easy.id, unknown.id, medium.id]);
    expect(await similar(given.id, [ofSource.id, unknown.id])).toEqual([easy.id, medium.id]);
  });

  it('is not what a quiz with a window keeps', async () => {
    const subjectId = await createSubject(test.deps.db, 'Com janela');
    const [given, kept, free] = [0, 1, 2].map(() => createBankQuestion(test, ana, { subjectId, topic: 'Crase' }));
    const exam = await publishComposed(test, ana, { questionIds: [(await kept)?.id ?? 0] });
    test.clock.set('2026-11-10T12:00:00.000Z');
    const window = {
      opensAt: '2026-11-21T12:00:00.000Z',
      closesAt: '2026-11-21T21:00:00.000Z',
      lateStart: 'shortens',
    };
    const set = await call('PUT', `/api/teacher/quizzes/${exam.id}/window`, ana, { version: 0, window });
    expect(set.statusCode, set.body).toBe(200);
    expect(await similar((await given)?.id ?? 0)).toEqual([(await free)?.id]);
  });

  it('is found by its topic, of however many questions', async () => {
    const subjectId = await createSubject(test.deps.db, 'Entre muitas');
    const given = await createBankQuestion(test, ana, { subjectId, topic: 'Crase' });
    const now = test.clock.now();
    await sql`INSERT INTO questions (in_bank, created_at) SELECT true, ${now} FROM generate_series(1, 1000)`.execute(
      test.deps.db,
    );
    await sql`ANALYZE questions`.execute(test.deps.db);
    await similar(given.id);
    const plan = await plansOf(test.deps.db, () => similar(given.id));
    expect(plan).toMatch(/questions_(active_)?by_topic/);
    expect(plan).not.toMatch(/Seq Scan on questions/);
  });

  it('is nothing where it has no label, and not there for what is not in the bank', async () => {
    const bare = await createBankQuestion(test, ana);
    await createBankQuestion(test, ana);
    expect(await similar(bare.id)).toEqual([]);
    expect((await call('GET', '/api/teacher/questions/2147483647/similar', ana)).statusCode).toBe(404);
    expect((await call('GET', `/api/teacher/questions/${bare.id}/similar?besides=1,x`, ana)).statusCode).toBe(400);
  });
});

it('options are shuffled per attempt, and have the same order at every reading', async () => {
  const questionIds = await Promise.all(
    Array.from({ length: 6 }, async () => (await createBankQuestion(test, ana)).id),
  );
  const quiz = await publishComposed(test, ana, { questionIds, shuffleOptions: true });
  const orders = new Set<string>();
  for (let index = 0; index < 3; index += 1) {
    const person = await createPerson(test.deps.db);
    const sheet = (await call('POST', `/api/quizzes/${quiz.id}/start`, person)).json();
    const order = JSON.stringify(
      sheet.questions.map(({ options }: { options: { id: number }[] }) => options.map(({ id }) => id)),
    );
    const again = (await call('POST', `/api/quizzes/${quiz.id}/start`, person)).json();
    expect(
      JSON.stringify(again.questions.map(({ options }: { options: { id: number }[] }) => options.map(({ id }) => id))),
    ).toBe(order);
    orders.add(order);
    await call('POST', `/api/attempts/${sheet.id}/finish`, person, {});
    const review = (await call('GET', `/api/attempts/${sheet.id}/review`, person)).json();
    expect(
      JSON.stringify(review.questions.map(({ options }: { options: { id: number }[] }) => options.map(({ id }) => id))),
    ).toBe(order);
  }
  expect(orders.size).toBe(3);
});
