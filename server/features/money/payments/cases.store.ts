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
  now: Date;
};

/** The same case with the same money is one; a return that fails once more is a case once more. */
export async function insertCase(db: Db | Tx, found: NewCase): Promise<void> {
  await sql`
    INSERT INTO charge_cases (payment_id, charge_id, txid, kind, held, amount, created_at)
    VALUES (${found.paymentId}, ${found.chargeId}, ${found.txid}, ${found.kind}, ${found.held}, ${found.amount},
      ${found.now})
    ON CONFLICT (txid, kind, coalesce(held, -1)) DO UPDATE
      SET closed_at = NULL, closed_by = NULL, resolution = NULL, note = NULL, created_at = excluded.created_at
      WHERE charge_cases.closed_at IS NOT NULL
        AND (charge_cases.kind = 'return_failed' OR charge_cases.resolution = 'settled')`.execute(db);
}

type OrderBalance = { received: number; refunded: number };

/** What came for an order and what went back. The caller has locked the order. */
export async function sumBalance(tx: Tx, paymentId: number): Promise<OrderBalance> {
  const { rows } = await sql<OrderBalance>`
    SELECT coalesce((SELECT sum(amount) FROM received_amounts WHERE payment_id = ${paymentId}), 0)::integer AS received,
      coalesce((SELECT sum(amount) FROM refund_entries WHERE payment_id = ${paymentId}), 0)::integer AS refunded`.execute(
    tx,
  );
  return rows[0] ?? { received: 0, refunded: 0 };
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
  'cases.created_at as createdAt',
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

export async function listCaseRows(db: Db, page: { limit: number; after: { createdAt: Date; id: number } | null }) {
  const { after } = page;
  const rows = await joined(db)
    .select(columns)
    .where('cases.closed_at', 'is', null)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(cases.created_at, cases.id) < (${after?.createdAt}, ${after?.id})`),
    )
    .orderBy('cases.created_at', 'desc')
    .orderBy('cases.id', 'desc')
    .limit(page.limit)
    .execute();
  return rows.map((row) => ({
    ...row,
    kind: row.kind as CaseKind,
    status: row.status as PaymentStatus | null,
  }));
}

export async function countCases(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('charge_cases')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

export async function findCase(db: Db | Tx, id: number) {
  const row = await joined(db)
    .select([...columns, 'cases.closed_at as closedAt', 'cases.resolution'])
    .where('cases.id', '=', id)
    .executeTakeFirst();
  return row && { ...row, kind: row.kind as CaseKind };
}

export type Closing = { by: string; resolution: 'accepted' | 'charged' | 'seen'; note: string | null; now: Date };

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
