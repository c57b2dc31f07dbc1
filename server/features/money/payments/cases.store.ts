import { sql } from 'kysely';
import type { CaseKind } from '#contract/money/charges.ts';
import type { PaymentStatus } from '#contract/money/payments.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { type AmountKind, amountKinds } from './balance.policy.ts';

export type NewCase = {
  paymentId: number | null;
  chargeId: number | null;
  txid: string;
  kind: CaseKind;
  held: number | null;
  amount: number | null;
  /** Cents that the payer claims back, of a dispute. */
  disputed?: number;
  now: Date;
};

/**
 * The same case with the same money is one; a return that fails once more is a case once more, and so is a dispute about
 * more than before.
 */
export async function insertCase(db: Db | Tx, found: NewCase): Promise<void> {
  await sql`
    INSERT INTO charge_cases (payment_id, charge_id, txid, kind, held, amount, disputed, created_at)
    VALUES (${found.paymentId}, ${found.chargeId}, ${found.txid}, ${found.kind}, ${found.held}, ${found.amount},
      ${found.disputed ?? null}, ${found.now})
    ON CONFLICT (txid, kind, coalesce(held, -1)) DO UPDATE
      SET closed_at = NULL, closed_by = NULL, resolution = NULL, note = NULL, created_at = excluded.created_at,
        amount = excluded.amount, disputed = excluded.disputed
      WHERE (charge_cases.closed_at IS NOT NULL
          AND (charge_cases.kind = 'return_failed' OR charge_cases.resolution = 'settled'))
        OR excluded.disputed > charge_cases.disputed
        OR (charge_cases.closed_at IS NULL AND excluded.disputed IS DISTINCT FROM charge_cases.disputed)`.execute(db);
}

type OrderBalance = { received: number; surcharge: number; refunded: number };

/** What came for an order and what went back. The caller has locked the order. */
export async function sumBalance(tx: Tx, paymentId: number): Promise<OrderBalance> {
  const { rows } = await sql<OrderBalance>`
    SELECT coalesce((SELECT sum(amount) FROM received_amounts WHERE payment_id = ${paymentId}), 0)::integer AS received,
      coalesce((SELECT max(surcharge) FROM received_amounts WHERE payment_id = ${paymentId}), 0)::integer AS surcharge,
      coalesce((SELECT sum(amount) FROM refund_entries WHERE payment_id = ${paymentId}), 0)::integer AS refunded`.execute(
    tx,
  );
  return rows[0] ?? { received: 0, surcharge: 0, refunded: 0 };
}

/** Closes the amount cases of an order that no longer hold. */
export async function settleAmountCases(
  tx: Tx,
  paymentId: number,
  current: { kind: AmountKind; held: number } | null,
  now: Date,
): Promise<void> {
  await sql`
    UPDATE charge_cases SET closed_at = ${now}, resolution = 'settled'
    WHERE payment_id = ${paymentId} AND closed_at IS NULL AND kind = ANY(${[...amountKinds]})
      AND NOT (kind = ${current?.kind ?? ''} AND held = ${current?.held ?? -1})`.execute(tx);
}

/** Brings the open amount cases of an order in line with what the school counts on now. */
export async function setExpectedTotal(tx: Tx, paymentId: number, amount: number): Promise<void> {
  await sql`
    UPDATE charge_cases SET amount = ${amount}
    WHERE payment_id = ${paymentId} AND closed_at IS NULL AND kind = ANY(${[...amountKinds]})
      AND amount IS DISTINCT FROM ${amount}`.execute(tx);
}

/** Whether the same case of an order is open, or a person has closed it. */
export async function isAmountCaseKnown(tx: Tx, paymentId: number, kind: AmountKind, held: number): Promise<boolean> {
  const row = await tx
    .selectFrom('charge_cases')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('kind', '=', kind)
    .where('held', '=', held)
    .where((eb) => eb.or([eb('closed_at', 'is', null), sql<boolean>`resolution IS DISTINCT FROM 'settled'`]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The provider knows the charge again. */
export async function settleMissing(tx: Tx, chargeId: number, now: Date): Promise<void> {
  await tx
    .updateTable('charge_cases')
    .set({ closed_at: now, resolution: 'settled' })
    .where('charge_id', '=', chargeId)
    .where('kind', '=', 'missing_at_provider')
    .where('closed_at', 'is', null)
    .execute();
}

const columns = [
  'cases.id',
  'cases.kind',
  'cases.txid',
  'cases.held',
  'cases.amount',
  'cases.disputed',
  'cases.created_at as createdAt',
  'cases.charged_at as chargedAt',
  'payments.id as paymentId',
  'payments.payment_code as paymentCode',
  'payments.status',
  'offers.name as offerName',
  sql<string | null>`users.first_name || ' ' || users.last_name`.as('name'),
] as const;

/** An earlier version writes the charge of a case alone. */
const orderOfCase = sql<number>`coalesce(cases.payment_id, charges.payment_id)`;

const joined = (db: Db | Tx) =>
  db
    .selectFrom('charge_cases as cases')
    .leftJoin('charges', 'charges.id', 'cases.charge_id')
    .leftJoin('payments', (join) => join.on('payments.id', '=', orderOfCase))
    .leftJoin('offers', 'offers.id', 'payments.offer_id')
    .leftJoin('users', 'users.id', 'payments.student_id');

/** Money of a student comes before notices of a provider. */
const urgent: CaseKind[] = ['paid_twice', 'chargeback', 'underpaid', 'wrong_amount', 'order_closed', 'overpaid'];
const rank = sql<number>`coalesce(array_position(${sql.val(urgent)}::text[], cases.kind), ${urgent.length + 1})`;

type CasePosition = { rank: number; createdAt: Date; id: number };

export async function listCaseRows(db: Db, page: { limit: number; after: CasePosition | null }) {
  const { after } = page;
  const rows = await joined(db)
    .select([...columns, rank.as('rank')])
    .where('cases.closed_at', 'is', null)
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(${rank}, cases.created_at, cases.id) > (${after?.rank}::integer, ${after?.createdAt}, ${after?.id}::integer)`,
      ),
    )
    .orderBy(rank)
    .orderBy('cases.created_at')
    .orderBy('cases.id')
    .limit(page.limit)
    .execute();
  return rows.map((row) => ({
    ...row,
    kind: row.kind as CaseKind,
    status: row.status as PaymentStatus | null,
  }));
}

/** A query that can be batched with other reads. */
export const caseCount = () => sql<{ count: number }>`
  SELECT count(*)::integer AS count FROM charge_cases WHERE closed_at IS NULL`;

export const countCases = async (db: Db): Promise<number> => (await caseCount().execute(db)).rows[0]?.count ?? 0;

export async function findCase(db: Db | Tx, id: number) {
  const row = await joined(db)
    .select([...columns, 'cases.closed_at as closedAt', 'cases.resolution'])
    .where('cases.id', '=', id)
    .executeTakeFirst();
  return row && { ...row, kind: row.kind as CaseKind };
}

export type Closing = { by: string; resolution: 'accepted' | 'seen'; note: string | null; now: Date };

/** Compare-and-set: false where it is closed already. */
export async function closeCaseRow(db: Db | Tx, id: number, { by, resolution, note, now }: Closing): Promise<boolean> {
  const row = await db
    .updateTable('charge_cases')
    .set({ closed_at: now, closed_by: by, resolution, note })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** False: the student was asked for the rest today already. */
export async function markCharged(tx: Tx, id: number, { now, since }: { now: Date; since: Date }): Promise<boolean> {
  const row = await tx
    .updateTable('charge_cases')
    .set({ charged_at: now })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .where((eb) => eb.or([eb('charged_at', 'is', null), eb('charged_at', '<', since)]))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export type ComparedOrder = { id: number; status: PaymentStatus; amount: number } & OrderBalance;

/** Orders that changed since then, with their money, in the order of their ids. */
export async function listComparedOrders(
  db: Db,
  { since, after, limit }: { since: Date; after: number; limit: number },
): Promise<ComparedOrder[]> {
  const { rows } = await sql<ComparedOrder>`
    SELECT p.id, p.status, p.amount,
      coalesce((SELECT sum(r.amount) FROM received_amounts r WHERE r.payment_id = p.id), 0)::integer AS received,
      coalesce((SELECT max(r.surcharge) FROM received_amounts r WHERE r.payment_id = p.id), 0)::integer AS surcharge,
      coalesce((SELECT sum(e.amount) FROM refund_entries e WHERE e.payment_id = p.id), 0)::integer AS refunded
    FROM payments p WHERE p.id > ${after} AND p.updated_at >= ${since} ORDER BY p.id LIMIT ${limit}`.execute(db);
  return rows;
}

/**
 * Approved orders whose money only a proof speaks for, although a statement of those days was sent that does not show
 * it. Banks book a transfer up to a working day later, so the statement must reach beyond the day of the approval.
 */
export async function listUnconfirmed(db: Db, since: Date, limit: number) {
  const { rows } = await sql<{ paymentId: number; paymentCode: string; claimed: number }>`
    SELECT p.id AS "paymentId", p.payment_code AS "paymentCode", r.amount AS claimed
    FROM received_amounts r JOIN payments p ON p.id = r.payment_id
    WHERE r.source = 'proof' AND r.recorded_at >= ${since} AND p.status IN ('approved', 'refund_requested')
      AND EXISTS (SELECT FROM statements s WHERE s.first_day <= r.received_on - 2 AND s.last_day >= r.received_on + 2)
      AND NOT EXISTS (SELECT FROM charge_cases c WHERE c.payment_id = p.id AND c.kind = 'unconfirmed')
    ORDER BY r.id LIMIT ${limit}`.execute(db);
  return rows;
}

/** Closes what said that no bank tells of the money of an order. */
export async function settleUnconfirmed(tx: Tx, paymentId: number, now: Date): Promise<void> {
  await sql`
    UPDATE charge_cases SET closed_at = ${now}, resolution = 'settled'
    WHERE payment_id = ${paymentId} AND kind = 'unconfirmed' AND closed_at IS NULL
      AND NOT EXISTS (SELECT FROM received_amounts r WHERE r.payment_id = ${paymentId} AND r.source = 'proof')`.execute(
    tx,
  );
}
