import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';

/** Key of the advisory lock for loading and removing the sample school. */
const LOCK = 820_815;

/**
 * Runs the work in one process at a time; null when another process has the lock. The advisory lock belongs to a
 * connection, not to a transaction: a crash releases it, and no transaction stays open meanwhile.
 */
export async function withSampleLock<T>(db: Db, work: () => Promise<T>): Promise<T | null> {
  return db.connection().execute(async (held) => {
    const { rows } = await sql<{ taken: boolean }>`SELECT pg_try_advisory_lock(${LOCK}) AS taken`.execute(held);
    if (!rows[0]?.taken) return null;
    try {
      return await work();
    } finally {
      await sql`SELECT pg_advisory_unlock(${LOCK})`.execute(held);
    }
  });
}

export async function waitForSampleLock(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${LOCK})`.execute(tx);
}

export async function findSampleSchool(db: Db | Tx) {
  return db
    .selectFrom('sample_school')
    .select(['begun_at as begunAt', 'loaded_at as loadedAt', 'removed_at as removedAt'])
    .executeTakeFirst();
}

export async function noteBegun(db: Db, now: Date): Promise<void> {
  await db
    .insertInto('sample_school')
    .values({ begun_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ begun_at: now, loaded_at: null, removed_at: null }))
    .execute();
}

export async function noteLoaded(db: Db | Tx, now: Date): Promise<void> {
  await db.updateTable('sample_school').set({ loaded_at: now }).execute();
}

/** The sample of the first release has no row yet. */
export async function noteRemoved(tx: Tx, now: Date): Promise<void> {
  await tx
    .insertInto('sample_school')
    .values({ begun_at: now, loaded_at: now, removed_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ removed_at: now }))
    .execute();
}

export type SampleCounts = {
  people: number;
  courses: number;
  lessons: number;
  quizzes: number;
  questions: number;
  exams: number;
};

/** Counts the rows that are marked as sample. */
export async function countSample(db: Db | Tx): Promise<SampleCounts> {
  const { rows } = await sql<SampleCounts>`
    SELECT (SELECT count(*) FROM users WHERE is_sample) AS people,
           (SELECT count(*) FROM courses WHERE is_sample) AS courses,
           (SELECT count(*) FROM lessons WHERE is_sample) AS lessons,
           (SELECT count(*) FROM quizzes WHERE is_sample) AS quizzes,
           (SELECT count(*) FROM questions WHERE is_sample) AS questions,
           (SELECT count(*) FROM exams WHERE is_sample) AS exams`.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error('A count has one row.');
  return counts;
}
