import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { ESSAYS_COUNTED_MAX } from '#contract/exams/essay-limits.ts';
import { essayClient } from '#server/testing/essays.ts';
import { createPerson } from '#server/testing/factories.ts';
import { plansOf } from '#server/testing/queries.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { countDue, countQueue, listQueueRows } from './grading.store.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
const { publishTheme } = essayClient(test);
const ESSAYS = 20_000;

it('a page of a queue of 20,000 essays is read from its index, the first one as one in the middle, and its counts end at 501', async () => {
  const { db } = test.deps;
  const { id } = await createPerson(db, { role: 'teacher' });
  const author = await createPerson(db, { role: 'teacher' });
  const student = await createPerson(db);
  const themeId = await publishTheme(author);
  const now = test.clock.now();
  await sql`
    INSERT INTO essays (student_id, theme_id, theme_version_id, number, state, started_at, saved_at, delivered_at,
      due_at, line_count, readers_needed)
    SELECT ${student.id}, ${themeId}, v.id, n, 'delivered', ${now}, ${now}, ${now},
      ${now}::timestamptz + n * interval '1 second', 25, 1 + n % 2
    FROM generate_series(1, ${ESSAYS}::int) n, essay_theme_versions v WHERE v.theme_id = ${themeId}`.execute(db);
  await sql`ANALYZE essays`.execute(db);
  const of = { list: 'waiting' as const, reader: { id, role: 'teacher' as const }, now };
  const middle = { at: new Date(now.getTime() + 10_000_000), id: 0 };
  for (const after of [null, middle]) {
    const plan = await plansOf(db, () => listQueueRows(db, of, { limit: 51, after }));
    expect(plan).toContain('using essays_waiting on essays');
    expect(plan).not.toMatch(/Sort|Seq Scan on essays/);
  }
  const many = ESSAYS_COUNTED_MAX + 1;
  expect(await countQueue(db, of)).toBe(many);
  const due = { readerId: id, now: new Date(now.getTime() + 301_000), dayEnd: new Date(now.getTime() + 401_000) };
  expect(await countDue(db, due)).toEqual({ waiting: many, dueToday: 100, overdue: 300 });
  for (const count of [() => countQueue(db, of), () => countDue(db, due)]) {
    const plan = await plansOf(db, count);
    expect(plan).toContain('essays_waiting on essays');
    expect(plan).toMatch(/Limit .*rows=501 /);
    expect(plan).not.toMatch(/Sort|Seq Scan on essays/);
  }
});
