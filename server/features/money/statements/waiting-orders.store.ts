import { sql } from 'kysely';
import type { PaymentStatus } from '#contract/money/payments.ts';
import { TIME_ZONE } from '#contract/time.ts';
import type { Db, Tx } from '#server/db/handle.ts';

/** More orders than this never wait for their money at once. */
const OPEN_ORDERS_MAX = 100_000;

/** Orders that wait for their money, with whose they are. */
export async function listOpenOrders(db: Db) {
  const { rows } = await sql<{
    id: number;
    paymentCode: string;
    amount: number;
    name: string;
    since: Date;
    endToEndIds: string[];
  }>`
    SELECT payments.id, payment_code AS "paymentCode", amount,
      coalesce(users.first_name || ' ' || users.last_name, '') AS name,
      coalesce(proof_uploaded_at, payments.created_at) AS since,
      ARRAY(SELECT unnest(end_to_end_ids) FROM charges WHERE charges.payment_id = payments.id) AS "endToEndIds"
    FROM payments LEFT JOIN users ON users.id = payments.student_id
    WHERE payments.status IN ('analyzing', 'pending') AND amount > 0
    ORDER BY payments.id LIMIT ${OPEN_ORDERS_MAX}`.execute(db);
  return rows;
}

/** Orders that wait for nothing, by code, and whether an entry pays them already. */
export async function listDecidedOrders(tx: Tx, codes: readonly string[]) {
  const { rows } = await sql<{
    id: number;
    paymentCode: string;
    amount: number;
    status: PaymentStatus;
    isPaid: boolean;
    /** Cents that the office confirmed from a proof and no bank has told of; null: none. */
    claimed: number | null;
  }>`
    SELECT id, payment_code AS "paymentCode", amount, status,
      EXISTS (SELECT FROM statement_entries e WHERE e.payment_id = payments.id AND e.state IN ('confirmed', 'settled'))
        AS "isPaid",
      (SELECT amount FROM received_amounts r WHERE r.payment_id = payments.id AND r.source = 'proof') AS claimed
    FROM payments WHERE payment_code = ANY(${codes}) AND status NOT IN ('analyzing', 'pending')`.execute(tx);
  return rows;
}

const unreceived = (statementId: number) => sql`payments p JOIN statements s ON s.id = ${statementId}
  WHERE p.status = 'analyzing' AND p.proof_uploaded_at IS NOT NULL
    AND (p.proof_uploaded_at AT TIME ZONE ${sql.lit(TIME_ZONE)})::date BETWEEN s.first_day AND s.last_day
    AND NOT EXISTS (SELECT FROM statement_entries e WHERE e.payment_id = p.id AND e.state <> 'ignored')`;

/** Orders with a proof of the statement's days and no money, oldest proof first. */
export async function listUnreceivedIds(
  db: Db,
  statementId: number,
  page: { limit: number; after: { time: Date; id: number } | null },
): Promise<{ id: number; time: Date }[]> {
  const { rows } = await sql<{ id: number; time: Date }>`
    SELECT p.id, p.proof_uploaded_at AS time FROM ${unreceived(statementId)}
      AND ${page.after ? sql`(p.proof_uploaded_at, p.id) > (${page.after.time}, ${page.after.id})` : sql`true`}
    ORDER BY p.proof_uploaded_at, p.id LIMIT ${page.limit}`.execute(db);
  return rows;
}

export async function countUnreceived(db: Db, statementId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM ${unreceived(statementId)}`.execute(db);
  return rows[0]?.count ?? 0;
}
