import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ReviewDay, ReviewForecast } from '#contract/study/review.ts';
import { createBankQuestion } from '#server/testing/bank.ts';
import { breakRows } from '#server/testing/broken-row.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { createSubject } from '#server/testing/study.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { policyNames } from '../engine/policies.ts';
import { choosePolicies } from './choice.service.ts';
import { FIT_FROM, fitMemories, saveFit } from './fit.service.ts';
import { measureMemory } from './measure.service.ts';
import { openOptimiser } from './optimiser.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
type Question = Awaited<ReturnType<typeof createBankQuestion>>;
let questions: Question[];
let examId: number;

beforeAll(async () => {
  test.clock.set('2026-11-02T12:00:00.000Z');
  const teacher = await createPerson(test.deps.db, { role: 'teacher' });
  const subjectId = await createSubject(test.deps.db, 'Português');
  questions = [];
  for (let n = 0; n < 6; n += 1) questions.push(await createBankQuestion(test, teacher, { subjectId }));
  const now = test.clock.now();
  const exam = { name: 'Soldado PM', organisation: '', exam_date: '2027-01-31', created_at: now, updated_at: now };
  examId = (await test.deps.db.insertInto('exams').values(exam).returning('id').executeTakeFirstOrThrow()).id;
});

async function active(follows: boolean): Promise<Person> {
  const now = test.clock.now();
  const person = await createPerson(test.deps.db, { now });
  await test.deps.db
    .insertInto('last_visits')
    .values({ user_id: person.id, seen_on: '2026-11-02' })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ seen_on: '2026-11-02' }))
    .execute();
  if (follows) await test.request({ method: 'POST', url: `/api/exams/${examId}/follow`, as: person });
  for (const [at, question] of questions.slice(0, 3).entries()) {
    const payload = {
      key: randomUUID(),
      questionId: question.id,
      optionId: at === 0 ? question.wrong : question.right,
    };
    expect((await test.request({ method: 'POST', url: '/api/review/answers', as: person, payload })).statusCode).toBe(
      200,
    );
  }
  return person;
}

const memoryOf = (person: Person) =>
  test.deps.db.selectFrom('student_memories').selectAll().where('user_id', '=', person.id).executeTakeFirst();

describe('the night', () => {
  it('chooses a policy for students with an exam and the list of the day, and handles no student twice', async () => {
    const [follower, other] = [await active(true), await active(false)];
    test.clock.set('2026-11-03T05:00:00.000Z');
    expect(await choosePolicies(test.deps)).toMatchObject({ reached: 2, left: 0 });
    const chosen = await memoryOf(follower);
    expect(policyNames).toContain(chosen?.policy);
    expect(chosen?.expected).toBeGreaterThan(0);
    expect(chosen?.cpu_ms).toBeLessThanOrEqual(1000);
    // No exam: nothing to choose, and nine of ten without an end.
    expect(await memoryOf(other)).toMatchObject({ policy: null, expected: null });
    const days = test.deps.db.selectFrom('review_days').select(['user_id', 'exam_day']).orderBy('exam_day');
    expect((await days.execute()).map(({ user_id }) => user_id)).toEqual([follower.id, other.id]);

    const before = (await memoryOf(follower))?.chosen_on;
    expect(await choosePolicies(test.deps)).toMatchObject({ reached: 2, left: 0 });
    expect((await memoryOf(follower))?.chosen_on).toEqual(before);
  });

  it('takes who waits longest first, and lets a policy stand that no longer has a name', async () => {
    test.clock.set('2026-11-02T12:00:00.000Z');
    const late = await active(true);
    await test.deps.db
      .insertInto('student_memories')
      .values({ user_id: late.id, policy: 'from another release', chosen_on: '2026-10-20' })
      .execute();
    const { items } = (await test.request({ method: 'GET', url: '/api/review/today', as: late })).json();
    expect(items.length).toBeGreaterThan(0);
    test.clock.set('2026-11-04T05:00:00.000Z');
    await choosePolicies(test.deps);
    expect(policyNames).toContain((await memoryOf(late))?.policy);
  });

  it('chooses for the others when the choice of one student fails, and retries that student later', async () => {
    test.clock.set('2026-11-02T12:00:00.000Z');
    const students = [await active(true), await active(true), await active(true)].sort((a, b) =>
      a.id < b.id ? -1 : 1,
    );
    const [broken, ...others] = students;
    const ids = students.map(({ id }) => id);
    await test.deps.db.deleteFrom('last_visits').where('user_id', 'not in', ids).execute();
    const repair = await breakRows(test.deps.db, 'student_memories', `r.user_id = '${broken?.id}'`);
    const chosen = async () => {
      const rows = test.deps.db.selectFrom('student_memories').select('user_id').where('user_id', 'in', ids);
      return (await rows.orderBy('user_id').execute()).map(({ user_id }) => user_id);
    };
    test.clock.set('2026-11-06T05:00:00.000Z');
    expect(await choosePolicies(test.deps)).toMatchObject({ reached: 2, left: 1 });
    expect(await chosen()).toEqual(others.map(({ id }) => id));
    await repair();
    test.clock.advance(60_000);
    await choosePolicies(test.deps);
    expect(await chosen()).toHaveLength(2);
    test.clock.advance(5 * 60_000);
    expect(await choosePolicies(test.deps)).toMatchObject({ reached: 3, left: 0 });
  });

  it("an exam that is moved or gone makes another list, and yesterday's policy stays until the night", async () => {
    test.clock.set('2026-11-02T12:00:00.000Z');
    const person = await active(true);
    test.clock.set('2026-11-05T12:00:00.000Z');
    const today = async () => {
      const reply = await test.request({ method: 'GET', url: '/api/review/today', as: person });
      expect(reply.statusCode).toBe(200);
      const row = test.deps.db.selectFrom('review_days').select('exam_day').where('user_id', '=', person.id);
      return String((await row.executeTakeFirst())?.exam_day ?? null);
    };
    const first = await today();
    await test.deps.db.updateTable('exams').set({ exam_date: '2026-12-20' }).where('id', '=', examId).execute();
    const moved = await today();
    expect(moved).not.toBe(first);
    await test.request({ method: 'DELETE', url: `/api/exams/${examId}/follow`, as: person });
    expect(await today()).toBe('null');
    // A clock that jumps back: the list of that day, and nothing is lost.
    test.clock.set('2026-11-04T12:00:00.000Z');
    expect(await today()).toBe('null');
  });
});

/** What the native optimiser finds for the student below. */
const foundElsewhere: readonly number[] = [
  0.7733, 4.717, 8.4137, 30.2608, 6.5326, 0.8083, 3.1385, 0.001, 1.7527, 0.0474, 0.6761, 1.3875, 0.1292, 0.1597, 1.581,
  0.6014, 1.8729, 0, 0, 0.01, 0.2699,
];

describe('own weights', () => {
  it('are stored from a minimum number of answers on, and every state is recomputed from the log', async () => {
    test.clock.set('2026-11-02T12:00:00.000Z');
    const { db } = test.deps;
    const person = await createPerson(db, { now: test.clock.now() });
    // A student who has forgotten everything after a week, and never after a day.
    await sql`
      WITH made AS (
        INSERT INTO questions (in_bank, created_at) SELECT true, ${test.clock.now()} FROM generate_series(1, 60)
        RETURNING id
      )
      INSERT INTO answer_log (user_id, question_id, source, source_key, option_id, is_right, study_day, answered_at)
      SELECT ${person.id}::uuid, made.id, 'review', 'made ' || n, ${questions[0]?.right},
        (n % 2 = 1) <> ((made.id * 7 + n * 3) % 10 = 0), date '2026-08-01' + (made.id % 5)::int + (n / 2) * 8 + n % 2, ${test.clock.now()}
      FROM made, generate_series(0, 11) AS n ORDER BY n, made.id`.execute(db);
    const states = () =>
      db
        .selectFrom('memory_states')
        .select(['question_id', 'stability', 'difficulty'])
        .where('user_id', '=', person.id)
        .orderBy('question_id')
        .execute();
    await test.request({ method: 'GET', url: '/api/review/today', as: person });
    const byDefault = await states();
    expect(
      (await db.selectFrom('student_mastery').select('answers').where('user_id', '=', person.id).executeTakeFirst())
        ?.answers,
    ).toBeGreaterThanOrEqual(FIT_FROM);

    if (await openOptimiser()) {
      expect(await fitMemories(test.deps)).toMatchObject({ tried: 1, kept: 1, ownWeights: 1 });
    } else {
      // Without the native optimiser no student is fitted; weights found on another machine are stored all the same.
      expect(await fitMemories(test.deps)).toEqual({ tried: 0, kept: 0, ownWeights: 0 });
      expect(await states()).toEqual(byDefault);
      await saveFit(test.deps, person.id, { weights: [...foundElsewhere], answers: FIT_FROM });
    }
    expect((await memoryOf(person))?.weights).toHaveLength(21);
    const own = await states();
    expect(own.map(({ stability }) => stability)).not.toEqual(byDefault.map(({ stability }) => stability));
    // As a rebuild from the log would have them.
    await db.deleteFrom('memory_states').where('user_id', '=', person.id).execute();
    await db.updateTable('answer_log').set({ taken_in: false }).where('user_id', '=', person.id).execute();
    await test.request({ method: 'GET', url: '/api/review/today', as: person });
    expect(await states()).toEqual(own);
    // The quality of the prediction: individually fitted weights count from the day after their fit.
    await db
      .insertInto('last_visits')
      .values({ user_id: person.id, seen_on: '2026-11-02' })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ seen_on: '2026-11-02' }))
      .execute();
    test.clock.set('2026-10-01T12:00:00.000Z');
    const early = await measureMemory(test.deps);
    expect(early.predicted).toBeGreaterThanOrEqual(60);
    expect(early.ourLoss).toBe(early.defaultLoss);
    await db
      .updateTable('student_memories')
      .set({ fitted_on: '2026-08-01' })
      .where('user_id', '=', person.id)
      .execute();
    const late = await measureMemory(test.deps);
    expect(late).toMatchObject({ predicted: early.predicted, defaultLoss: early.defaultLoss });
    expect(late.ourLoss).toBeLessThan(late.defaultLoss);
    expect(late.constantLoss).toBeGreaterThan(0);
    test.clock.set('2026-11-02T12:00:00.000Z');

    // What is known, and how far it carries; the questions of an exam that is followed.
    const get = async (url: string) => (await test.request({ method: 'GET', url, as: person })).json();
    const without: ReviewForecast = await get('/api/review/forecast');
    expect(without).toMatchObject({ enough: true, exam: null, all: { questions: 60, ifStopped: null } });
    await test.request({ method: 'POST', url: `/api/exams/${examId}/follow`, as: person });
    const { all, subjects }: ReviewForecast = await get('/api/review/forecast');
    expect(subjects).toMatchObject([{ subjectId: null, name: null, questions: 60 }]);
    if (!all?.ifStopped || !all.ifFollowed) throw new Error('nothing is told of the exam');
    expect(all.ifStopped.mean).toBeLessThan(all.today.mean);
    expect(all.ifFollowed.mean).toBeGreaterThan(all.ifStopped.mean);
    for (const { mean, low, high } of [all.today, all.ifStopped, all.ifFollowed]) {
      expect(low).toBeLessThan(mean);
      expect(high).toBeGreaterThan(mean);
    }

    // The end of a day: what was won for the exam.
    const day: ReviewDay = await get('/api/review/today');
    for (const { questionId, options } of day.items) {
      const payload = { key: randomUUID(), questionId, optionId: options[0]?.id };
      await test.request({ method: 'POST', url: '/api/review/answers', as: person, payload });
    }
    const { won }: ReviewDay = await get('/api/review/today');
    expect(won?.after).toBeGreaterThan(won?.before ?? 100);
    // Tried again only when there is a good part more.
    expect(await fitMemories(test.deps)).toMatchObject({ tried: 0, kept: 0, ownWeights: 1 });
  });

  it('are fitted for the others when the fit of one student fails, and that student is retried later', async () => {
    test.clock.set('2026-11-07T05:00:00.000Z');
    const { db } = test.deps;
    const students: Person[] = [];
    for (let n = 0; n < 3; n += 1) students.push(await createPerson(db, { now: test.clock.now() }));
    const ids = students.map(({ id }) => id).toSorted();
    await db.deleteFrom('student_mastery').execute();
    const { epoch } = await db.selectFrom('mastery_model').select('epoch').executeTakeFirstOrThrow();
    for (const id of ids) {
      const standing = { epoch, through: 0, history_through: 0, is_partial: false, ability: 0, answers: FIT_FROM };
      await db
        .insertInto('student_mastery')
        .values({ user_id: id, ...standing })
        .execute();
    }
    const repair = await breakRows(db, 'student_memories', `r.user_id = '${ids[0]}'`);
    const hasOptimiser = (await openOptimiser()) !== null;
    expect((await fitMemories(test.deps)).tried).toBe(hasOptimiser ? 2 : 0);
    await repair();
    expect((await fitMemories(test.deps)).tried).toBe(0);
    test.clock.advance(5 * 60_000);
    expect((await fitMemories(test.deps)).tried).toBe(hasOptimiser ? 1 : 0);
  });
});
