import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { openShared, type Shared } from '#server/db/shared.ts';
import { createBankQuestion } from '#server/testing/bank.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { createSubject } from '#server/testing/study.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { readActiveQuestions } from './active-questions.service.ts';

const t = useTestApp();
const uncached: Shared = { get: (_kind, _key, load) => load() };
let admin: Person;
let subjectId: number;
let questionId: number;

beforeAll(async () => {
  admin = await createPerson(t.deps.db, { role: 'admin' });
  subjectId = await createSubject(t.deps.db, 'Português');
  ({ id: questionId } = await createBankQuestion(t, admin, { subjectId, topic: 'Crase' }));
});

const cached = async () => readActiveQuestions(t.deps.db, await openShared(t.deps.db));
const run = (query: ReturnType<typeof sql>) => query.execute(t.deps.db);

test.each([
  {
    what: 'the name of a subject',
    change: () => run(sql`UPDATE subjects SET name = 'Língua' WHERE id = ${subjectId}`),
  },
  {
    what: 'the name of a topic',
    change: async () => {
      const [topic] = (await sql<{ id: number }>`SELECT id FROM topics WHERE name = 'Crase'`.execute(t.deps.db)).rows;
      const url = `/api/teacher/topics/${topic?.id}`;
      const reply = await t.request({ method: 'PATCH', url, as: admin, payload: { name: 'Acento grave' } });
      expect(reply.statusCode, reply.body).toBe(200);
    },
  },
  {
    what: 'the words of a question outside of the topics',
    change: async () => {
      await run(sql`UPDATE questions SET subject_id = NULL, topic_id = NULL, topic = '' WHERE id = ${questionId}`);
      await cached();
      await run(sql`UPDATE questions SET topic = 'Avulsas' WHERE id = ${questionId}`);
    },
  },
  { what: 'a new question', change: () => createBankQuestion(t, admin, { subjectId, topic: 'Regência' }) },
  {
    what: 'an annulled question',
    change: () => run(sql`UPDATE questions SET status = 'annulled' WHERE id = ${questionId}`),
  },
])('$what is told by the next reading of the bank', async ({ change }) => {
  const before = await cached();
  await change();
  const after = await cached();
  expect(after).toEqual(await readActiveQuestions(t.deps.db, uncached));
  expect(after).not.toEqual(before);
});
