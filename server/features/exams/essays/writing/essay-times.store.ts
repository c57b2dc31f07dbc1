import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';
import type { Breakable, GivenBreaks } from '#server/features/exams/exam-time/rights/personal-time.ts';

export type EssayBreaks = GivenBreaks & Pick<Breakable, 'breakMs' | 'pausedAt'>;

/** The breaks of an essay with a right. Undefined: it has none. */
export async function findEssayBreaks(db: Db | Tx, essayId: number): Promise<EssayBreaks | undefined> {
  const { rows } = await sql<EssayBreaks>`
    SELECT breaks_left AS "breaksLeft", breaks_given AS "breaksGiven", break_minutes AS "breakMinutes",
           break_seconds * 1000.0::float8 AS "breakMs", paused_at AS "pausedAt"
    FROM essay_times WHERE essay_id = ${essayId}`.execute(db);
  return rows[0];
}

/** Stores the breaks of an essay, or replaces them when a right changes during it. Breaks that began stay counted. */
export async function saveGivenBreaks(tx: Tx, essayId: number, given: GivenBreaks): Promise<void> {
  const values = {
    breaks_left: given.breaksLeft,
    breaks_given: given.breaksGiven,
    break_minutes: given.breakMinutes,
  };
  await tx
    .insertInto('essay_times')
    .values({ ...values, essay_id: essayId })
    .onConflict((conflict) => conflict.column('essay_id').doUpdateSet(values))
    .execute();
}

type EssayTimes = { deadlineAt: Date; lateUntil: Date | null; pausedUntil?: Date | null };

export async function saveEssayTimes(tx: Tx, id: number, times: EssayTimes): Promise<void> {
  await tx
    .updateTable('essays')
    .set({
      deadline_at: times.deadlineAt,
      late_until: times.lateUntil,
      ...(times.pausedUntil === undefined ? {} : { paused_until: times.pausedUntil }),
    })
    .where('id', '=', id)
    .execute();
}

/** Writes what a break changed, under the lock of the essay. */
export async function saveEssayBreak(tx: Tx, id: number, times: Breakable, lateUntil: Date | null): Promise<void> {
  await saveEssayTimes(tx, id, { deadlineAt: times.deadline, lateUntil, pausedUntil: times.pausedUntil });
  await tx
    .updateTable('essay_times')
    .set({
      breaks_left: times.breaksLeft,
      break_seconds: Math.round(times.breakMs / 1000),
      paused_at: times.pausedAt,
    })
    .where('essay_id', '=', id)
    .execute();
}
