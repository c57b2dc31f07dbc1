import { sql } from 'kysely';
import type { RefundState } from '#contract/money/payments-office.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { paymentColumns } from './payments.store.ts';
import { all, narrowed, payerColumns, refundColumns, type Search, typed } from './queue.store.ts';

export async function insertRefundRequest(
  tx: Tx,
  request: { paymentId: number; requestedAt: Date; dueOn: string; pixKey: string | null },
): Promise<void> {
  await tx
    .insertInto('refunds')
    .values({
      payment_id: request.paymentId,
      requested_at: request.requestedAt,
      due_on: request.dueOn,
      pix_key: request.pixKey,
    })
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

/**
 * Requested at the provider, which blocks other ways to pay it back. Without a request of the student it is due at
 * once.
 */
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

/** Orders whose money is to go back. */
const dueRefunds = (db: Db, filter: Search) =>
  db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .leftJoin('users', 'users.id', 'payments.student_id')
    .leftJoin('offers', 'offers.id', 'payments.offer_id')
    .where('refunds.recorded_at', 'is', null)
    .where(narrowed(filter, sql`refunds.requested_at`));

/** Orders of which money went back, whole or in parts, each by the last time it did. */
const doneRefunds = (db: Db, filter: Search) =>
  db
    .selectFrom('refund_entries as last')
    .innerJoin('payments', 'payments.id', 'last.payment_id')
    .leftJoin('refunds', 'refunds.payment_id', 'payments.id')
    .leftJoin('users', 'users.id', 'payments.student_id')
    .leftJoin('offers', 'offers.id', 'payments.offer_id')
    .where(
      sql<boolean>`NOT EXISTS (SELECT FROM refund_entries AS later WHERE later.payment_id = last.payment_id
        AND (later.paid_on, later.id) > (last.paid_on, last.id))`,
    )
    .where(narrowed(filter, sql`last.recorded_at`));

type RefundFilter = Search & { state: RefundState };
type RefundPage = RefundFilter & { limit: number; after: { day: string; id: number } | null };

/** `id` of a position is the order's for what is due, and the entry's for what went back. */
export const listRefundRows = (db: Db, page: RefundPage) =>
  page.state === 'due' ? listDueRows(db, page) : listDoneRows(db, page);

async function listDueRows(db: Db, filter: RefundPage) {
  const { after } = filter;
  const rows = await dueRefunds(db, filter)
    .select([...paymentColumns, ...payerColumns, ...refundColumns])
    .select([sql<string>`refunds.due_on::text`.as('day'), 'payments.id as positionId'])
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(refunds.due_on, payments.id) > (${after?.day}::date, ${after?.id}::integer)`),
    )
    .orderBy('refunds.due_on')
    .orderBy('payments.id')
    .limit(filter.limit)
    .execute();
  return rows.map(typed);
}

async function listDoneRows(db: Db, filter: RefundPage) {
  const { after } = filter;
  const rows = await doneRefunds(db, filter)
    .select([...paymentColumns, ...payerColumns, ...refundColumns])
    .select([sql<string>`last.paid_on::text`.as('day'), 'last.id as positionId'])
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(last.paid_on, last.id) < (${after?.day}::date, ${after?.id}::integer)`),
    )
    .orderBy('last.paid_on', 'desc')
    .orderBy('last.id', 'desc')
    .limit(filter.limit)
    .execute();
  return rows.map(typed);
}

export async function countRefundRows(db: Db, filter: RefundFilter): Promise<number> {
  const counted =
    filter.state === 'due'
      ? await dueRefunds(db, filter).select(all).executeTakeFirstOrThrow()
      : await doneRefunds(db, filter).select(all).executeTakeFirstOrThrow();
  return counted.count;
}

export async function findRefund(db: Db, paymentId: number) {
  return db
    .selectFrom('refunds')
    .select(['amount', sql<string | null>`paid_on::text`.as('paidOn'), 'end_to_end_id as endToEndId'])
    .where('payment_id', '=', paymentId)
    .executeTakeFirst();
}
