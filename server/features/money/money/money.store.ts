import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/handle.ts';

type Range = { from: string; to: string };

/** What came, each payment by the day it did. */
const receipts = ({ from, to }: Range): RawBuilder<unknown> => sql`
  SELECT 'receipt' AS kind, p.id, r.id AS part, r.received_on AS day, p.method, p.offer_id, r.amount, r.fee,
         r.end_to_end_id, p.note, p.amount AS price, r.source
  FROM received_amounts r JOIN payments p ON p.id = r.payment_id
  WHERE r.received_on BETWEEN ${from}::date AND ${to}::date`;

/** What went back, each part by the day it did. Fees are kept by the provider. */
const refunds = ({ from, to }: Range): RawBuilder<unknown> => sql`
  SELECT 'refund' AS kind, p.id, r.id AS part, r.paid_on AS day, p.method, p.offer_id, r.amount, NULL::integer AS fee,
         r.end_to_end_id, r.note, p.amount AS price, NULL AS source
  FROM refund_entries r JOIN payments p ON p.id = r.payment_id
  WHERE r.paid_on BETWEEN ${from}::date AND ${to}::date`;

type SumRow = {
  kind: 'total' | 'day' | 'method' | 'offer';
  day: string | null;
  method: string | null;
  offerId: number | null;
  offerName: string | null;
  orders: number;
  received: number;
  refunded: number;
  fees: number | null;
};

/** In one reading, so that every sum tells of the same moment. */
export async function sumMoney(db: Db, range: Range): Promise<SumRow[]> {
  const { rows } = await sql<SumRow>`
    WITH moves AS (${receipts(range)} UNION ALL ${refunds(range)}),
    sums AS (
      SELECT CASE WHEN grouping(day) = 0 THEN 'day' WHEN grouping(method) = 0 THEN 'method'
                  WHEN grouping(offer_id) = 0 THEN 'offer' ELSE 'total' END AS kind,
             day, method, offer_id,
             count(DISTINCT id) FILTER (WHERE kind = 'receipt')::integer AS orders,
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
  price: number;
  /** Null: a refund. */
  source: 'provider' | 'statement' | 'proof' | 'desk' | null;
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
           moves.end_to_end_id AS "endToEndId", moves.note, moves.price, moves.source, p.payment_code AS "paymentCode", offers.name AS "offerName",
           u.first_name || ' ' || u.last_name AS name, p.pseudonym
    FROM moves JOIN payments p ON p.id = moves.id
    LEFT JOIN offers ON offers.id = moves.offer_id LEFT JOIN users u ON u.id = p.student_id
    WHERE (moves.kind, moves.id, moves.part) > (${after.kind}, ${after.id}::integer, ${after.part}::integer)
    ORDER BY moves.kind, moves.id, moves.part LIMIT ${limit}`.execute(db);
  return rows;
}
