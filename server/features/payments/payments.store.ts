import { sql } from 'kysely';
import type { Role, UserStatus } from '../../../contract/accounts.ts';
import type { PaymentStatus } from '../../../contract/payments.ts';
import type { Db, Tx } from '../../db/handle.ts';
import { identityKey } from '../../db/keys.ts';

export const paymentColumns = [
  'payments.id',
  'payments.payment_code as paymentCode',
  'payments.amount',
  'payments.status',
  'payments.user_id as userId',
  'payments.proof_uploaded_at as proofUploadedAt',
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
  proofUploadedAt: Date | null;
  decidedBy: string | null;
  decidedAt: Date | null;
  rejectionReason: string | null;
  createdAt: Date;
  updatedAt: Date;
  version: number;
};

const typed = <R extends { status: string }>(row: R) => ({ ...row, status: row.status as PaymentStatus });

/** Undefined where the student has a payment already: there is one each, whoever asks first. */
export async function insertPayment(
  db: Db | Tx,
  payment: { paymentCode: string; amount: number; userId: string; now: Date },
): Promise<PaymentRow | undefined> {
  const row = await db
    .insertInto('payments')
    .values({
      payment_code: payment.paymentCode,
      amount: payment.amount,
      status: 'pending',
      user_id: payment.userId,
      created_at: payment.now,
      updated_at: payment.now,
    })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .returning(paymentColumns)
    .executeTakeFirst();
  return row && typed(row);
}

export async function findPaymentByCode(db: Db | Tx, paymentCode: string): Promise<PaymentRow | undefined> {
  const row = await db
    .selectFrom('payments')
    .select(paymentColumns)
    .where('payment_code', '=', paymentCode)
    .executeTakeFirst();
  return row && typed(row);
}

export async function findPaymentOf(db: Db | Tx, userId: string): Promise<PaymentRow | undefined> {
  const row = await db.selectFrom('payments').select(paymentColumns).where('user_id', '=', userId).executeTakeFirst();
  return row && typed(row);
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

type PaymentChange = {
  to: PaymentStatus;
  now: Date;
  proofUploadedAt?: Date | null;
  decidedBy?: string | null;
  decidedAt?: Date | null;
  rejectionReason?: string | null;
};

/** Compare-and-set on state and version; undefined when somebody else was faster. */
export async function movePayment(tx: Tx, from: PaymentRow, change: PaymentChange): Promise<PaymentRow | undefined> {
  const row = await tx
    .updateTable('payments')
    .set({
      status: change.to,
      updated_at: change.now,
      version: from.version + 1,
      proof_uploaded_at: change.proofUploadedAt,
      decided_by: change.decidedBy,
      decided_at: change.decidedAt,
      rejection_reason: change.rejectionReason,
    })
    .where('id', '=', from.id)
    .where('status', '=', from.status)
    .where('version', '=', from.version)
    .returning(paymentColumns)
    .executeTakeFirst();
  return row && typed(row);
}

/** A proof that arrives while the payment is in analysis for another one, or for none. */
export async function markProof(tx: Tx, payment: PaymentRow, now: Date): Promise<PaymentRow> {
  const row = await tx
    .updateTable('payments')
    .set({ updated_at: now, proof_uploaded_at: payment.proofUploadedAt ?? now })
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
 * Whoever changes a user and their payment holds administrators first, then the user, then the payment: one order
 * everywhere, so that two of them never wait for each other. False when the administrator is no longer there.
 */
export async function holdAdminAndPayer(tx: Tx, adminId: string, payerId: string | null): Promise<boolean> {
  const admin = await tx.selectFrom('users').select('id').where('id', '=', adminId).forKeyShare().executeTakeFirst();
  if (payerId) await tx.selectFrom('users').select('id').where('id', '=', payerId).forNoKeyUpdate().execute();
  return admin !== undefined;
}

export async function insertDecision(
  tx: Tx,
  decision: { paymentId: number; decision: 'approved' | 'rejected'; reason: string | null; by: string; now: Date },
): Promise<number> {
  const { id } = await tx
    .insertInto('payment_decisions')
    .values({
      payment_id: decision.paymentId,
      decision: decision.decision,
      reason: decision.reason,
      decided_by: decision.by,
      decided_at: decision.now,
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
    .innerJoin('users', 'users.id', 'payments.user_id')
    .select([
      'payments.payment_code as paymentCode',
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

export async function findDecisionReason(db: Db, decisionId: number): Promise<string | null> {
  const row = await db.selectFrom('payment_decisions').select('reason').where('id', '=', decisionId).executeTakeFirst();
  return row?.reason ?? null;
}

export const queueTime = sql<Date>`coalesce(payments.proof_uploaded_at, payments.created_at)`;
