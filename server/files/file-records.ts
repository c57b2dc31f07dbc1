import { type Clock, presentTime } from '#server/clock.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import type { Log } from '#server/log.ts';
import { claimFiles, insertUnclaimed, noteUnclaimed } from './file-records.store.ts';
import type { Files } from './files.ts';
import { FilesUnavailable } from './unavailable.ts';

/**
 * Files and rows cannot be written in one transaction. So the key of every file is recorded before the file is stored,
 * and the transaction that writes its row deletes the record. A key that stays recorded is unclaimed, and the sweep
 * removes the file.
 */

type Needs = { db: Db; files: Files; clock: Clock; log: Log };

export type StoredFiles = { keys: string[]; discard(): Promise<void> };

type Unclaimed = { key: string; content: Buffer } | { key: string; path: string; size: number };

/** Stores files that have no row yet. After a crash or a full disk every stored file is still on record. */
export async function storeUnclaimed(deps: Needs, files: Unclaimed[]): Promise<StoredFiles> {
  const keys = files.map(({ key }) => key);
  // Not by the time of a history that is being made: the sweep would find such a record old at once.
  await insertUnclaimed(deps.db, keys, presentTime(deps.clock));
  const discard = async () => {
    for (const key of keys) await deps.files.remove(key);
    await claimFiles(deps.db, keys);
  };
  try {
    for (const file of files) {
      if ('content' in file) await deps.files.put(file.key, file.content);
      else await deps.files.putFile(file.key, file.path, file.size);
    }
  } catch (error) {
    deps.log.error({ err: error }, 'a file could not be stored');
    await discardQuietly(deps, discard);
    throw error instanceof FilesUnavailable ? error : new FilesUnavailable(error);
  }
  return { keys, discard: () => discardQuietly(deps, discard) };
}

/** Records a file that is completed elsewhere (in chunks): its row follows in a moment, or the sweep removes it. */
export const expectFile = (deps: Pick<Needs, 'db' | 'clock'>, key: string): Promise<void> =>
  noteUnclaimed(deps.db, key, deps.clock.now());

/** Claims the files for the row that this transaction writes. */
export async function claimStored(tx: Tx, keys: string[]): Promise<void> {
  if (!(await claimFiles(tx, keys))) throw new Error('The sweep was faster than the upload.');
}

/** The rows of these files are deleted by this transaction; the sweep removes the files, at once or after its grace. */
export async function releaseStored(tx: Tx, keys: string[], at: Date): Promise<void> {
  if (keys.length > 0) await insertUnclaimed(tx, keys, at);
}

/** A file that cannot be removed now stays on record, and the sweep removes it. */
async function discardQuietly(deps: Pick<Needs, 'log'>, discard: () => Promise<void>): Promise<void> {
  try {
    await discard();
  } catch (error) {
    deps.log.warn({ err: error }, 'a file without a row waits for the sweep');
  }
}
