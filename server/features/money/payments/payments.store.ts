import { sql } from 'kysely';
import type { PaymentMethod, PaymentStatus } from '#contract/money/payments.ts';
import type { Role, UserStatus } from '#contract/platform/users.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { identityKey } from '#server/db/keys.ts';

export const paymentColumns = [
  'payments.id',
  'payments.payment_code as paymentCode',
  'payments.amount',
  'payments.status',
  // Whose it is; `user_id` names the latest order of each alone.
  'payments.student_id as userId',
  'payments.offer_id as offerId',
  'payments.coupon_id as couponId',
  'payments.method',
  'payments.full_amount as fullAmount',
  'payments.coupon_lapsed_at as couponLapsedAt',
  'payments.took_place as tookPlace',
  'payments.takes_seat as takesSeat',
  'payments.pseudonym',
  'payments.note',
  'payments.proof_uploaded_at as proofUploadedAt',
  'payments.analysis_by_holder as analysisByHolder',
  'payments.decided_by as decidedBy',
  'payments.decided_at as decidedAt',
  'payments.rejection_reason as rejectionReason',
  'payments.created_at as createdAt',
  'payments.updated_at as updatedAt',
  'payments.version',
] as const;

export type PaymentRow = {
  id: number;
  paymentCode: string;
  amount: number;
  status: PaymentStatus;
  userId: string | null;
  offerId: number | null;
  couponId: number | null;
  method: PaymentMethod;
  fullAmount: number | null;
  /** When the reservation of its coupon ended without a payment. */
  couponLapsedAt: Date | null;
  tookPlace: boolean;
  /** Whether an approval takes a seat of the offer. */
  takesSeat: boolean;
  pseudonym: string | null;
  note: string | null;
  proofUploadedAt: Date | null;
  /** False: only others than the holder said that it was paid. */
  analysisByHolder: boolean | null;
  decidedBy: string | null;
  decidedAt: Date | null;
  rejectionReason: string | null;
  createdAt: Date;
  updatedAt: Date;
  version: number;
};

export const typed = <R extends { status: string; method: string }>(row: R) => ({
  ...row,
  status: row.status as PaymentStatus,
  method: row.method as PaymentMethod,
});

/** What the office says of an order that it makes itself. */
export type ByHand = {
  method?: PaymentMethod;
  note?: string | null;
  creationKey?: string | undefined;
  takesSeat?: boolean;
};

export type NewPayment = {
  paymentCode: string;
  amount: number;
  fullAmount: number;
  offerId: number;
  couponId: number | null;
  userId: string;
  now: Date;
};

/** Undefined when the student already has a latest order: that one has to be superseded first. */
export async function insertPayment(db: Db | Tx, payment: NewPayment & ByHand): Promise<PaymentRow | undefined> {
  const row = await db
    .insertInto('payments')
    .values({
      payment_code: payment.paymentCode,
      amount: payment.amount,
      full_amount: payment.fullAmount,
      offer_id: payment.offerId,
      coupon_id: payment.couponId,
      method: payment.method,
      note: payment.note,
      creation_key: payment.creationKey,
      takes_seat: payment.takesSeat,
      status: 'pending',
      user_id: payment.userId,
      student_id: payment.userId,
      created_at: payment.now,
      updated_at: payment.now,
    })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .returning(paymentColumns)
    .executeTakeFirst();
  return row && typed(row);
}

/** The order that one of its unique columns names. */
async function findBy(
  db: Db | Tx,
  column: 'id' | 'payment_code' | 'user_id' | 'creation_key',
  value: number | string,
): Promise<PaymentRow | undefined> {
  const row = await db.selectFrom('payments').select(paymentColumns).where(column, '=', value).executeTakeFirst();
  return row && typed(row);
}

export const findPaymentByCode = (db: Db | Tx, paymentCode: string) => findBy(db, 'payment_code', paymentCode);
export const findPayment = (db: Db | Tx, id: number) => findBy(db, 'id', id);
/** The latest order of a student. */
export const findPaymentOf = (db: Db | Tx, userId: string) => findBy(db, 'user_id', userId);
export const findPaymentByKey = (db: Db | Tx, creationKey: string) => findBy(db, 'creation_key', creationKey);

/** Another order comes: this one is no longer the latest. The caller holds the student. */
export async function supersedeOrder(tx: Tx, userId: string): Promise<void> {
  await tx.updateTable('payments').set({ user_id: null }).where('user_id', '=', userId).execute();
}

/** The student changes what is owed, and nothing else. Undefined when a concurrent change won. */
export async function reprice(
  tx: Tx,
  from: PaymentRow,
  change: { amount: number; couponId: number; now: Date },
): Promise<PaymentRow | undefined> {
  const row = await tx
    .updateTable('payments')
    .set({
      amount: change.amount,
      coupon_id: change.couponId,
      coupon_lapsed_at: null,
      updated_at: change.now,
      version: from.version + 1,
    })
    .where('id', '=', from.id)
    .where('status', '=', from.status)
    .where('version', '=', from.version)
    .returning(paymentColumns)
    .executeTakeFirst();
  return row && typed(row);
}

/** Every order of a student, newest first. */
export async function listOrdersOf(db: Db | Tx, userId: string): Promise<PaymentRow[]> {
  const rows = await db
    .selectFrom('payments')
    .select(paymentColumns)
    .where('student_id', '=', userId)
    .orderBy('id', 'desc')
    .execute();
  return rows.map(typed);
}

/** Reads a payment and holds it until the transaction ends. */
export async function lockPayment(tx: Tx, id: number): Promise<PaymentRow | undefined> {
  const row = await tx
    .selectFrom('payments')
    .select(paymentColumns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row && typed(row);
}

export type PaymentChange = {
  to: PaymentStatus;
  now: Date;
  proofUploadedAt?: Date | null;
  analysisByHolder?: boolean;
  decidedBy?: string | null;
  decidedAt?: Date | null;
  rejectionReason?: string | null;
  tookPlace?: boolean;
  method?: PaymentMethod | undefined;
};

/** Compare-and-set on state and version; undefined when a concurrent change won. */
export async function movePayment(tx: Tx, from: PaymentRow, change: PaymentChange): Promise<PaymentRow | undefined> {
  const row = await tx
    .updateTable('payments')
    .set({
      status: change.to,
      updated_at: change.now,
      version: from.version + 1,
      proof_uploaded_at: change.proofUploadedAt,
      analysis_by_holder: change.analysisByHolder,
      decided_by: change.decidedBy,
      decided_at: change.decidedAt,
      rejection_reason: change.rejectionReason,
      took_place: change.tookPlace,
      method: change.method,
    })
    .where('id', '=', from.id)
    .where('status', '=', from.status)
    .where('version', '=', from.version)
    .returning(paymentColumns)
    .executeTakeFirst();
  return row && typed(row);
}

/** A proof that arrives while the payment is in analysis for another one, or for none. */
export async function markProof(
  tx: Tx,
  payment: PaymentRow,
  { now, byHolder }: { now: Date; byHolder: boolean },
): Promise<PaymentRow> {
  const row = await tx
    .updateTable('payments')
    .set({
      updated_at: now,
      proof_uploaded_at: payment.proofUploadedAt ?? now,
      ...(byHolder ? { analysis_by_holder: true } : {}),
    })
    .where('id', '=', payment.id)
    .returning(paymentColumns)
    .executeTakeFirstOrThrow();
  return typed(row);
}

/** The holder confirms what another sender reported first. */
export async function markByHolder(tx: Tx, payment: PaymentRow): Promise<PaymentRow> {
  const row = await tx
    .updateTable('payments')
    .set({ analysis_by_holder: true })
    .where('id', '=', payment.id)
    .returning(paymentColumns)
    .executeTakeFirstOrThrow();
  return typed(row);
}

type Payer = { id: string; role: Role; status: UserStatus };

export async function findPayerByEmail(db: Db | Tx, email: string): Promise<Payer | undefined> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'role', 'status'])
    .where('email_key', '=', identityKey(email))
    .executeTakeFirst();
  return row as Payer | undefined;
}

/**
 * Locks administrators, then the user, then the payment. Every change of a user together with a payment uses this
 * order, so that two of them never deadlock. False when the administrator no longer exists.
 */
export async function lockAdminAndPayer(tx: Tx, adminId: string, payerId: string | null): Promise<boolean> {
  const admin = await tx.selectFrom('users').select('id').where('id', '=', adminId).forKeyShare().executeTakeFirst();
  if (payerId) await tx.selectFrom('users').select('id').where('id', '=', payerId).forNoKeyUpdate().execute();
  return admin !== undefined;
}

export async function insertDecision(
  tx: Tx,
  decision: {
    paymentId: number;
    decision: 'approved' | 'rejected';
    reason: string | null;
    by: string | null;
    activated: boolean;
    now: Date;
  },
): Promise<number> {
  const { id } = await tx
    .insertInto('payment_decisions')
    .values({
      payment_id: decision.paymentId,
      decision: decision.decision,
      reason: decision.reason,
      decided_by: decision.by,
      decided_at: decision.now,
      activated: decision.activated,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** How often a payment has been decided. */
export async function countDecisions(db: Db | Tx, paymentId: number): Promise<number> {
  const { count } = await db
    .selectFrom('payment_decisions')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('payment_id', '=', paymentId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** What an e-mail about a payment needs to say. */
export async function findLetterData(db: Db, paymentId: number) {
  const row = await db
    .selectFrom('payments')
    .innerJoin('users', 'users.id', 'payments.student_id')
    .select([
      'payments.payment_code as paymentCode',
      'payments.status',
      'payments.amount',
      'users.email',
      'users.first_name as firstName',
      'users.status as userStatus',
      'users.username',
    ])
    .where('payments.id', '=', paymentId)
    .executeTakeFirst();
  return row;
}

/** The removed student's orders are still known to be of one person. */
export async function savePseudonym(tx: Tx, userId: string, pseudonym: string): Promise<void> {
  await tx.updateTable('payments').set({ pseudonym, note: null }).where('student_id', '=', userId).execute();
  const own = tx.selectFrom('payments').select('id').where('student_id', '=', userId);
  await tx.updateTable('refunds').set({ pix_key: null }).where('payment_id', 'in', own).execute();
  await tx.updateTable('refund_entries').set({ pix_key: null }).where('payment_id', 'in', own).execute();
}

export const queueTime = sql<Date>`coalesce(payments.proof_uploaded_at, payments.created_at)`;
