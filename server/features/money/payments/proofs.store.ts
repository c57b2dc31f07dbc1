import { sql } from 'kysely';
import type { ProofType } from '#contract/money/payments.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { isUnpaused, type Pausing } from '#server/db/unpaused.ts';
import type { ProofSender } from './proof-limits.policy.ts';

export type NewProof = {
  paymentId: number;
  sha256: Buffer;
  type: ProofType;
  size: number;
  fileKey: string;
  previewKey: string | null;
  sender: ProofSender;
  round: number;
  now: Date;
};

export async function insertProof(tx: Tx, proof: NewProof): Promise<number> {
  const { id } = await tx
    .insertInto('payment_proofs')
    .values({
      payment_id: proof.paymentId,
      sha256: proof.sha256,
      type: proof.type,
      size: proof.size,
      file_key: proof.fileKey,
      preview_key: proof.previewKey,
      from_holder: proof.sender.isHolder,
      sender: proof.sender.hash,
      round: proof.round,
      uploaded_at: proof.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The proofs of one payment: what tells them apart and who sent them. At most fifty. */
export async function listKnownProofs(db: Db | Tx, paymentId: number) {
  return db
    .selectFrom('payment_proofs')
    .select(['id', 'sha256', 'from_holder as fromHolder', 'sender', 'round'])
    .where('payment_id', '=', paymentId)
    .orderBy('id')
    .execute();
}

/** The student sent a file that another sender, or another device of the student, had sent before. */
export async function markFromStudent(tx: Tx, proofId: number): Promise<void> {
  await tx
    .updateTable('payment_proofs')
    .set({ from_holder: true, sender: null })
    .where('id', '=', proofId)
    .where('from_holder', 'is distinct from', true)
    .execute();
}

export async function findProof(db: Db, id: number) {
  const row = await db
    .selectFrom('payment_proofs')
    .innerJoin('payments', 'payments.id', 'payment_proofs.payment_id')
    .select([
      'payment_proofs.id',
      'payment_proofs.type',
      'payment_proofs.file_key as fileKey',
      'payment_proofs.preview_key as previewKey',
      'payments.payment_code as paymentCode',
      'payments.student_id as userId',
    ])
    .where('payment_proofs.id', '=', id)
    .executeTakeFirst();
  return row && { ...row, type: row.type as ProofType };
}

/** The proofs of many payments in one read, the students' own first, then newest first, each with the codes of other payments it was sent for. */
export async function listProofsOf(db: Db | Tx, paymentIds: number[]) {
  if (paymentIds.length === 0) return [];
  const rows = await db
    .selectFrom('payment_proofs as proof')
    .leftJoin('proof_readings as reading', 'reading.proof_id', 'proof.id')
    .select([
      'proof.id',
      'proof.payment_id as paymentId',
      'proof.type',
      'proof.size',
      'proof.file_key as fileKey',
      'proof.preview_key as previewKey',
      'proof.uploaded_at as uploadedAt',
      'proof.from_holder as fromHolder',
      sql<string[]>`ARRAY(
        SELECT other_payment.payment_code
        FROM payment_proofs AS other JOIN payments AS other_payment ON other_payment.id = other.payment_id
        WHERE other.sha256 = proof.sha256 AND other.payment_id <> proof.payment_id
        ORDER BY other.id LIMIT 5
      )`.as('sameFileAs'),
      'reading.has_text as hasText',
      'reading.end_to_end_ids as endToEndIds',
      'reading.amounts',
      sql<string[] | null>`reading.days::text[]`.as('days'),
      'reading.payee',
      sql<string[]>`ARRAY(
        SELECT DISTINCT other_payment.payment_code
        FROM proof_readings AS other JOIN payment_proofs AS other_proof ON other_proof.id = other.proof_id
        JOIN payments AS other_payment ON other_payment.id = other_proof.payment_id
        WHERE other.end_to_end_ids && reading.end_to_end_ids AND other_proof.payment_id <> proof.payment_id
        ORDER BY 1 LIMIT 5
      )`.as('sameTransferAs'),
    ])
    .where('proof.payment_id', 'in', paymentIds)
    .orderBy(sql`proof.from_holder IS TRUE`, 'desc')
    .orderBy('proof.id', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, type: row.type as ProofType }));
}

export type ProofRow = Awaited<ReturnType<typeof listProofsOf>>[number];

/** Takes files, what was read in them and senders away from a payment's proofs, hashes of the files stay. Gives the keys of the files. */
export async function takeFiles(tx: Tx, paymentId: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('payment_proofs')
    .select(['file_key', 'preview_key'])
    .where('payment_id', '=', paymentId)
    .execute();
  await tx
    .deleteFrom('proof_readings')
    .where('proof_id', 'in', tx.selectFrom('payment_proofs').select('id').where('payment_id', '=', paymentId))
    .execute();
  await tx
    .updateTable('payment_proofs')
    .set({ file_key: null, preview_key: null, sender: null })
    .where('payment_id', '=', paymentId)
    .execute();
  return rows.flatMap((row) => [row.file_key, row.preview_key]).filter((key) => key !== null);
}

export async function listPaymentsWithOldProofs(
  db: Db,
  { decidedBefore, pausing, limit }: { decidedBefore: Date; pausing: Pausing; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('payments')
    .select('id')
    .where('decided_at', '<', decidedBefore)
    .where('status', 'in', ['approved', 'rejected', 'cancelled', 'refunded'])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('payment_proofs')
          .select('payment_proofs.id')
          .whereRef('payment_proofs.payment_id', '=', 'payments.id')
          .where('file_key', 'is not', null),
      ),
    )
    .where(isUnpaused(pausing, sql.ref('payments.id')))
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export async function listProofIdsOf(db: Db, userId: string, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('payment_proofs')
    .innerJoin('payments', 'payments.id', 'payment_proofs.payment_id')
    .select('payment_proofs.id')
    .where('payments.student_id', '=', userId)
    .orderBy('payment_proofs.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
