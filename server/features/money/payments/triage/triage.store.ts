import type { Db, Tx } from '#server/db/handle.ts';
import type { ReceiptFacts } from './receipt-text.ts';

/** A PDF that was not read yet. */
export async function findUnread(db: Db, proofId: number): Promise<{ fileKey: string | null } | undefined> {
  return db
    .selectFrom('payment_proofs')
    .leftJoin('proof_readings', 'proof_readings.proof_id', 'payment_proofs.id')
    .select('payment_proofs.file_key as fileKey')
    .where('payment_proofs.id', '=', proofId)
    .where('payment_proofs.type', '=', 'application/pdf')
    .where('proof_readings.proof_id', 'is', null)
    .executeTakeFirst();
}

/** Nothing is written of a proof whose file has gone meanwhile. */
export async function saveReading(
  tx: Tx,
  proofId: number,
  { hasText, endToEndIds, amounts, days, payee }: ReceiptFacts & { hasText: boolean },
  now: Date,
): Promise<void> {
  const held = await tx
    .selectFrom('payment_proofs')
    .select('file_key')
    .where('id', '=', proofId)
    .forUpdate()
    .executeTakeFirst();
  if (!held?.file_key) return;
  await tx
    .insertInto('proof_readings')
    .values({
      proof_id: proofId,
      has_text: hasText,
      end_to_end_ids: endToEndIds,
      amounts,
      days,
      payee,
      read_at: now,
    })
    .onConflict((conflict) => conflict.column('proof_id').doNothing())
    .execute();
}
