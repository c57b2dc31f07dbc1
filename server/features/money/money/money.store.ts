import { type RawBuilder, sql } from 'kysely';
import { TIME_ZONE } from '#contract/time.ts';
import type { Db } from '#server/db/handle.ts';
import { addDays, startOfDay } from '#server/time/calendar.ts';

type Range = { from: string; to: string };

/** What was approved and stands, by the day of the approval, as the administrators' home counts it. */
const receipts = ({ from, to }: Range): RawBuilder<unknown> => sql`
  SELECT 'receipt' AS kind, p.id, 0 AS part, (d.decided_at AT TIME ZONE ${sql.lit(TIME_ZONE)})::date AS day, p.method, p.offer_id,
         p.amount, (SELECT sum(c.fee)::integer FROM charges c WHERE c.payment_id = p.id) AS fee,
         (SELECT c.end_to_end_ids[1] FROM charges c WHERE c.payment_id = p.id AND c.received > 0 LIMIT 1)
           AS end_to_end_id,
         p.note
  FROM payment_decisions d JOIN payments p ON p.id = d.payment_id
  WHERE d.decision = 'approved' AND d.taken_back_at IS NULL AND p.amount > 0
    AND d.decided_at >= ${startOfDay(from)} AND d.decided_at < ${startOfDay(addDays(to, 1))}`;

/** What went back, each part by the day it did. Fees are kept by the provider. */
const refunds = ({ from, to }: Range): RawBuilder<unknown> => sql`
  SELECT 'refund' AS kind, p.id, r.id AS part, r.paid_on AS day, p.method, p.offer_id, r.amount, NULL::integer AS fee,
         r.end_to_end_id, r.note
  FROM refund_entries r JOIN payments p ON p.id = r.payment_id
  WHERE r.paid_on BETWEEN ${from}::date AND ${to}::date
  UNION ALL
  -- Of an earlier version: without parts.
  SELECT 'refund' AS kind, p.id, 0 AS part, r.paid_on AS day, p.method, p.offer_id, r.amount, NULL::integer AS fee,
         r.end_to_end_id, r.note
  FROM refunds r JOIN payments p ON p.id = r.payment_id
  WHERE r.recorded_at IS NOT NULL AND r.paid_on BETWEEN ${from}::date AND ${to}::date
    AND NOT EXISTS (SELECT FROM refund_entries e WHERE e.payment_id = r.payment_id)`;

type SumRow = {
  kind: 'total' | 'day' | 'method' | 'offer';
  day: string | null;
  method: string | null;
  offerId: number | null;
  offerName: string | null;
  orders: number;
  received: string;
  refunded: string;
  fees: string | null;
};

/** In one reading, so that every sum tells of the same moment. */
export async function sumMoney(db: Db, range: Range): Promise<SumRow[]> {
  const { rows } = await sql<SumRow>`
    WITH moves AS (${receipts(range)} UNION ALL ${refunds(range)}),
    sums AS (
      SELECT CASE WHEN grouping(day) = 0 THEN 'day' WHEN grouping(method) = 0 THEN 'method'
                  WHEN grouping(offer_id) = 0 THEN 'offer' ELSE 'total' END AS kind,
             day, method, offer_id,
             count(*) FILTER (WHERE kind = 'receipt')::integer AS orders,
             coalesce(sum(amount) FILTER (WHERE kind = 'receipt'), 0)::bigint AS received,
             coalesce(sum(amount) FILTER (WHERE kind = 'refund'), 0)::bigint AS refunded,
             sum(fee)::bigint AS fees
      FROM moves GROUP BY GROUPING SETS ((day), (method), (offer_id), ()))
    SELECT sums.kind, sums.day::text AS day, sums.method, sums.offer_id AS "offerId", offers.name AS "offerName",
           sums.orders, sums.received, sums.refunded, sums.fees
    FROM sums LEFT JOIN offers ON offers.id = sums.offer_id
    ORDER BY sums.kind, sums.day, sums.received DESC, sums.method, offers.name`.execute(db);
  return rows;
}

export type MovementRow = {
  kind: 'receipt' | 'refund';
  id: number;
  part: number;
  day: string;
  method: string;
  amount: number;
  fee: number | null;
  endToEndId: string | null;
  note: string | null;
  paymentCode: string;
  offerName: string | null;
  name: string | null;
  pseudonym: string | null;
};

/** One day's movements, from a place on. */
export async function listMovementRows(
  db: Db,
  day: string,
  after: { kind: string; id: number; part: number },
  limit: number,
): Promise<MovementRow[]> {
  const range = { from: day, to: day };
  const { rows } = await sql<MovementRow>`
    WITH moves AS (${receipts(range)} UNION ALL ${refunds(range)})
    SELECT moves.kind, moves.id, moves.part, moves.day::text AS day, moves.method, moves.amount, moves.fee,
           moves.end_to_end_id AS "endToEndId", moves.note, p.payment_code AS "paymentCode", offers.name AS "offerName",
           u.first_name || ' ' || u.last_name AS name, p.pseudonym
    FROM moves JOIN payments p ON p.id = moves.id
    LEFT JOIN offers ON offers.id = moves.offer_id LEFT JOIN users u ON u.id = p.student_id
    WHERE (moves.kind, moves.id, moves.part) > (${after.kind}, ${after.id}::integer, ${after.part}::integer)
    ORDER BY moves.kind, moves.id, moves.part LIMIT ${limit}`.execute(db);
  return rows;
}
