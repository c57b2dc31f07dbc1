import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';
import { isUnpaused, type Pausing } from '#server/db/unpaused.ts';
import type { ReminderSpan } from './reminders.policy.ts';

/** Whether any order of the same student has its reminders stopped: a stop is about the person. */
const isStopped = sql<boolean>`EXISTS (
  SELECT FROM order_reminders other JOIN payments own ON own.id = other.payment_id
  WHERE own.student_id = payments.student_id AND other.stopped_at IS NOT NULL)`;

/** Unpaid orders that can be reminded of: the latest of a student who may still buy. */
const remindable = (db: Db | Tx) =>
  db
    .selectFrom('payments')
    .innerJoin('users', 'users.id', 'payments.user_id')
    .leftJoin('order_reminders', 'order_reminders.payment_id', 'payments.id')
    .where('payments.status', '=', 'pending')
    .where('payments.amount', '>', 0)
    .where('users.status', '!=', 'blocked')
    .where('users.is_sample', '=', false)
    .where(sql<boolean>`NOT ${isStopped}`);

export async function listDueOrders(
  db: Db,
  { step, from, to }: ReminderSpan,
  { pausing, limit }: { pausing: Pausing; limit: number },
): Promise<{ id: number }[]> {
  return remindable(db)
    .select('payments.id')
    .where('payments.created_at', '>=', from)
    .where('payments.created_at', '<=', to)
    .where(sql<boolean>`coalesce(order_reminders.step, 0) < ${step}`)
    .where(isUnpaused(pausing, sql.ref('payments.id')))
    .orderBy('payments.created_at')
    .limit(limit)
    .execute();
}

/** What the mail of a reminder needs; undefined: paid, cancelled, removed or stopped meanwhile. */
export const findReminderFacts = (db: Db, paymentId: number) =>
  remindable(db)
    .select([
      'payments.payment_code as paymentCode',
      'payments.amount',
      'payments.student_id as studentId',
      'users.email',
      'users.first_name as firstName',
      'users.status as userStatus',
    ])
    .where('payments.id', '=', paymentId)
    .executeTakeFirst();

/** Compare-and-set: true for the one run that sends this step of an order that is still unpaid. */
export async function markReminded(tx: Tx, paymentId: number, step: number, now: Date): Promise<boolean> {
  const { rows } = await sql<{ payment_id: number }>`
    INSERT INTO order_reminders (payment_id, step, sent, first_sent_at, last_sent_at)
    SELECT id, ${step}, 1, ${now}, ${now} FROM payments WHERE id = ${paymentId} AND status = 'pending'
    ON CONFLICT (payment_id) DO UPDATE
      SET step = excluded.step, sent = order_reminders.sent + 1,
          first_sent_at = coalesce(order_reminders.first_sent_at, excluded.first_sent_at),
          last_sent_at = excluded.last_sent_at
      WHERE order_reminders.step < excluded.step AND order_reminders.stopped_at IS NULL
    RETURNING payment_id`.execute(tx);
  return rows.length > 0;
}

/** The first stop counts. False: there is no such order. */
export async function stopRow(tx: Tx, paymentId: number, by: string | null, now: Date): Promise<boolean> {
  const { rows } = await sql<{ payment_id: number }>`
    INSERT INTO order_reminders (payment_id, stopped_at, stopped_by)
    SELECT id, ${now}, ${by}::uuid FROM payments WHERE id = ${paymentId}
    ON CONFLICT (payment_id) DO UPDATE
      SET stopped_by = CASE WHEN order_reminders.stopped_at IS NULL THEN excluded.stopped_by ELSE order_reminders.stopped_by END,
          stopped_at = coalesce(order_reminders.stopped_at, excluded.stopped_at)
    RETURNING payment_id`.execute(tx);
  return rows.length > 0;
}

/** Lets the reminders of the order's student go on. */
export async function resumeRows(tx: Tx, paymentId: number): Promise<void> {
  await sql`
    UPDATE order_reminders SET stopped_at = NULL, stopped_by = NULL
    WHERE stopped_at IS NOT NULL AND payment_id IN (
      SELECT own.id FROM payments own JOIN payments asked ON asked.student_id = own.student_id
      WHERE asked.id = ${paymentId})`.execute(tx);
}

const unpaid = (db: Db | Tx) =>
  db.selectFrom('payments').where('payments.status', '=', 'pending').where('payments.amount', '>', 0);

const listed = (db: Db | Tx) =>
  unpaid(db)
    .leftJoin('users', 'users.id', 'payments.student_id')
    .leftJoin('offers', 'offers.id', 'payments.offer_id')
    .leftJoin('order_reminders', 'order_reminders.payment_id', 'payments.id')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('order_reminders as other')
          .innerJoin('payments as own', 'own.id', 'other.payment_id')
          .select(['other.stopped_at', 'other.stopped_by'])
          .whereRef('own.student_id', '=', 'payments.student_id')
          .where('other.stopped_at', 'is not', null)
          .orderBy('other.stopped_at')
          .limit(1)
          .as('stop'),
      (join) => join.onTrue(),
    )
    .select([
      'payments.id',
      'payments.payment_code as paymentCode',
      'payments.amount',
      'payments.created_at as createdAt',
      'offers.name as offer',
      'users.email',
      sql<string | null>`users.first_name || ' ' || users.last_name`.as('name'),
      sql<number>`coalesce(order_reminders.sent, 0)`.as('sent'),
      'order_reminders.last_sent_at as lastSentAt',
      'stop.stopped_at as stoppedAt',
      'stop.stopped_by as stoppedBy',
    ]);

export async function listUnpaidRows(db: Db, page: { limit: number; after: { createdAt: Date; id: number } | null }) {
  const { after, limit } = page;
  return listed(db)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(payments.created_at, payments.id) > (${after?.createdAt}, ${after?.id})`),
    )
    .orderBy('payments.created_at')
    .orderBy('payments.id')
    .limit(limit)
    .execute();
}
export type UnpaidRow = Awaited<ReturnType<typeof listUnpaidRows>>[number];

export const findUnpaidRow = (db: Db | Tx, id: number) => listed(db).where('payments.id', '=', id).executeTakeFirst();

export async function sumUnpaid(db: Db) {
  const { amount, ...row } = await unpaid(db)
    .select([
      sql<number>`count(*)::integer`.as('count'),
      sql<string>`coalesce(sum(amount), 0)`.as('amount'),
      sql<Date | null>`min(created_at)`.as('oldestAt'),
    ])
    .executeTakeFirstOrThrow();
  return { ...row, amount: Number(amount) };
}

/** Orders with a reminder since then, and those of them that were approved after their first one. */
export async function sumReminded(db: Db, since: Date) {
  const isPaid = sql`payments.status IN ('approved', 'refund_requested') AND payments.decided_at > first_sent_at`;
  const { paidAmount, ...row } = await db
    .selectFrom('order_reminders')
    .innerJoin('payments', 'payments.id', 'order_reminders.payment_id')
    .select([
      sql<number>`count(*)::integer`.as('orders'),
      sql<number>`count(*) FILTER (WHERE ${isPaid})::integer`.as('paid'),
      sql<string>`coalesce(sum(payments.amount) FILTER (WHERE ${isPaid}), 0)`.as('paidAmount'),
    ])
    .where('first_sent_at', '>=', since)
    .executeTakeFirstOrThrow();
  return { ...row, paidAmount: Number(paidAmount) };
}
