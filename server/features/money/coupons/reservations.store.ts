import { type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';
import { isUnpaused, type Pausing } from '#server/db/unpaused.ts';

/**
 * Whether a use (`coupon_uses` joined with its order in `payments`) can go to another student: its time is over, and
 * nothing says that the order was paid. A notice without a file that did not come from the holder says nothing.
 */
const isLapsed = (now: Date) => sql<boolean>`coupon_uses.reserved_until <= ${now} AND (
  payments.status IN ('pending', 'rejected')
  OR payments.status = 'analyzing' AND payments.analysis_by_holder IS FALSE AND payments.proof_uploaded_at IS NULL)`;

/** Unpaid orders with a coupon that has a limited number of uses. The partial index covers the status list. */
const reserved = (db: Db | Tx) =>
  db
    .selectFrom('payments')
    .innerJoin('coupon_uses', 'coupon_uses.payment_id', 'payments.id')
    .innerJoin('coupons', 'coupons.id', 'payments.coupon_id')
    .where('payments.coupon_id', 'is not', null)
    .where(sql<SqlBool>`payments.status IN ('pending', 'analyzing', 'rejected')`)
    .where('coupons.uses_max', 'is not', null);

export type LapsedOf = { coupon: string } | { studentId: string };

/** Orders whose reservation is over, oldest first. */
export async function listLapsedRows(
  db: Db,
  { now, of, pausing, limit }: { now: Date; of?: LapsedOf; pausing?: Pausing; limit: number },
): Promise<{ id: number; studentId: string | null }[]> {
  let due = reserved(db).select(['payments.id', 'payments.student_id as studentId']).where(isLapsed(now));
  if (of && 'coupon' in of) due = due.where('coupons.code', '=', of.coupon);
  if (of && 'studentId' in of) due = due.where('payments.student_id', '=', of.studentId);
  if (pausing) due = due.where(isUnpaused(pausing, sql.ref('payments.id')));
  return due.orderBy('coupon_uses.reserved_until').limit(limit).execute();
}

/** Until when the coupon of an unpaid order is reserved; undefined: it has no limited coupon. */
export async function findReservationOf(
  db: Db | Tx,
  paymentId: number,
  now: Date,
): Promise<{ until: Date; isOver: boolean } | undefined> {
  return reserved(db)
    .select(['coupon_uses.reserved_until as until', isLapsed(now).as('isOver')])
    .where('payments.id', '=', paymentId)
    .executeTakeFirst();
}

/** Uses of a coupon whose reservation is over; the next order that wants the coupon releases them. */
export async function countLapsed(db: Db | Tx, couponId: number, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('coupon_uses')
    .innerJoin('payments', 'payments.id', 'coupon_uses.payment_id')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('payments.coupon_id', '=', couponId)
    .where(isLapsed(now))
    .executeTakeFirstOrThrow();
  return count;
}

/** Never shortens a reservation. */
export async function extendReservation(tx: Tx, paymentId: number, until: Date): Promise<void> {
  await tx
    .updateTable('coupon_uses')
    .set({ reserved_until: until })
    .where('payment_id', '=', paymentId)
    .where('reserved_until', '<', until)
    .execute();
}
