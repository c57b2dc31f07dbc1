import { sql } from 'kysely';
import type { Db } from '#server/db/handle.ts';
import type { PairCount } from './agreement.rules.ts';

/** Finished readings of returned essays only: before the return even their sums would say how another reader read. */
const returnedSince = (since: Date) => sql`
  essay_blind_readings a JOIN essays e ON e.id = a.essay_id AND e.state = 'returned'
  WHERE a.finished_at >= ${since}`;

/** Every ordered pair of readings of one essay, counted by reader and tenths of the total. */
export async function countPairs(db: Db, since: Date): Promise<PairCount[]> {
  const found = await sql<PairCount>`
    SELECT a.written_by AS "readerId", round(a.share * 10)::int AS own, round(b.share * 10)::int AS other,
      count(*)::int AS count, sum(a.share - b.share)::float8 AS difference
    FROM essay_blind_readings b, ${returnedSince(since)}
      AND b.essay_id = a.essay_id AND b.id <> a.id AND b.finished_at IS NOT NULL
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`.execute(db);
  return found.rows;
}

export async function listReaders(db: Db, since: Date) {
  const found = await sql<{ readerId: string | null; name: string | null; readings: number }>`
    SELECT r."readerId", users.first_name || ' ' || users.last_name AS name, r.readings
    FROM (SELECT a.written_by AS "readerId", count(*)::int AS readings FROM ${returnedSince(since)} GROUP BY 1) r
    LEFT JOIN users ON users.id = r."readerId"
    ORDER BY r.readings DESC, name LIMIT 200`.execute(db);
  return found.rows;
}

export async function countReadEssays(db: Db, since: Date): Promise<{ essays: number; thirdReadings: number }> {
  const found = await sql<{ essays: number; thirdReadings: number }>`
    SELECT count(DISTINCT a.essay_id)::int AS essays,
      count(DISTINCT a.essay_id) FILTER (WHERE a.position = 3)::int AS "thirdReadings"
    FROM ${returnedSince(since)}`.execute(db);
  return found.rows[0] ?? { essays: 0, thirdReadings: 0 };
}
