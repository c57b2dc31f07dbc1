import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { plansOf } from '#server/testing/queries.ts';
import { createTestQuiz, type TestQuiz } from '#server/testing/quizzes.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { cuts, cutTable } from './cut-tables.store.ts';

const test = useTestApp();
const PARTS = 4;

const call = async (as: Person, method: 'GET' | 'POST', url: string, payload?: object) => {
  const response = await test.request({ method, url, as, ...(payload ? { payload } : {}) });
  if (response.statusCode >= 300) throw new Error(`${method} ${url}: ${response.body}`);
  return response.json();
};

/** Takes a complete mock exam, all answers right, and what follows from it. */
async function takeSimulado(person: Person, quiz: TestQuiz) {
  const { id } = await call(person, 'POST', `/api/quizzes/${quiz.id}/start`);
  for (const [index, { id: questionId, right }] of quiz.questions.entries()) {
    const answers = [{ questionId, optionId: right, flagged: false, seq: index + 1 }];
    await call(person, 'POST', `/api/attempts/${id}/answers`, { answers });
  }
  const { attempt } = await call(person, 'POST', `/api/attempts/${id}/finish`, {});
  await test.deps.jobs.drain();
  return attempt as { id: number; correctAnswers: number };
}

const count = async (client: pg.Client, from: string) =>
  (await client.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${from}`)).rows[0]?.count ?? 0;

/** Indexes, constraints and triggers, in PostgreSQL's wording; each index of a partitioned table is `ON ONLY`. */
async function shapeOf(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ text: string }>(
    `SELECT pg_get_constraintdef(oid) AS text FROM pg_constraint WHERE conrelid = $1::regclass AND conparentid = 0
     UNION ALL SELECT pg_get_indexdef(indexrelid) FROM pg_index WHERE indrelid = $1::regclass
     UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE tgrelid = $1::regclass AND NOT tgisinternal
     UNION ALL SELECT concat_ws(' ', attname, format_type(atttypid, atttypmod), attnotnull, attidentity::text) FROM pg_attribute
               WHERE attrelid = $1::regclass AND attnum > 0`,
    [table],
  );
  return rows.map(({ text }) => text.replace('ON ONLY', 'ON')).sort();
}

describe('partitioned tables that grow with every answer', () => {
  let client: pg.Client;
  let before: Person;
  let quiz: TestQuiz;
  const shapes = new Map<string, string[]>();

  beforeAll(async () => {
    client = new pg.Client(test.connection);
    await client.connect();
    before = await createPerson(test.deps.db, { now: test.clock.now() });
    quiz = await createTestQuiz(test.deps.db, { now: test.clock.now() });
    await takeSimulado(before, quiz);
    for (const cut of cuts) {
      shapes.set(cut.table, await shapeOf(client, cut.table));
      await cutTable(client, cut, PARTS);
    }
    return () => client.end();
  });

  it.each(cuts)('$table keeps its columns, keys, indexes and triggers', async ({ table, key }) => {
    const shape = (shapes.get(table) ?? []).map((text) =>
      key ? text.replace('PRIMARY KEY (id)', `PRIMARY KEY ${key}`).replace(/(_pkey ON .*) \(id\)$/, `$1 ${key}`) : text,
    );
    expect(await shapeOf(client, table)).toEqual(shape);
    expect((await client.query(`SELECT FROM pg_partition_tree('${table}') WHERE isleaf`)).rowCount).toBe(PARTS);
  });

  it('keep their earlier rows, and accept new ones', async () => {
    expect(await count(client, 'attempt_questions WHERE option_id IS NOT NULL')).toBe(quiz.questions.length);
    expect(await count(client, 'answer_log')).toBe(quiz.questions.length);
    const people = await Promise.all(
      Array.from({ length: 6 }, () => createPerson(test.deps.db, { now: test.clock.now() })),
    );
    for (const person of people) {
      expect((await takeSimulado(person, quiz)).correctAnswers).toBe(quiz.questions.length);
      expect((await call(person, 'GET', `/api/quiz-attempts/${quiz.id}`)).length).toBe(1);
      await call(person, 'GET', '/api/review/today');
      await call(person, 'GET', '/api/dashboard/student');
    }
    expect(await count(client, 'answer_log')).toBe(7 * quiz.questions.length);
    expect(await count(client, 'answer_log WHERE NOT taken_in')).toBe(0);
    expect(await count(client, '(SELECT DISTINCT tableoid FROM answer_log) AS parts')).toBeGreaterThan(1);
    expect(await count(client, '(SELECT DISTINCT tableoid FROM attempt_questions) AS parts')).toBeGreaterThan(1);
    const admin = await createPerson(test.deps.db, { role: 'admin', now: test.clock.now() });
    await call(admin, 'GET', '/api/admin/audit');
    await expect(
      client.query(`INSERT INTO audit_events (at, action, subject) VALUES (now(), 'test', 'test')`),
    ).resolves.toMatchObject({ rowCount: 1 });
    await expect(client.query('DELETE FROM audit_events')).rejects.toThrow();
  });

  it('are searched only in the partition that can contain the row', async () => {
    const { id } = await call(before, 'POST', `/api/quizzes/${quiz.id}/start`);
    const plans = await plansOf(test.deps.db, () => call(before, 'GET', `/api/attempts/${id}`));
    expect(new Set(plans.match(/attempt_questions_\d/g)).size).toBe(1);
  });
});
