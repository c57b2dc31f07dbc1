import { sql } from 'kysely';
import type { Db } from '#server/db/handle.ts';
import { paymentColumns, typed } from './payments.store.ts';
import { refundParts } from './queue.store.ts';

/** The most orders that are listed for one student. */
const ORDERS_MAX = 200;

/** The orders of a student, newest first, with their offers and refunds. */
export async function listOrderRows(db: Db, userId: string) {
  const rows = await db
    .selectFrom('payments')
    .leftJoin('offers', 'offers.id', 'payments.offer_id')
    .leftJoin('refunds', 'refunds.payment_id', 'payments.id')
    .select([
      ...paymentColumns,
      'offers.name as offerName',
      sql<string | null>`(SELECT code FROM coupons WHERE coupons.id = payments.coupon_id)`.as('coupon'),
      'refunds.requested_at as refundRequestedAt',
      'refunds.sent_at as refundSentAt',
      'refunds.recorded_at as refundRecordedAt',
      'refunds.amount as refundAmount',
      'refunds.end_to_end_id as endToEndId',
      'refunds.file_key as refundFile',
      'refunds.pix_key as refundPixKey',
      refundParts.as('refundParts'),
      sql<string | null>`refunds.due_on::text`.as('refundDueOn'),
      sql<string | null>`refunds.paid_on::text`.as('refundPaidOn'),
    ])
    .where('payments.student_id', '=', userId)
    .orderBy('payments.id', 'desc')
    .limit(ORDERS_MAX)
    .execute();
  return rows.map(typed);
}

export type OrderRow = Awaited<ReturnType<typeof listOrderRows>>[number];
