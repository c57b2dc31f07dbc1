import { sql } from 'kysely';
import type { LateStart } from '#contract/exams/quiz-windows.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import type { Breakable } from '#server/features/exams/exam-time/rights/personal-time.ts';

export type AttemptTimes = {
  plainSeconds: number;
  extraPercent: number;
  extraMinutes: number;
  breaksLeft: number;
  /** The most breaks that it was ever given. */
  breaksGiven: number;
  breakMinutes: number;
  largePrint: boolean;
};

/** The times of an attempt with a right. Undefined: it has those of everybody. */
export async function findAttemptTimes(db: Db | Tx, attemptId: number) {
  return db
    .selectFrom('attempt_times')
    .innerJoin('attempts', 'attempts.id', 'attempt_times.attempt_id')
    .select([
      'plain_seconds as plainSeconds',
      'extra_percent as extraPercent',
      'extra_minutes as extraMinutes',
      'breaks_left as breaksLeft',
      'break_minutes as breakMinutes',
      'large_print as largePrint',
      'attempts.paused_until as pausedUntil',
    ])
    .where('attempt_id', '=', attemptId)
    .executeTakeFirst();
}

/** Stores the times of an attempt, or replaces them when a right changes during it. Breaks that began stay counted. */
export async function saveAttemptTimes(tx: Tx, attemptId: number, times: AttemptTimes): Promise<void> {
  const values = {
    plain_seconds: times.plainSeconds,
    extra_percent: times.extraPercent,
    extra_minutes: times.extraMinutes,
    breaks_left: times.breaksLeft,
    breaks_given: times.breaksGiven,
    break_minutes: times.breakMinutes,
    large_print: times.largePrint,
  };
  await tx
    .insertInto('attempt_times')
    .values({ ...values, attempt_id: attemptId })
    .onConflict((conflict) => conflict.column('attempt_id').doUpdateSet(values))
    .execute();
}

export type LockedAttempt = Breakable & { id: number; quizId: number; isInWindow: boolean; largePrint: boolean };

/** The student's open attempt with a right, locked until the transaction ends. */
export async function lockBreakable(tx: Tx, attemptId: number, userId: string): Promise<LockedAttempt | undefined> {
  const { rows } = await sql<LockedAttempt>`
    SELECT a.id, a.quiz_id AS "quizId", a.deadline_at AS deadline, a.notebook_until AS "notebookUntil",
           a.results_at IS NOT NULL AS "isInWindow", t.breaks_left AS "breaksLeft", t.break_minutes AS "breakMinutes",
           t.break_seconds * 1000.0::float8 AS "breakMs", t.paused_at AS "pausedAt", a.paused_until AS "pausedUntil",
           t.large_print AS "largePrint"
    FROM attempts a JOIN attempt_times t ON t.attempt_id = a.id
    WHERE a.id = ${attemptId} AND a.user_id = ${userId} AND a.closed_at IS NULL AND a.submitted_at IS NULL
    FOR UPDATE OF a`.execute(tx);
  return rows[0];
}

/** Writes what a break changed, under the lock of lockBreakable(). */
export async function saveBreak(tx: Tx, attempt: LockedAttempt): Promise<void> {
  await saveDeadline(tx, attempt.id, attempt);
  await tx
    .updateTable('attempt_times')
    .set({
      breaks_left: attempt.breaksLeft,
      break_seconds: Math.round(attempt.breakMs / 1000),
      paused_at: attempt.pausedAt,
    })
    .where('attempt_id', '=', attempt.id)
    .execute();
}

type Deadline = Pick<Breakable, 'deadline' | 'notebookUntil'> & { pausedUntil?: Date | null };

export async function saveDeadline(tx: Tx, attemptId: number, times: Deadline): Promise<void> {
  await tx
    .updateTable('attempts')
    .set({
      deadline_at: times.deadline,
      notebook_until: times.notebookUntil,
      ...(times.pausedUntil === undefined ? {} : { paused_until: times.pausedUntil }),
    })
    .where('id', '=', attemptId)
    .execute();
}

export type ExtendableRow = {
  id: number;
  quizId: number;
  startedAt: Date;
  deadline: Date;
  notebookUntil: Date | null;
  isInWindow: boolean;
  timeLimit: number | null;
  conduct: unknown;
  closesAt: Date | null;
  lateStart: LateStart | null;
  plainSeconds: number | null;
  breakSeconds: number;
  breaksLeft: number | null;
  breaksGiven: number | null;
  breakMinutes: number | null;
  extraPercent: number | null;
};

/** The open attempts of a student that take answers, locked; a student has few. */
export async function lockExtendable(tx: Tx, userId: string, overdueBefore: Date): Promise<ExtendableRow[]> {
  const { rows } = await sql<ExtendableRow>`
    SELECT a.id, a.quiz_id AS "quizId", a.started_at AS "startedAt", a.deadline_at AS deadline,
           a.notebook_until AS "notebookUntil", a.results_at IS NOT NULL AS "isInWindow",
           v.time_limit AS "timeLimit", v.conduct, w.closes_at AS "closesAt", w.late_start AS "lateStart",
           t.plain_seconds AS "plainSeconds", coalesce(t.break_seconds, 0) AS "breakSeconds",
           t.breaks_left AS "breaksLeft", t.breaks_given AS "breaksGiven", t.break_minutes AS "breakMinutes",
           t.extra_percent AS "extraPercent"
    FROM attempts a JOIN quiz_versions v ON v.id = a.quiz_version_id
    LEFT JOIN quiz_windows w ON w.quiz_id = a.quiz_id
    LEFT JOIN attempt_times t ON t.attempt_id = a.id
    WHERE a.user_id = ${userId} AND a.closed_at IS NULL AND a.submitted_at IS NULL AND NOT a.is_direct
      AND NOT a.is_preview AND a.deadline_at >= ${overdueBefore}
    ORDER BY a.id FOR UPDATE OF a`.execute(tx);
  return rows;
}
