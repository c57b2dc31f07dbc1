import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { plainRules } from '#contract/exams/exam-rules.ts';
import type { ExamMap, ExpectedScore } from '#contract/study/exam-map.ts';
import { readMasteryState, readModel } from '#server/features/study/mastery/mastery.service.ts';
import { scoreOf } from '#server/features/study/mastery/paper.ts';
import { measureScores } from '#server/features/study/mastery/score-checks.service.ts';
import { METHOD } from '#server/features/study/mastery/score-checks.store.ts';
import { createBankQuestion, publishComposed, takeQuiz } from '#server/testing/bank.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { createSubject } from '#server/testing/study.ts';
import { createExamWithSyllabus } from '#server/testing/syllabi.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
type Question = Awaited<ReturnType<typeof createBankQuestion>>;
let admin: Person;
let subjectId: number;
let crase: Question[];
let exam: Awaited<ReturnType<typeof createExamWithSyllabus>>;

const call = async (as: Person, method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) => {
  const reply = await test.request({ method, url, as, ...(payload ? { payload } : {}) });
  if (reply.statusCode >= 300) throw new Error(`${method} ${url}: ${reply.body}`);
  return reply.json();
};
const many = async (count: number, topic: string) => {
  const made: Question[] = [];
  for (let at = 0; at < count; at += 1) made.push(await createBankQuestion(test, admin, { subjectId, topic }));
  return made;
};

beforeAll(async () => {
  test.clock.set('2026-11-02T12:00:00.000Z');
  admin = await createPerson(test.deps.db, { role: 'admin' });
  subjectId = await createSubject(test.deps.db, 'Português');
  crase = await many(60, 'Crase');
  exam = await createExamWithSyllabus(
    test,
    admin,
    [
      {
        subjectId,
        name: 'Português',
        minimum: 4,
        topics: [
          { topicId: null, name: 'Crase', amount: 6 },
          { topicId: null, name: 'Regência', amount: 4 },
        ],
      },
    ],
    { passMark: 6 },
  );
});

const student = async () => {
  const person = await createPerson(test.deps.db, { now: test.clock.now() });
  await call(person, 'POST', `/api/exams/${exam.id}/follow`);
  return person;
};
const reply = (as: Person, question: Question, how: 'right' | 'wrong') =>
  call(as, 'POST', '/api/review/answers', { key: randomUUID(), questionId: question.id, optionId: question[how] });
const map = (as: Person): Promise<ExamMap> => call(as, 'GET', `/api/exams/${exam.id}/map`);
const score = (as: Person): Promise<ExpectedScore> => call(as, 'GET', '/api/expected-score');

describe('the score, measured by mock exams', () => {
  /** Copies of one student's check for other students, whose results lie within the interval or not. */
  async function checked(count: number, within: number): Promise<void> {
    const person = await student();
    for (const question of crase) await reply(person, question, 'right');
    const asked = await many(5, 'Crase');
    const { id } = await publishComposed(test, admin, { questionIds: asked.map((one) => one.id) });
    await takeQuiz(test, person, id, new Map(asked.map((one) => [one.id, one.right])));
    await test.deps.jobs.drain();
    await test.deps.db.deleteFrom('score_checks').where('user_id', '<>', person.id).execute();
    for (let at = 0; at < count; at += 1) {
      const other = await createPerson(test.deps.db, { now: test.clock.now() });
      await sql`
        WITH copy AS (
          INSERT INTO attempts OVERRIDING USER VALUE
          SELECT (jsonb_populate_record(a, jsonb_build_object('user_id', ${other.id}::text))).* FROM attempts a
          WHERE a.user_id = ${person.id} AND a.quiz_id = ${id} RETURNING id
        )
        INSERT INTO score_checks (attempt_id, user_id, expected, low, high, right_answers, total, checked_at, method)
        SELECT id, ${other.id}, 3, 2, 4, ${at < within ? 3 : 0}, 5, ${test.clock.now()}, ${METHOD} FROM copy`.execute(
        test.deps.db,
      );
    }
    await test.deps.db.deleteFrom('score_checks').where('user_id', '=', person.id).execute();
  }

  it('is withdrawn from students when too few of 50 results lie within, and comes back by the same rule', async () => {
    const person = await student();
    for (const question of crase) await reply(person, question, 'right');
    expect(await score(person)).toMatchObject({ why: null, enough: true });
    await checked(50, 30);
    expect(await measureScores(test.deps)).toMatchObject({ results: 50, withinPercent: 60, withdrawn: 1 });
    expect(await score(person)).toMatchObject({ why: 'withdrawn', enough: false, score: null, low: null, checks: [] });
    expect((await map(person)).score).toBeNull();
    const since = async () => (await readModel(test.deps.db)).scoreWithdrawnAt;
    const first = await since();
    test.clock.set('2026-11-03T12:00:00.000Z');
    await measureScores(test.deps);
    expect(await since()).toEqual(first);
    // Fewer results decide nothing, in either direction.
    await sql`DELETE FROM score_checks WHERE right_answers = 0`.execute(test.deps.db);
    expect(await measureScores(test.deps)).toMatchObject({ results: 30, withinPercent: 100, withdrawn: 1 });
    await checked(50, 45);
    expect(await measureScores(test.deps)).toEqual({
      results: 50,
      withinPercent: 90,
      errorPercent: expect.any(Number),
    });
    expect(await score(person)).toMatchObject({ why: null, enough: true });
    test.clock.set('2026-11-02T12:00:00.000Z');
  });

  it('counts one result of each student, the last, and none of the formula before', async () => {
    await checked(3, 3);
    await sql`UPDATE score_checks SET method = 0 WHERE attempt_id = (SELECT min(attempt_id) FROM score_checks)`.execute(
      test.deps.db,
    );
    await sql`UPDATE score_checks SET user_id = (SELECT user_id FROM score_checks ORDER BY attempt_id DESC LIMIT 1)`.execute(
      test.deps.db,
    );
    await sql`UPDATE score_checks SET right_answers = 0 WHERE attempt_id = (SELECT max(attempt_id) FROM score_checks)`.execute(
      test.deps.db,
    );
    expect(await measureScores(test.deps)).toMatchObject({ results: 1, withinPercent: 0 });
  });

  it('measures the interval that students are shown: that of an exam, which may be harder than the bank', async () => {
    const person = await student();
    for (const [at, question] of crase.entries()) await reply(person, question, at % 2 === 0 ? 'right' : 'wrong');
    await map(person);
    const { ability, topics, model } = await readMasteryState(test.deps.db, person.id);
    const asked = await many(20, 'Crase');
    const { id } = await publishComposed(test, admin, { questionIds: asked.map((one) => one.id) });
    await takeQuiz(test, person, id, new Map(asked.map((one) => [one.id, one.right])));
    await test.deps.jobs.drain();
    const check = await test.deps.db
      .selectFrom('score_checks')
      .select('expected')
      .where('user_id', '=', person.id)
      .executeTakeFirst();
    const topic = topics.get(exam.topicId);
    if (!check || !topic) throw new Error('The mock exam was not checked.');
    const about = {
      questions: 20,
      points: 1,
      subjectId: 0,
      forgotten: 0,
      difficulty: model.newQuestion,
      spread: 1,
      guess: 0.25,
    };
    const rules = { wrong: 0, blank: 0, passMark: null, subjects: [] };
    const paper = [{ ...about, offset: { value: topic.value, answers: topic.answers } }];
    const [shown, ofBank] = [scoreOf(ability, paper, rules), scoreOf(ability, paper, { ...rules, isFromBank: true })];
    expect(check.expected).toBeCloseTo(shown.score, 6);
    expect(check.expected).toBeLessThan(ofBank.score - 0.1);
  });

  it('compares a mock exam by the rules of that exam: wrong answers cost points, and blank ones do not', async () => {
    const person = await student();
    for (const question of crase) await reply(person, question, 'right');
    const asked = await many(6, 'Crase');
    const { id } = await publishComposed(test, admin, { questionIds: asked.map((one) => one.id) });
    await test.deps.db
      .updateTable('quiz_versions')
      .set({ rules: JSON.stringify({ ...plainRules, wrong: -0.5 }) })
      .where('quiz_id', '=', id)
      .execute();
    const given = asked.slice(0, 5).map((one, at) => [one.id, at < 3 ? one.right : one.wrong] as const);
    await takeQuiz(test, person, id, new Map(given));
    await test.deps.jobs.drain();
    expect((await score(person)).checks).toMatchObject([{ right: 3, total: 6, net: 2 }]);
  });
});
