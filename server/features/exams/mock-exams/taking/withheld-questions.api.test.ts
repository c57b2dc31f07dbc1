import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { openShared, type Shared } from '#server/db/shared.ts';
import { createBankQuestion, publishComposed } from '#server/testing/bank.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { readKeptQuestions } from './withheld-questions.service.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
const uncached: Shared = { get: (_kind, _key, load) => load() };
let teacher: Person;
let questionId: number;
let quizId: number;

beforeAll(async () => {
  teacher = await createPerson(test.deps.db, { role: 'teacher' });
  questionId = (await createBankQuestion(test, teacher)).id;
  quizId = (await publishComposed(test, teacher, { questionIds: [questionId] })).id;
});

const cached = async () => readKeptQuestions(test.deps.db, await openShared(test.deps.db));
const run = (query: ReturnType<typeof sql>) => query.execute(test.deps.db);

it.each([
  {
    what: 'a quiz that is published',
    change: async () => {
      const { id } = await createBankQuestion(test, teacher);
      await publishComposed(test, teacher, { questionIds: [id] });
    },
  },
  {
    what: 'a quiz that is marked as training',
    change: () => run(sql`UPDATE quiz_versions SET is_training = NOT is_training WHERE quiz_id = ${quizId}`),
  },
  {
    what: 'a quiz that is no longer published',
    change: () => run(sql`UPDATE quizzes SET published_version_id = NULL WHERE id = ${quizId}`),
  },
  {
    what: 'a quiz without a draft',
    change: async () => {
      await run(sql`UPDATE quizzes SET published_at = NULL WHERE id = ${quizId}`);
      await cached();
      await run(sql`UPDATE quizzes SET draft_version_id = NULL WHERE id = ${quizId}`);
    },
  },
  {
    what: 'a question that leaves a version',
    change: async () => {
      const { id } = await createBankQuestion(test, teacher);
      const quiz = await publishComposed(test, teacher, { questionIds: [id] });
      expect((await cached()).get(id)).toEqual([quiz.id]);
      const versions = sql`SELECT id FROM quiz_versions WHERE quiz_id = ${quiz.id}`;
      await run(sql`DELETE FROM quiz_version_questions WHERE quiz_version_id IN (${versions})`);
      expect((await cached()).has(id)).toBe(false);
    },
  },
])('$what changes the kept questions at the next reading', async ({ change }) => {
  const before = await cached();
  expect(await cached()).toBe(before);
  await change();
  const after = await cached();
  expect(after).toEqual(await readKeptQuestions(test.deps.db, uncached));
  expect(after).not.toBe(before);
});
