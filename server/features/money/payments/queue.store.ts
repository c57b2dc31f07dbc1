import { type RawBuilder, sql } from 'kysely';
import type { RefundPart } from '#contract/money/amounts.ts';
import { foldPaymentCode } from '#contract/money/payment-code.ts';
import type { Decision, PaymentFilters } from '#contract/money/payments.ts';
import type { UserStatus } from '#contract/platform/users.ts';
import { TIME_ZONE } from '#contract/time.ts';
import type { Db } from '#server/db/handle.ts';
import { likePattern } from '#server/db/keys.ts';
import { paymentColumns, queueTime, typed as typedPayment } from './payments.store.ts';

/** The lists of the administrators: what waits, and what was decided. */

export const payerColumns = [
  'users.first_name as firstName',
  'users.last_name as lastName',
  'users.email',
  'users.status as userStatus',
  'offers.name as offerName',
  sql<string | null>`(SELECT code FROM coupons WHERE coupons.id = payments.coupon_id)`.as('coupon'),
  sql<number | null>`(SELECT nullif(sum(charges.received - charges.returned), 0)::integer FROM charges
    WHERE charges.payment_id = payments.id)`.as('heldByProvider'),
] as const;
/** Parts add up; a refund of an earlier version has no parts. */
const refunded = sql<number>`coalesce(
  (SELECT sum(entries.amount) FROM refund_entries AS entries WHERE entries.payment_id = payments.id),
  CASE WHEN refunds.recorded_at IS NOT NULL THEN refunds.amount END, 0)::integer`;

/** Each time money of an order went back, oldest first. */
export const refundParts = sql<RefundPart[]>`coalesce(
  (SELECT json_agg(json_build_object('amount', entries.amount, 'paidOn', entries.paid_on::text,
      'endToEndId', entries.end_to_end_id) ORDER BY entries.id)
    FROM refund_entries AS entries WHERE entries.payment_id = payments.id), '[]')`;

export const refundColumns = [
  refunded.as('refundedCents'),
  // Null: an earlier version approved it.
  sql<number | null>`(SELECT sum(amounts.amount) FROM received_amounts AS amounts
    WHERE amounts.payment_id = payments.id)::integer`.as('receivedTotal'),
  sql<number>`coalesce((SELECT sum(amounts.amount) FROM received_amounts AS amounts
    WHERE amounts.payment_id = payments.id AND amounts.source IN ('provider', 'statement')), 0)::integer`.as(
    'receivedByBank',
  ),
  sql<boolean>`EXISTS (SELECT FROM received_amounts AS amounts
    WHERE amounts.payment_id = payments.id AND amounts.source = 'proof')`.as('receivedByProof'),
  refundParts.as('refundParts'),
  'refunds.requested_at as refundRequestedAt',
  'refunds.sent_at as refundSentAt',
  'refunds.recorded_at as refundRecordedAt',
  'refunds.amount as refundAmount',
  'refunds.end_to_end_id as endToEndId',
  'refunds.note as refundNote',
  'refunds.file_key as refundFile',
  'refunds.pix_key as refundPixKey',
  sql<string | null>`refunds.due_on::text`.as('refundDueOn'),
  sql<string | null>`refunds.paid_on::text`.as('refundPaidOn'),
] as const;

/** Written out, so that a kept plan finds the index of the queue. */
const isOpen = sql<boolean>`payments.status IN ('analyzing', 'pending')`;
const isPending = sql<boolean>`(payments.status = 'pending')`;

export type Search = PaymentFilters;

const isNarrowed = ({ search, method, offerId, from, to, proof }: Search): boolean =>
  !!search?.trim() || [method, offerId, from, to, proof].some((value) => value !== undefined);

/** What is asked for beside the list itself; `at` is the list's own time, a day of America/Sao_Paulo is compared. */
export function narrowed({ search, method, offerId, from, to, proof }: Search, at: RawBuilder<unknown>) {
  const day = sql`(${at} AT TIME ZONE ${sql.lit(TIME_ZONE)})::date`;
  const hasProof = sql`EXISTS (SELECT FROM payment_proofs WHERE payment_proofs.payment_id = payments.id)`;
  const wishes = [
    ...(search?.trim() ? [matches(search)] : []),
    ...(method ? [sql`payments.method = ${method}`] : []),
    ...(offerId ? [sql`payments.offer_id = ${offerId}`] : []),
    ...(from ? [sql`${day} >= ${from}::date`] : []),
    ...(to ? [sql`${day} <= ${to}::date`] : []),
    ...(proof ? [proof === 'with' ? hasProof : sql`NOT ${hasProof}`] : []),
  ];
  return wishes.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(wishes, sql` AND `)})`;
}

function openPayments(db: Db, filter: Search) {
  return db
    .selectFrom('payments')
    .leftJoin('users', 'users.id', 'payments.student_id')
    .leftJoin('offers', 'offers.id', 'payments.offer_id')
    .leftJoin('refunds', 'refunds.payment_id', 'payments.id')
    .where(isOpen)
    .where(narrowed(filter, queueTime));
}

/** Code, name or e-mail, without regard to case and accents. A code may be typed in groups or with O for 0. */
function matches(search: string) {
  const code = foldPaymentCode(search);
  const byPerson = sql<boolean>`users.search_key LIKE ${likePattern(search)}`;
  if (!/^[0-9A-HJKMNP-TV-Z]{1,16}$/.test(code)) return byPerson;
  return sql<boolean>`(${byPerson} OR payments.payment_code LIKE ${`%${code}%`})`;
}

export async function listOpenRows(
  db: Db,
  filter: Search & { limit: number; after: { isPending: boolean; time: Date; id: number } | null },
) {
  const { after } = filter;
  const rows = await openPayments(db, filter)
    .select([...paymentColumns, ...payerColumns, ...refundColumns])
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(${isPending}, ${queueTime}, payments.id) > (${after?.isPending}, ${after?.time}, ${after?.id})`,
      ),
    )
    .orderBy(isPending)
    .orderBy(queueTime)
    .orderBy('payments.id')
    .limit(filter.limit)
    .execute();
  return rows.map(typed);
}

export const all = sql<number>`count(*)`.as('count');

/** Who pays matters only to a filter: without one the index alone tells the number. */
const openRows = (db: Db, filter: Search) =>
  isNarrowed(filter) ? openPayments(db, filter) : db.selectFrom('payments').where(isOpen);

/** A query that can be batched with other reads. */
export const openCount = (db: Db, filter: Search) => sql<{ count: number }>`${openRows(db, filter).select(all)}`;

export async function countOpenRows(db: Db, filter: Search): Promise<number> {
  return (await openRows(db, filter).select(all).executeTakeFirstOrThrow()).count;
}

export async function listAdminRows(db: Db, paymentIds: readonly number[]) {
  const rows = await db
    .selectFrom('payments')
    .leftJoin('users', 'users.id', 'payments.student_id')
    .leftJoin('offers', 'offers.id', 'payments.offer_id')
    .leftJoin('refunds', 'refunds.payment_id', 'payments.id')
    .select([...paymentColumns, ...payerColumns, ...refundColumns])
    .where('payments.id', 'in', [...paymentIds])
    .execute();
  return rows.map(typed);
}

export async function findAdminRow(db: Db, paymentId: number) {
  const [row] = await listAdminRows(db, [paymentId]);
  if (!row) throw new Error(`There is no payment ${paymentId}.`);
  return row;
}

export type AdminRow = Awaited<ReturnType<typeof findAdminRow>>;

function decisionsOf(db: Db, decision: Decision, filter: Search) {
  return db
    .selectFrom('payment_decisions as decisions')
    .innerJoin('payments', 'payments.id', 'decisions.payment_id')
    .leftJoin('users', 'users.id', 'payments.student_id')
    .leftJoin('offers', 'offers.id', 'payments.offer_id')
    .leftJoin('refunds', 'refunds.payment_id', 'payments.id')
    .where('decisions.decision', '=', decision)
    .where(narrowed(filter, sql`decisions.decided_at`));
}

export async function listDecisionRows(
  db: Db,
  filter: Search & { decision: Decision; limit: number; after: { time: Date; id: number } | null },
) {
  const { after } = filter;
  const rows = await decisionsOf(db, filter.decision, filter)
    .leftJoin('users as admins', 'admins.id', 'decisions.decided_by')
    .select([
      ...paymentColumns,
      ...payerColumns,
      ...refundColumns,
      'decisions.id as decisionId',
      'decisions.reason',
      'decisions.decided_at as decisionAt',
      'admins.first_name as adminFirstName',
      'admins.last_name as adminLastName',
    ])
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(decisions.decided_at, decisions.id) < (${after?.time}, ${after?.id})`),
    )
    .orderBy('decisions.decided_at', 'desc')
    .orderBy('decisions.id', 'desc')
    .limit(filter.limit)
    .execute();
  return rows.map(typed);
}

export async function countDecisionRows(db: Db, filter: Search & { decision: Decision }): Promise<number> {
  const { count } = isNarrowed(filter)
    ? await decisionsOf(db, filter.decision, filter).select(all).executeTakeFirstOrThrow()
    : await db
        .selectFrom('payment_decisions')
        .select(all)
        .where('decision', '=', filter.decision)
        .executeTakeFirstOrThrow();
  return count;
}

export const typed = <R extends { status: string; method: string; userStatus: string | null }>(row: R) => ({
  ...typedPayment(row),
  userStatus: row.userStatus as UserStatus | null,
});
