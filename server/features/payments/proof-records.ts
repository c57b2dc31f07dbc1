import type { Deps } from '../../deps.ts';
import { recordAuditUnlessRecent } from '../audit/audit.service.ts';
import { listPaymentsWithOldProofs, releaseFiles } from './proofs.store.ts';

const HOUR_MS = 60 * 60_000;
const BATCH = 500;

/** Bank receipts are personal: who but their owner has opened one is written down, once an hour at most. */
export async function noteProofView(deps: Deps, proofId: number, viewerId: string): Promise<void> {
  const at = deps.clock.now();
  const event = { at, actorId: viewerId, action: 'proof.viewed', subject: `proof:${proofId}` };
  await recordAuditUnlessRecent(deps.db, event, new Date(at.getTime() - HOUR_MS));
}

/** Lets go of the files of payments that were decided long ago; their hashes stay, the sweep removes the files. */
export async function releaseOldProofs(deps: Deps, decidedBefore: Date): Promise<number> {
  const ids = await listPaymentsWithOldProofs(deps.db, decidedBefore, BATCH);
  for (const id of ids) await deps.db.transaction().execute((tx) => releaseFiles(tx, id, deps.clock.now()));
  return ids.length;
}
