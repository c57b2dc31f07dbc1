import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';

export async function addVisits(db: Db, day: string, visits: number): Promise<void> {
  await sql`
    INSERT INTO visit_days (day, visits) VALUES (${day}::date, ${visits})
    ON CONFLICT (day) DO UPDATE SET visits = visit_days.visits + excluded.visits`.execute(db);
}

/** Adds visits of the sample school. They are counted separately, so that its removal subtracts only these. */
export async function addSampleVisits(db: Db, days: readonly { day: string; visits: number }[]): Promise<void> {
  await sql`
    INSERT INTO visit_days (day, visits, sample_visits)
    SELECT day, visits, visits FROM unnest(${days.map(({ day }) => day)}::date[], ${days.map(({ visits }) => visits)}::int[])
      AS counted (day, visits)
    ON CONFLICT (day) DO UPDATE SET visits = visit_days.visits + excluded.visits,
      sample_visits = visit_days.sample_visits + excluded.sample_visits`.execute(db);
}

export async function dropSampleVisits(db: Db | Tx): Promise<void> {
  await sql`UPDATE visit_days SET visits = visits - sample_visits, sample_visits = 0 WHERE sample_visits > 0`.execute(
    db,
  );
}

export type DayRow = { day: string; amount: number; orders: number };

/** The counts that only the home needs, as queries that are batched. Received amounts by day, as on the finance page. */
export const homeReads = ({ lastFrom, monthFrom, from }: { lastFrom: string; monthFrom: string; from: string }) => ({
  received: sql<DayRow>`
    SELECT received_on::text AS day, sum(amount)::bigint AS amount, count(DISTINCT payment_id)::int AS orders
    FROM received_amounts WHERE received_on >= ${lastFrom}::date GROUP BY 1 ORDER BY 1`,
  refunded: sql<{ amount: number }>`
    SELECT coalesce(sum(amount), 0)::bigint AS amount FROM refund_entries WHERE paid_on >= ${monthFrom}::date`,
  visits: sql<{ visits: number }>`
    SELECT coalesce(sum(visits), 0)::int AS visits FROM visit_days WHERE day >= ${from}::date`,
  oldestTeacher: sql<{ at: Date }>`
    SELECT created_at AS at FROM users WHERE status = 'pending' AND role = 'teacher' ORDER BY created_at LIMIT 1`,
});
