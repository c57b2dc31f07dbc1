import { HOUR_MS } from '#contract/time.ts';
import type { Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { readEventTimes, recordAuditUnlessRecent } from '#server/features/platform/audit/audit.service.ts';
import { releaseStored } from '#server/files/file-records.ts';
import { runEach } from '#server/jobs/each.ts';
import { listPaymentsWithOldProofs, listProofIdsOf, takeFiles } from './proofs.store.ts';

const BATCH = 500;
const VIEWED = 'proof.viewed';
const SHOWN = 50;

/** Bank receipts are personal: who but their owner has opened one is written down, once an hour at most. */
export async function noteProofView(deps: Deps, proofId: number, viewerId: string): Promise<void> {
  const at = deps.clock.now();
  const event = { at, actorId: viewerId, action: VIEWED, subject: `proof:${proofId}` };
  await recordAuditUnlessRecent(deps.db, event, new Date(at.getTime() - HOUR_MS));
}

/** For the owner: when, not by whom; the administrators see the names. */
export async function listProofViews(deps: Deps, userId: string): Promise<{ at: Date }[]> {
  const ids = await listProofIdsOf(deps.db, userId, SHOWN);
  return readEventTimes(
    deps.db,
    VIEWED,
    ids.map((id) => `proof:${id}`),
    SHOWN,
  );
}

/** A payment's proofs lose their files, which the sweep removes; long ago: at its next round. */
export async function releaseProofs(tx: Tx, paymentId: number, at: Date): Promise<void> {
  await releaseStored(tx, await takeFiles(tx, paymentId), at);
}

/** Lets go of the files of payments that were decided long ago; their hashes stay, the sweep removes the files. */
export async function releaseOldProofs(deps: Deps, decidedBefore: Date): Promise<number> {
  const { done } = await runEach(deps, {
    work: 'retention/proofs',
    limit: BATCH,
    list: (pausing, limit) => listPaymentsWithOldProofs(deps.db, { decidedBefore, pausing, limit }),
    idOf: (id) => id,
    run: (id) => transact(deps, (tx) => releaseProofs(tx, id, deps.clock.now())),
  });
  return done;
}
