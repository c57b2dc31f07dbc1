import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import type { QuestionStatistics } from '#contract/exams/quiz-statistics.ts';
import { createBankQuestion, publishComposed, takeQuiz } from '#server/testing/bank.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { createCourse, enrollStudent } from '#server/testing/study.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp();
let ana: Person;
beforeAll(async () => {
  ana = await createPerson(test.deps.db, { role: 'teacher' });
});

const read = async (id: number, query = '', as = ana) =>
  (await test.request({ method: 'GET', url: `/api/teacher/quizzes/${id}/statistics?${query}`, as })).json();

/**
 * Nine students, three questions with three options (the second is right). Columns: the option each chose, 0 = blank.
 *          S1 S2 S3 S4 S5 S6 S7 S8 S9
 *   Q1      2  2  2  2  2  1  1  1  0     5 right of 9
 *   Q2      2  2  2  2  1  1  1  1  1     4 right, option 3 never taken
 *   Q3      1  1  1  1  2  2  3  3  2     3 right: the strong do not know it
 * Hits:     2  2  2  2  2  1  0  0  1
 * Upper third (most hits, then the earliest): S1 S2 S3. Lower third: S9, S7, S8 (S6 and S9 have 1 hit, S6 is earlier).
 */
const sheet = [
  [2, 2, 2, 2, 2, 1, 1, 1, 0],
  [2, 2, 2, 2, 1, 1, 1, 1, 1],
  [1, 1, 1, 1, 2, 2, 3, 3, 2],
];

describe('the statistics of a quiz', () => {
  let quizId: number;
  let questions: Awaited<ReturnType<typeof createBankQuestion>>[];

  beforeAll(async () => {
    questions = [];
    for (let index = 0; index < 3; index += 1) {
      questions.push(await createBankQuestion(test, ana, { options: 3, questionText: `=Pergunta ${index + 1}` }));
    }
    quizId = (await publishComposed(test, ana, { questionIds: questions.map(({ id }) => id) }, { passingScore: 60 }))
      .id;
    for (let student = 0; student < 9; student += 1) {
      const person = await createPerson(test.deps.db);
      const started = await test.request({ method: 'POST', url: `/api/quizzes/${quizId}/start`, as: person });
      for (const [index, question] of questions.entries()) {
        test.clock.advance((index + 1) * 10_000);
        const choice = sheet[index]?.[student] ?? 0;
        if (choice === 0) continue;
        const answer = {
          questionId: question.id,
          optionId: question.options[choice - 1],
          flagged: false,
          seq: index + 1,
        };
        await test.request({
          method: 'POST',
          url: `/api/attempts/${started.json().id}/answers`,
          payload: { answers: [answer] },
          as: person,
        });
      }
      await test.request({ method: 'POST', url: `/api/attempts/${started.json().id}/finish`, payload: {}, as: person });
      if (student > 0) continue;
      // A second attempt, a direct one and a preview count for nothing in the first attempts.
      await takeQuiz(test, person, quizId, new Map());
      const told = { score: 0, totalQuestions: 3, correctAnswers: 0, timeSpent: 1 };
      await test.request({ method: 'POST', url: `/api/quizzes/${quizId}/attempts`, payload: told, as: person });
      await takeQuiz(test, ana, quizId, new Map());
    }
  }, 60_000);

  it('agree with the table counted by hand', async () => {
    const { questions: items, ...summary } = (await read(quizId)) as { questions: QuestionStatistics[] };
    // 12 hits of 27; five of nine have two of three; every attempt takes 10 + 20 + 30 s.
    expect(summary).toMatchObject({ attempts: 9, students: 9, sharePassed: 5 / 9, medianSeconds: 60 });
    expect((summary as unknown as { averagePercent: number }).averagePercent).toBeCloseTo((12 / 27) * 100, 8);
    const [first, second, third] = items;
    expect(first).toMatchObject({
      attempts: 9,
      shareRight: 5 / 9,
      shareBlank: 1 / 9,
      discrimination: 1,
      medianSeconds: 10,
    });
    expect(first?.options.map(({ count }) => count)).toEqual([3, 5, 0]);
    expect(second).toMatchObject({ shareRight: 4 / 9, shareBlank: 0, discrimination: 1, medianSeconds: 20 });
    expect(second?.options.map(({ share }) => share)).toEqual([5 / 9, 4 / 9, 0]);
    expect(third).toMatchObject({ shareRight: 3 / 9, medianSeconds: 30, isCurrent: true, status: 'active' });
    expect(third?.discrimination).toBeCloseTo(0 - 1 / 3, 10);
    expect(first?.suspicions).toEqual([]);
    expect(second?.suspicions).toEqual(['wrong_preferred']);
    // All three of the best chose the first: the key is worth a look.
    expect(third?.suspicions).toEqual(['suspect_key', 'negative_discrimination', 'wrong_preferred']);
    expect(third?.options.map(({ shareUpper }) => shareUpper)).toEqual([1, 0, 0]);
  });

  it('take all attempts when asked', async () => {
    expect(await read(quizId, 'attempts=all')).toMatchObject({ attempts: 10, students: 9 });
  });

  it('take the students of one course, and attempts of some days', async () => {
    const { db } = test.deps;
    const courseId = await createCourse(db, { instructorId: ana.id });
    const [first] = await db
      .selectFrom('attempts')
      .select('user_id')
      .where('quiz_id', '=', quizId)
      .orderBy('id')
      .execute();
    await enrollStudent(db, first?.user_id ?? '', courseId);
    expect(await read(quizId, `courseId=${courseId}`)).toMatchObject({ attempts: 1, students: 1 });
    expect(await read(quizId, `courseId=${courseId}&attempts=all`)).toMatchObject({ attempts: 2, students: 1 });
    const today = test.clock.now().toISOString().slice(0, 10);
    expect(await read(quizId, `from=${today}&to=${today}`)).toMatchObject({ attempts: 9 });
    expect(await read(quizId, 'to=2020-01-01')).toMatchObject({ attempts: 0, questions: [] });
    expect((await read(quizId, 'from=ontem')).code).toBe('bad_request');
    // Another teacher's class is not there to be looked into.
    const other = await createCourse(db, { instructorId: (await createPerson(db, { role: 'teacher' })).id });
    expect((await read(quizId, `courseId=${other}`)).code).toBe('not_found');
  });

  it('go out as CSV without formulas', async () => {
    const reply = await test.request({ method: 'GET', url: `/api/teacher/quizzes/${quizId}/statistics.csv`, as: ana });
    const rows = parse(reply.body, { delimiter: ';', bom: true, columns: true }) as Record<string, string>[];
    expect(rows).toHaveLength(3);
    expect(rows[0]).toMatchObject({
      enunciado: "'=Pergunta 1",
      gabarito: 'B',
      'acertos_%': '55,6',
      discriminacao: '1,00',
      'B_%': '55,6',
    });
    expect(rows[2]).toMatchObject({
      discriminacao: "'-0,33",
      alertas: 'gabarito suspeito, discriminação negativa, uma errada é a preferida',
    });
  });

  it('are for its author and admins, and empty without attempts', async () => {
    const bia = await createPerson(test.deps.db, { role: 'teacher' });
    const reply = await test.request({ method: 'GET', url: `/api/teacher/quizzes/${quizId}/statistics`, as: bia });
    expect(reply.statusCode).toBe(404);
    const empty = await publishComposed(test, ana, { questionIds: questions.map(({ id }) => id) });
    expect(await read(empty.id)).toMatchObject({ attempts: 0, averagePercent: null, sharePassed: null, questions: [] });
  });
});
