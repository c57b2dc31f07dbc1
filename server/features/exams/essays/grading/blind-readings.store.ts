import { sql } from 'kysely';
import type { Correction, EssayResult } from '#contract/exams/essay-corrections.ts';
import type { FinishedReading } from '#contract/exams/second-reading.ts';
import type { Db, Tx } from '#server/db/handle.ts';

export type Lease = { id: number; readerId: string; until: Date; now: Date };

/** A row `other` that takes one of the essay's readings: finished, or leased now. A reader without account is another. */
export const isOtherReader = (readerId: string, now: Date) => sql`
  other.written_by IS DISTINCT FROM ${readerId} AND (other.finished_at IS NOT NULL OR other.leased_until > ${now})`;

/** The essay is locked. How many of its readings other people have finished or read now. */
export async function countOtherReaders(tx: Tx, { id, readerId, now }: Omit<Lease, 'until'>): Promise<number> {
  const found = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM essay_blind_readings other
    WHERE other.essay_id = ${id} AND ${isOtherReader(readerId, now)}`.execute(tx);
  return found.rows[0]?.count ?? 0;
}

/** The essay is locked. Whether another person has one of its readings open. */
export async function isReadByOther(tx: Tx, { id, readerId, now }: Omit<Lease, 'until'>): Promise<boolean> {
  const found = await sql`
    SELECT FROM essay_blind_readings WHERE essay_id = ${id} AND written_by IS DISTINCT FROM ${readerId}
      AND finished_at IS NULL AND leased_until > ${now}`.execute(tx);
  return found.rows.length > 0;
}

export async function takeBlindLease(tx: Tx, lease: Lease & { empty: Correction }): Promise<void> {
  await sql`
    INSERT INTO essay_blind_readings (essay_id, student_id, written_by, leased_until, draft, updated_at)
    SELECT id, student_id, ${lease.readerId}, ${lease.until}, ${JSON.stringify(lease.empty)}::jsonb, ${lease.now}
    FROM essays WHERE id = ${lease.id}
    ON CONFLICT (essay_id, written_by) DO UPDATE SET leased_until = EXCLUDED.leased_until
    WHERE essay_blind_readings.finished_at IS NULL`.execute(tx);
}

export async function endBlindLease(db: Db | Tx, id: number, readerId: string): Promise<void> {
  await sql`
    UPDATE essay_blind_readings SET leased_until = NULL
    WHERE essay_id = ${id} AND written_by = ${readerId}`.execute(db);
}

/** Compare-and-set on revision. */
export async function saveBlindReading(
  tx: Tx,
  reading: Lease & { draft: Correction; revision: number },
): Promise<number | undefined> {
  const found = await sql<{ revision: number }>`
    UPDATE essay_blind_readings SET draft = ${JSON.stringify(reading.draft)}::jsonb, revision = revision + 1,
      leased_until = ${reading.until}, updated_at = ${reading.now}
    WHERE essay_id = ${reading.id} AND written_by = ${reading.readerId} AND finished_at IS NULL
      AND revision = ${reading.revision}
    RETURNING revision`.execute(tx);
  return found.rows[0]?.revision;
}

type Finished = { id: number; readerId: string; result: EssayResult; share: number; now: Date };

/** The essay is locked. Compare-and-set: a reading is finished once, with the draft that was stored last. */
export async function finishBlindReading(tx: Tx, { id, readerId, result, share, now }: Finished): Promise<boolean> {
  const found = await sql`
    UPDATE essay_blind_readings SET finished_at = ${now}, leased_until = NULL, result = ${JSON.stringify(result)}::jsonb,
      share = ${share}, position = (SELECT count(*) + 1 FROM essay_blind_readings done
        WHERE done.essay_id = ${id} AND done.finished_at IS NOT NULL)
    WHERE essay_id = ${id} AND written_by = ${readerId} AND finished_at IS NULL RETURNING id`.execute(tx);
  return found.rows.length === 1;
}

/** In the order in which they were finished; at most three. */
export async function listFinishedReadings(tx: Db | Tx, id: number): Promise<FinishedReading[]> {
  const found = await sql<FinishedReading>`
    SELECT draft AS correction, result FROM essay_blind_readings
    WHERE essay_id = ${id} AND finished_at IS NOT NULL ORDER BY position`.execute(tx);
  return found.rows;
}

/** Compare-and-set from two readers to three. */
export async function askThirdReader(tx: Tx, id: number): Promise<void> {
  await sql`UPDATE essays SET readers_needed = 3 WHERE id = ${id} AND readers_needed = 2`.execute(tx);
}
