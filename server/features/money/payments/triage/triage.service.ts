import { buffer } from 'node:stream/consumers';
import type { Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { readReceipt } from './receipt-work.ts';
import { findUnread, saveReading } from './triage.store.ts';

const JOB = 'read-proof';

/** Reads a PDF in the background after its upload. No request waits for it and no rule depends on it. */
export const readLater = (deps: Deps, tx: Tx, proofId: number): Promise<void> =>
  deps.jobs.send(tx, JOB, { proofId }, { key: `${JOB}:${proofId}` });

async function readProof(deps: Deps, proofId: number): Promise<void> {
  const found = await findUnread(deps.db, proofId);
  const file = found?.fileKey ? await deps.files.read(found.fileKey) : undefined;
  if (!file) return;
  const facts = await readReceipt(await buffer(file.stream));
  await transact(deps, (tx) => saveReading(tx, proofId, facts, deps.clock.now()));
}

export const defineTriage = (deps: Deps): void =>
  deps.jobs.define<{ proofId: number }>({ name: JOB, run: ({ proofId }) => readProof(deps, proofId) });
