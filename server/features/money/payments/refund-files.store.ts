import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';
import { isUnpaused, type Pausing } from '#server/db/unpaused.ts';

export async function findRefundFile(db: Db, paymentId: number) {
  return db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select([
      'refunds.file_key as fileKey',
      'refunds.file_type as type',
      'payments.student_id as studentId',
      'payments.payment_code as paymentCode',
    ])
    .where('refunds.payment_id', '=', paymentId)
    .executeTakeFirst();
}

/** The file of a completed refund, locked until the transaction ends. */
export async function lockRefundFile(tx: Tx, paymentId: number) {
  return tx
    .selectFrom('refunds')
    .select(['file_key as fileKey', 'file_sha256 as sha256'])
    .where('payment_id', '=', paymentId)
    .where('recorded_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
}

export async function saveRefundFile(
  tx: Tx,
  paymentId: number,
  file: { fileKey: string; type: string; sha256: Buffer },
): Promise<void> {
  await tx
    .updateTable('refunds')
    .set({ file_key: file.fileKey, file_type: file.type, file_sha256: file.sha256 })
    .where('payment_id', '=', paymentId)
    .execute();
}

/** Takes the file away from its refund; gives its key. */
export async function takeRefundFile(tx: Tx, paymentId: number): Promise<string[]> {
  const row = await lockRefundFile(tx, paymentId);
  if (!row?.fileKey) return [];
  await tx
    .updateTable('refunds')
    .set({ file_key: null, file_type: null })
    .where('payment_id', '=', paymentId)
    .execute();
  return [row.fileKey];
}

export async function listOldRefundFiles(
  db: Db,
  { recordedBefore, pausing, limit }: { recordedBefore: Date; pausing: Pausing; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('refunds')
    .select('payment_id as id')
    .where('recorded_at', '<', recordedBefore)
    .where('file_key', 'is not', null)
    .where(isUnpaused(pausing, sql.ref('payment_id')))
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
