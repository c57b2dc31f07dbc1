import type { Db, Tx } from '../../db/connect.ts';
import { type AuditEvent, insertAuditEvent } from './audit.store.ts';

/** Writes who did what, in the transaction that does it. */
export async function recordAudit(tx: Db | Tx, event: AuditEvent): Promise<void> {
  await insertAuditEvent(tx, event);
}
