import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { StudyPlan } from '#contract/study/study-plan.ts';
import { practiceReads } from '#server/features/study/practice/free-practice.service.ts';
import { dayInMemoryReads } from '#server/features/study/review/day-pool.service.ts';
import { summaryReads } from '#server/features/study/review/review.service.ts';
import { boughtReads, prepareReviewDayFrom } from '#server/features/study/review/review-day.service.ts';
import { syncAndRead } from '#server/features/study/review/sync-and-read.service.ts';
import { createBankQuestion, publishComposed, takeQuiz } from '#server/testing/bank.ts';
import { makeTestCard } from '#server/testing/cards.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { createCourse, createLesson, createSubject, enrollStudent } from '#server/testing/study.ts';
import { createExamWithSyllabus } from '#server/testing/syllabi.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { dayOf } from '#server/time/calendar.ts';

/** The first plan of a day makes the list of its review, too. Both are chosen from one read and stored by one statement. */
const t = useTestApp({ RATE_LIMIT: 'off' });
const YESTERDAY = '2026-11-02T12:00:00.000Z';
const TODAY = '2026-11-03T12:00:00.000Z';
const TOMORROW = '2026-11-04T12:00:00.000Z';
let admin: Person;
let examId: number;
let courseId: number;
let questions: { id: number; right: number; wrong: number }[] = [];
/** What each student answered yesterday. */
let quizId: number;

const call = async (as: Person, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) => {
  const reply = await t.request({ method, url, as, ...(payload ? { payload } : {}) });
  if (reply.statusCode >= 300) throw new Error(`${method} ${url}: ${reply.body}`);
  return reply.json();
};
const planOf = (as: Person): Promise<StudyPlan> => call(as, 'GET', '/api/study-plan');
const run = (query: ReturnType<typeof sql>) => query.execute(t.deps.db);
const storedList = (as: Person) =>
  t.deps.db.selectFrom('review_days').selectAll().where('user_id', '=', as.id).executeTakeFirst();
const storedPlan = (as: Person) =>
  t.deps.db.selectFrom('plan_days').selectAll().where('user_id', '=', as.id).executeTakeFirst();

beforeAll(async () => {
  const { db } = t.deps;
  t.clock.set(YESTERDAY);
  admin = await createPerson(db, { role: 'admin' });
  const subjectId = await createSubject(db, 'Português');
  const lesson = await createLesson(db, 'Crase', subjectId);
  const topics = ['Crase', 'Regência', 'Verbos'].map((name) => ({ topicId: null, name, amount: 10 }));
  ({ id: examId } = await createExamWithSyllabus(t, admin, [{ subjectId, name: 'Português', topics }]));
  for (let at = 0; at < 36; at += 1) {
    const topic = ['Crase', 'Regência', 'Verbos', 'Fora do edital'][at % 4] ?? '';
    questions = [...questions, await createBankQuestion(t, admin, at % 9 === 8 ? {} : { subjectId, topic })];
  }
  ({ id: quizId } = await publishComposed(t, admin, { questionIds: questions.slice(0, 8).map(({ id }) => id) }));
  courseId = await createCourse(db, { lessons: [lesson], quizzes: [quizId] });
});
beforeEach(() => t.clock.set(TODAY));

/** A student who answered yesterday and made cards. */
async function studentOfYesterday({ follows = true } = {}): Promise<Person> {
  t.clock.set(YESTERDAY);
  const as = await createPerson(t.deps.db, { now: t.clock.now() });
  await enrollStudent(t.deps.db, as.id, courseId, t.clock.now());
  if (follows) await call(as, 'POST', `/api/exams/${examId}/follow`);
  await takeQuiz(
    t,
    as,
    quizId,
    new Map(questions.slice(0, 8).map((one, at) => [one.id, at % 2 ? one.right : one.wrong])),
  );
  for (const front of ['um', 'dois', 'três']) await makeTestCard(t, as, { front });
  await t.deps.jobs.drain();
  t.clock.set(TODAY);
  return as;
}

/** The list of the day, once from what one statement read and once by looking everything up. Stores nothing. */
async function bothWays(as: Person) {
  const now = t.clock.now();
  const day = dayOf(now);
  const reads = {
    ...summaryReads(as.id, now),
    ...boughtReads(as.id, day),
    ...dayInMemoryReads(as.id, now),
    ...practiceReads(as.id, now),
  };
  const look = await syncAndRead(t.deps, as.id, reads);
  const bought = look.rows.bought[0]?.courses ?? null;
  const about = { day, bought, save: async () => true };
  const [inMemory, lookedUp] = await Promise.all([
    prepareReviewDayFrom(t.deps, as.id, look, { ...about, inMemory: look.rows }),
    prepareReviewDayFrom(t.deps, as.id, look, about),
  ]);
  const part = ({ items, cards, tomorrow, tomorrowCards, stored }: typeof inMemory) => ({
    ...{ items, cards, tomorrow, tomorrowCards, stored },
  });
  return { isStored: look.rows.kept.length > 0, inMemory: part(inMemory), lookedUp: part(lookedUp) };
}

const changes: { what: string; change: (as: Person) => Promise<unknown> }[] = [
  { what: 'nothing', change: async () => undefined },
  {
    what: 'an answer of today elsewhere',
    change: async (as) => {
      const { id, questions: asked } = await call(as, 'POST', '/api/practices', { kind: 'free', count: 3 });
      for (const { id: questionId, options } of asked) {
        const optionId = options[0].id;
        await call(as, 'POST', `/api/practices/${id}/answers`, { questionId, optionId });
      }
    },
  },
  {
    what: 'a simulado that keeps questions of the list, one of them as a copy in an open attempt',
    change: async (as) => {
      const [first, second, ...others] = questions.slice(10, 20);
      if (!first || !second) throw new Error('There are questions.');
      await publishComposed(t, admin, { questionIds: others.slice(0, 4).map(({ id }) => id) });
      const { id } = await publishComposed(t, admin, { questionIds: [first.id, second.id] });
      await call(as, 'POST', `/api/quizzes/${id}/start`);
    },
  },
  {
    what: 'an annulled question and one out of the bank',
    change: async () => {
      await run(sql`UPDATE questions SET status = 'annulled' WHERE id = ${questions[20]?.id}`);
      await run(sql`UPDATE questions SET in_bank = false WHERE id = ${questions[21]?.id}`);
    },
  },
  {
    what: 'cards that are suspended, answered and of a question under way',
    change: async (as) => {
      const cards = (
        await sql<{ id: number }>`SELECT id FROM cards WHERE user_id = ${as.id} ORDER BY id`.execute(t.deps.db)
      ).rows;
      await run(sql`UPDATE cards SET is_suspended = true WHERE id = ${cards[0]?.id}`);
      await call(as, 'POST', '/api/review/card-answers', { key: randomUUID(), cardId: cards[1]?.id, grade: 3 });
      await run(
        sql`UPDATE cards SET source_kind = 'question', question_id = ${questions[10]?.id} WHERE id = ${cards[2]?.id}`,
      );
    },
  },
  {
    what: 'only some courses bought',
    change: async (as) => {
      const other = await createCourse(t.deps.db, {});
      await run(sql`UPDATE access_grants SET course_ids = ARRAY[${other}::int] WHERE user_id = ${as.id}`);
    },
  },
  {
    what: 'another memory form',
    change: (as) =>
      run(sql`INSERT INTO student_memories (user_id, form, policy) VALUES (${as.id}, 'elapsed', 'retention90')
        ON CONFLICT (user_id) DO UPDATE SET form = excluded.form`),
  },
];

test.each([
  { name: 'with an exam', follows: true },
  { name: 'without an exam', follows: false },
])('the list of a student $name is the same from one read and by looking everything up', async ({ follows }) => {
  const as = await studentOfYesterday({ follows });
  for (const { what, change } of changes) {
    await run(sql`DELETE FROM review_days WHERE user_id = ${as.id}`);
    await bothWays(as);
    await planOf(as);
    await change(as);
    const stored = await bothWays(as);
    expect(stored.inMemory, `stored, ${what}`).toEqual(stored.lookedUp);
    await run(sql`DELETE FROM review_days WHERE user_id = ${as.id}`);
    const made = await bothWays(as);
    expect([stored.isStored, made.isStored]).toEqual([true, false]);
    expect(made.inMemory, `made, ${what}`).toEqual(made.lookedUp);
    expect(made.inMemory.items.length + made.inMemory.cards.length).toBeGreaterThan(0);
  }
});

/** Holds the writes of a student's day until `meanwhile` is done: another process that is faster. */
async function raceWith<T>(
  as: Person,
  requests: () => Promise<T>,
  meanwhile: (tx: typeof t.deps.db) => Promise<unknown>,
) {
  const held = await t.deps.db.transaction().execute(async (tx) => {
    await sql`LOCK TABLE review_days, plan_days IN SHARE ROW EXCLUSIVE MODE`.execute(tx);
    const answered = requests();
    // Both have read once they wait for the lock.
    await expect
      .poll(async () => {
        const { rows } = await sql<{ waiting: number }>`SELECT count(*)::int AS waiting FROM pg_locks
          WHERE NOT granted AND relation IN ('review_days'::regclass, 'plan_days'::regclass)`.execute(t.deps.db);
        return rows[0]?.waiting;
      })
      .toBeGreaterThan(0);
    await meanwhile(tx as unknown as typeof t.deps.db);
    return { answered };
  });
  expect(as.id).toBeTruthy();
  return held.answered;
}

test('two plans at once get the same day, and it is the stored one', async () => {
  const as = await studentOfYesterday();
  const answers = await raceWith(
    as,
    () => Promise.all([planOf(as), planOf(as)]),
    async () => undefined,
  );
  expect(answers[0]).toEqual(answers[1]);
  expect(await planOf(as)).toEqual(answers[0]);
  const list = await storedList(as);
  const review = await call(as, 'GET', '/api/review/today');
  expect(review.items.length).toBeGreaterThan(0);
  for (const { questionId, standsFor } of review.items) expect(list?.question_ids).toContain(standsFor ?? questionId);
});

test('a plan goes by the list and the plan that another process has stored meanwhile', async () => {
  const as = await studentOfYesterday();
  await planOf(as);
  const [list, plan] = [await storedList(as), await storedPlan(as)];
  if (!list || !plan) throw new Error('Nothing was stored.');
  await run(sql`DELETE FROM review_days WHERE user_id = ${as.id}`);
  await run(sql`DELETE FROM plan_days WHERE user_id = ${as.id}`);
  const answer = await raceWith(
    as,
    () => planOf(as),
    async (tx) => {
      // One question less, and no cards.
      await sql`INSERT INTO review_days SELECT (jsonb_populate_record(NULL::review_days, ${JSON.stringify({
        ...list,
        question_ids: list.question_ids.slice(0, 2),
        card_ids: [],
        card_positions: [],
        card_reasons: [],
      })}::jsonb)).*`.execute(tx);
      await sql`INSERT INTO plan_days SELECT (jsonb_populate_record(NULL::plan_days, ${JSON.stringify({
        ...plan,
        change: 'Dito por outro processo.',
      })}::jsonb)).*`.execute(tx);
    },
  );
  expect(answer.change).toBe('Dito por outro processo.');
  expect(answer.today.items.find(({ kind }) => kind === 'review')?.questionCount).toBe(2);
  expect((await storedList(as))?.question_ids).toEqual(list.question_ids.slice(0, 2));
});

test('a plan that was begun before midnight leaves the stored day after it alone', async () => {
  const as = await studentOfYesterday();
  t.clock.set(TOMORROW);
  await planOf(as);
  const [list, plan] = [await storedList(as), await storedPlan(as)];
  t.clock.set(TODAY);
  expect((await planOf(as)).today.day).toBe(dayOf(new Date(TODAY)));
  await call(as, 'GET', '/api/review/today');
  expect([await storedList(as), await storedPlan(as)]).toEqual([list, plan]);
  expect(list?.day).toEqual(new Date(dayOf(new Date(TOMORROW))));
});

test('a day that cannot be stored is answered, reported and made again the same; other students are not concerned', async () => {
  const [broken, other] = [await studentOfYesterday(), await studentOfYesterday()];
  await run(sql`CREATE FUNCTION refuse_day() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'planted: this day is not stored'; END $$`);
  await run(sql`CREATE TRIGGER refuse_day BEFORE INSERT ON plan_days FOR EACH ROW
    WHEN (NEW.user_id = ${sql.lit(broken.id)}) EXECUTE FUNCTION refuse_day()`);
  const [answer] = await Promise.all([planOf(broken), planOf(other)]);
  expect(t.logged()).toContain('the plan and the review of a day could not be stored');
  // All of them or none.
  expect([await storedList(broken), await storedPlan(broken)]).toEqual([undefined, undefined]);
  expect([(await storedList(other))?.day, (await storedPlan(other))?.day]).toEqual(
    Array(2).fill(new Date(dayOf(new Date(TODAY)))),
  );
  await run(sql`DROP TRIGGER refuse_day ON plan_days`);
  expect(await planOf(broken)).toEqual(answer);
  expect((await storedPlan(broken))?.day).toEqual(new Date(dayOf(new Date(TODAY))));
});

test('a stored day whose lists are torn is no error', async () => {
  const as = await studentOfYesterday();
  await planOf(as);
  await run(sql`UPDATE review_days SET asked_ids = '{}', reasons = '{}', are_new = '{}', card_positions = '{7}',
    question_ids = ARRAY[2147483000] || question_ids WHERE user_id = ${as.id}`);
  await run(sql`UPDATE plan_days SET today = '{nothing}', chances = '{}' WHERE user_id = ${as.id}`);
  expect((await planOf(as)).today.items.length).toBeGreaterThan(0);
  await call(as, 'GET', '/api/review/today');
});
