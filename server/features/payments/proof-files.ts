import type { Tx } from '../../db/connect.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/errors.ts';
import { defineUpkeep } from '../../jobs/upkeep.ts';
import { claimFiles, insertUnclaimed, listUnclaimed } from './proofs.store.ts';

export const FILES_JOB = 'payment-files';
/** An upload takes seconds; what has no row after this long never will. */
const GRACE_MS = 60 * 60_000;
const BATCH = 500;

/** Removes files that belong to nobody: left by a crash between file and row, or by a student who was removed. */
export function definePaymentFiles(deps: Deps): void {
  defineUpkeep(deps, {
    name: FILES_JOB,
    every: '*/15 * * * *',
    async run() {
      let removed = 0;
      const before = new Date(deps.clock.now().getTime() - GRACE_MS);
      const keys = await listUnclaimed(deps.db, before, BATCH);
      // The row goes first: an upload that comes back this late finds its claim gone and fails, it never half-works.
      for (const key of keys) {
        if (!(await claimFiles(deps.db, [key]))) continue;
        await removeOrKeepKey(deps, key);
        removed += 1;
      }
      return { files: removed };
    },
  });
}

async function removeOrKeepKey(deps: Deps, key: string): Promise<void> {
  try {
    await deps.files.remove(key);
  } catch (error) {
    await insertUnclaimed(deps.db, [key], new Date(0));
    throw error;
  }
}

export type StoredFiles = { keys: string[]; discard(): Promise<void> };

/**
 * Stores files that have no row yet. Their keys are written down first, so that neither a crash nor a full disk
 * leaves something behind that nobody knows of.
 */
export async function storeUnclaimed(
  deps: Deps,
  files: { key: string; content: Buffer }[],
  failure: string,
): Promise<StoredFiles> {
  const keys = files.map(({ key }) => key);
  await insertUnclaimed(deps.db, keys, deps.clock.now());
  const discard = async () => {
    for (const key of keys) await deps.files.remove(key);
    await claimFiles(deps.db, keys);
  };
  try {
    for (const { key, content } of files) await deps.files.put(key, content);
  } catch (error) {
    deps.log.error({ err: error }, 'a file could not be stored');
    await discardQuietly(deps, discard);
    throw new AppError('unavailable', failure);
  }
  return { keys, discard: () => discardQuietly(deps, discard) };
}

/** From now on the files belong to the row that this transaction writes. */
export async function claimStored(tx: Tx, keys: string[]): Promise<void> {
  if (!(await claimFiles(tx, keys))) throw new Error('The sweep was faster than the upload.');
}

/** What cannot be removed now stays written down, and the sweep comes for it. */
async function discardQuietly(deps: Deps, discard: () => Promise<void>): Promise<void> {
  try {
    await discard();
  } catch (error) {
    deps.log.warn({ err: error }, 'a file without a row waits for the sweep');
  }
}
