import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AdminHome } from '#contract/school/admin-home.ts';
import { countUsers } from '#server/features/people/accounts/administration.service.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { countChangedStudents, recountStudents } from './student-counts.service.ts';
import { EXACT_UP_TO, sumStudents } from './student-counts.store.ts';

const test = useTestApp();
const FROM = '2026-10-16';
const TODAY = '2026-11-15';
let admin: Person;
let examId: number;

beforeAll(async () => {
  admin = await createPerson(test.deps.db, { role: 'admin' });
  const exam = await sql<{ id: number }>`
    INSERT INTO exams (name, organisation, exam_date, created_at, updated_at)
    VALUES ('Concurso', 'Banca', '2026-12-01', now(), now()) RETURNING id`.execute(test.deps.db);
  examId = exam.rows[0]?.id ?? 0;
});

/** The same figures, each counted over all users by the conditions of the list that its link opens. */
async function counted(): Promise<Pick<AdminHome, 'students'> & { funnel: Partial<AdminHome['funnel']> }> {
  const count = (filters: Parameters<typeof countUsers>[1]) => countUsers(test.deps, { role: 'student', ...filters });
  const site = { since: FROM, origin: 'site' } as const;
  return {
    students: {
      withAccess: await count({ status: 'active', access: 'active' }),
      studiedIn7: await count({ status: 'active', studied: 'week' }),
      newIn30: await count({ since: FROM }),
      accessEndingIn30: await count({ status: 'active', access: 'ending' }),
    },
    funnel: {
      registered: await count(site),
      sentProof: await count({ ...site, payment: 'proof' }),
      approved: await count({ ...site, payment: 'paid' }),
    },
  };
}
const home = async () => {
  const { students, funnel } = (
    await test.request({ method: 'GET', url: '/api/admin/home', as: admin })
  ).json<AdminHome>();
  const { registered, sentProof, approved } = funnel;
  return { students, funnel: { registered, sentProof, approved } };
};
const queued = async () =>
  (await sql<{ rows: number }>`SELECT count(*)::int AS rows FROM student_changes`.execute(test.deps.db)).rows[0]?.rows;

/** Preconditions without which some inputs change nothing. */
const prepared: Record<string, (student: Person) => Promise<unknown>> = {
  'the exam of an access moves beyond the next thirty days': ({ id }) =>
    sql`UPDATE access_grants SET rule = 'exam_months', rule_count = 0, exam_id = ${examId} WHERE user_id = ${id}`.execute(
      test.deps.db,
    ),
  'the default exam of the offer changes': async ({ id }) => {
    await sql`UPDATE exams SET exam_date = '2026-12-01' WHERE id = ${examId}`.execute(test.deps.db);
    await sql`UPDATE access_grants SET rule = 'exam_months', rule_count = 0, exam_id = NULL WHERE user_id = ${id}`.execute(
      test.deps.db,
    );
  },
  'a day of study begins to count by its answer': ({ id }) => studyToday(id, false),
  'a day of study is removed': ({ id }) => studyToday(id, true),
};

const studyToday = (id: string, answered: boolean) =>
  sql`INSERT INTO study_days (user_id, day, reading, quizzes, answered)
      VALUES (${id}, ${TODAY}, B'0'::bit(4320), B'0'::bit(4320), ${answered})`.execute(test.deps.db);

/** Everything that a count depends on. Each changes at least one figure of the student. */
const inputs: Record<string, (student: Person) => Promise<unknown>> = {
  'a student registers': () => createPerson(test.deps.db, { status: 'pending', payment: 'pending' }),
  'a student is blocked': ({ id }) => sql`UPDATE users SET status = 'blocked' WHERE id = ${id}`.execute(test.deps.db),
  'a student becomes a teacher': ({ id }) =>
    sql`UPDATE users SET role = 'teacher' WHERE id = ${id}`.execute(test.deps.db),
  'a registration is dated back': ({ id }) =>
    sql`UPDATE users SET created_at = '2026-01-05T12:00:00Z' WHERE id = ${id}`.execute(test.deps.db),
  'an account is deleted': ({ id }) =>
    sql`
    WITH grants AS (DELETE FROM access_grants WHERE user_id = ${id}), orders AS (DELETE FROM payments WHERE user_id = ${id})
    DELETE FROM users WHERE id = ${id}`.execute(test.deps.db),
  'a proof arrives': ({ id }) =>
    sql`UPDATE payments SET proof_uploaded_at = '2026-11-15T12:00:00Z', status = 'analyzing' WHERE user_id = ${id}`.execute(
      test.deps.db,
    ),
  'an order is approved': ({ id }) =>
    sql`UPDATE payments SET status = 'approved' WHERE user_id = ${id}`.execute(test.deps.db),
  'an order turns out to be made by the office': ({ id }) =>
    sql`UPDATE payments SET method = 'cash' WHERE user_id = ${id}`.execute(test.deps.db),
  'an access is taken back': ({ id }) =>
    sql`UPDATE access_grants SET ended_at = '2026-11-15T12:00:00Z' WHERE user_id = ${id}`.execute(test.deps.db),
  'an access is removed': ({ id }) => sql`DELETE FROM access_grants WHERE user_id = ${id}`.execute(test.deps.db),
  'the exam of an access moves beyond the next thirty days': () =>
    sql`UPDATE exams SET exam_date = exam_date + 60 WHERE id = ${examId}`.execute(test.deps.db),
  'the default exam of the offer changes': () =>
    sql`UPDATE offers SET default_exam_id = ${examId} WHERE is_default`.execute(test.deps.db),
  'a student answers the first question of a day': ({ id }) => studyToday(id, true),
  'a day of study begins to count by its answer': ({ id }) =>
    sql`UPDATE study_days SET answered = true WHERE user_id = ${id}`.execute(test.deps.db),
  'a day of study is removed': ({ id }) => sql`DELETE FROM study_days WHERE user_id = ${id}`.execute(test.deps.db),
};

describe('the counts of students on the office home', () => {
  it.each(Object.keys(inputs))('equal the lists right after %s, and again once the job has counted', async (name) => {
    const student = await createPerson(test.deps.db, { payment: 'pending' });
    await createPerson(test.deps.db, { payment: 'approved' });
    await prepared[name]?.(student);
    await countChangedStudents(test.deps);
    const before = await counted();
    await inputs[name]?.(student);
    const after = await counted();
    expect(after).not.toEqual(before);
    expect(await home()).toEqual(after);
    await countChangedStudents(test.deps);
    expect(await queued()).toBe(0);
    expect(await home()).toEqual(after);
    expect(await recountStudents(test.deps)).toEqual({ drifted: 0, counts: 0 });
  });

  it('are read without scanning users once everything is counted', async () => {
    await countChangedStudents(test.deps);
    const read = await test.deps.db.transaction().execute(async (tx) => {
      // The view also has what earlier transactions of this connection read.
      const rowsRead = async () => {
        const { rows } = await sql<{ rows: number }>`
          SELECT (seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS rows
          FROM pg_stat_xact_user_tables WHERE relname = 'users'`.execute(tx);
        return rows[0]?.rows ?? 0;
      };
      const before = await rowsRead();
      await sumStudents(tx, { today: TODAY, from: FROM });
      return (await rowsRead()) - before;
    });
    expect(read).toBe(0);
  });

  it('stay as counted while the queue is too long to add it on every read', async () => {
    await countChangedStudents(test.deps);
    const before = await home();
    const student = await createPerson(test.deps.db);
    await sql`INSERT INTO student_changes SELECT ${student.id}::uuid FROM generate_series(1, ${EXACT_UP_TO})`.execute(
      test.deps.db,
    );
    expect(await home()).toEqual(before);
    expect(await countChangedStudents(test.deps)).toEqual({ students: 1 });
    expect(await home()).toEqual(await counted());
  });

  it('do not count a change twice when two processes handle it at once', async () => {
    for (let one = 0; one < 5; one += 1) await createPerson(test.deps.db, { payment: 'approved' });
    await Promise.all([countChangedStudents(test.deps), countChangedStudents(test.deps)]);
    expect(await home()).toEqual(await counted());
    expect(await recountStudents(test.deps)).toEqual({ drifted: 0, counts: 0 });
  });
});

describe('the nightly recount', () => {
  beforeEach(() => countChangedStudents(test.deps));

  it('finds and repairs the figure of a student that no trigger reported, and says so in the log', async () => {
    await sql`UPDATE student_figures SET is_paid = NOT is_paid, studied_on = NULL`.execute(test.deps.db);
    await sql`DELETE FROM student_figures WHERE user_id = (SELECT user_id FROM student_figures LIMIT 1)`.execute(
      test.deps.db,
    );
    expect((await recountStudents(test.deps)).drifted).toBeGreaterThan(1);
    expect(test.logged()).toContain('counts of students differed from the tables');
    expect(await home()).toEqual(await counted());
    expect(await recountStudents(test.deps)).toEqual({ drifted: 0, counts: 0 });
  });

  it('finds and repairs a count that is not the sum of its figures', async () => {
    await sql`UPDATE student_counts SET students = students + 7 WHERE figure = 'access'`.execute(test.deps.db);
    await sql`INSERT INTO student_counts (day, figure, students) VALUES ('2026-11-14', 'studied', 3)
              ON CONFLICT (day, figure) DO UPDATE SET students = 3`.execute(test.deps.db);
    expect(await home()).not.toEqual(await counted());
    expect((await recountStudents(test.deps)).counts).toBeGreaterThan(1);
    expect(await home()).toEqual(await counted());
  });
});
