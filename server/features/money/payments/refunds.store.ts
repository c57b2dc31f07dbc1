import { sql } from 'kysely';
import type { RefundState } from '#contract/money/payments-office.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { paymentColumns } from './payments.store.ts';
import { all, narrowed, payerColumns, refundColumns, type Search, typed } from './queue.store.ts';

export async function insertRefundRequest(
  tx: Tx,
  request: { paymentId: number; requestedAt: Date; dueOn: string },
): Promise<void> {
  await tx
    .insertInto('refunds')
    .values({ payment_id: request.paymentId, requested_at: request.requestedAt, due_on: request.dueOn })
    .execute();
}

/** The wish is taken back; the audit keeps that there was one. */
export async function deleteRefundRequest(tx: Tx, paymentId: number): Promise<void> {
  await tx.deleteFrom('refunds').where('payment_id', '=', paymentId).where('recorded_at', 'is', null).execute();
}

export async function saveRefund(
  tx: Tx,
  refund: {
    paymentId: number;
    amount: number;
    paidOn: string;
    endToEndId: string | null;
    note: string | null;
    /** Null: at the provider's own desk. */
    by: string | null;
    now: Date;
  },
): Promise<void> {
  const carriedOut = {
    amount: refund.amount,
    paid_on: refund.paidOn,
    end_to_end_id: refund.endToEndId,
    note: refund.note,
    recorded_by: refund.by,
    recorded_at: refund.now,
  };
  await tx
    .insertInto('refunds')
    .values({ payment_id: refund.paymentId, ...carriedOut })
    .onConflict((conflict) => conflict.column('payment_id').doUpdateSet(carriedOut))
    .execute();
}

/** Asked of the provider: nobody else pays it back meanwhile. An order that nobody asked back is due at once. */
export async function saveSentRefund(
  tx: Tx,
  refund: {
    paymentId: number;
    amount: number;
    note: string | null;
    by: string;
    creationKey: string | null;
    today: string;
    now: Date;
  },
): Promise<void> {
  const sent = {
    sent_at: refund.now,
    sent_amount: refund.amount,
    sent_note: refund.note,
    sent_by: refund.by,
    sent_key: refund.creationKey,
  };
  await tx
    .insertInto('refunds')
    .values({ payment_id: refund.paymentId, due_on: refund.today, ...sent })
    .onConflict((conflict) => conflict.column('payment_id').doUpdateSet(sent))
    .execute();
}

/** What was asked of the provider and is not carried out yet. */
export async function findSentRefund(tx: Tx, paymentId: number) {
  return tx
    .selectFrom('refunds')
    .select(['sent_amount as amount', 'sent_note as note', 'sent_by as by', 'sent_key as creationKey'])
    .where('payment_id', '=', paymentId)
    .where('sent_at', 'is not', null)
    .where('recorded_at', 'is', null)
    .executeTakeFirst();
}

/** The provider did not give it back: a request waits as before, and where there was none, nothing does. */
export async function clearSentRefund(tx: Tx, paymentId: number): Promise<void> {
  await tx
    .deleteFrom('refunds')
    .where('payment_id', '=', paymentId)
    .where('recorded_at', 'is', null)
    .where('requested_at', 'is', null)
    .execute();
  await tx
    .updateTable('refunds')
    .set({ sent_at: null, sent_amount: null, sent_note: null, sent_by: null, sent_key: null })
    .where('payment_id', '=', paymentId)
    .where('recorded_at', 'is', null)
    .execute();
}

function refundsIn(db: Db, state: RefundState, filter: Search) {
  return db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .leftJoin('users', 'users.id', 'payments.student_id')
    .leftJoin('offers', 'offers.id', 'payments.offer_id')
    .where('refunds.recorded_at', state === 'due' ? 'is' : 'is not', null)
    .where(narrowed(filter, sql`coalesce(refunds.recorded_at, refunds.requested_at)`));
}

type RefundFilter = Search & { state: RefundState };

export async function listRefundRows(
  db: Db,
  filter: RefundFilter & { limit: number; after: { day: string; id: number } | null },
) {
  const { after, state } = filter;
  const day = state === 'due' ? sql`refunds.due_on` : sql`refunds.paid_on`;
  const direction = state === 'due' ? 'asc' : 'desc';
  const compare = state === 'due' ? sql`>` : sql`<`;
  const rows = await refundsIn(db, state, filter)
    .select([...paymentColumns, ...payerColumns, ...refundColumns, sql<string>`${day}::text`.as('position')])
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(${day}, payments.id) ${compare} (${after?.day}::date, ${after?.id}::integer)`),
    )
    .orderBy(day, direction)
    .orderBy('payments.id', direction)
    .limit(filter.limit)
    .execute();
  return rows.map(typed);
}

export async function countRefundRows(db: Db, filter: RefundFilter): Promise<number> {
  return (await refundsIn(db, filter.state, filter).select(all).executeTakeFirstOrThrow()).count;
}

export async function findRefund(db: Db, paymentId: number) {
  return db
    .selectFrom('refunds')
    .select(['amount', sql<string | null>`paid_on::text`.as('paidOn'), 'end_to_end_id as endToEndId'])
    .where('payment_id', '=', paymentId)
    .executeTakeFirst();
}
