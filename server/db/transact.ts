import type { Db, Tx } from './handle.ts';
import { noteWrite } from './own-writes.ts';

/** Registers work for this process that runs once the commit has succeeded, such as dropping a cached value. */
export type After = (work: () => void) => void;

/**
 * Opens a transaction; no other code does. A write of a single statement needs none, and runs on `deps.db`. `after` runs
 * its work in this process after the commit, in the order of registration; nothing runs after a rollback. An error in
 * that work is thrown although the transaction is committed.
 */
export async function transact<T>(deps: { db: Db }, work: (tx: Tx, after: After) => Promise<T>): Promise<T> {
  const later: (() => void)[] = [];
  const result = await deps.db.transaction().execute((tx) => work(tx, (then) => later.push(then)));
  noteWrite();
  const faults: unknown[] = [];
  for (const then of later) {
    try {
      then();
    } catch (fault) {
      faults.push(fault);
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, 'Committed, but what should follow failed.');
  return result;
}

/** Runs reads on one snapshot, taken at the first of them. The transaction is read-only. */
export function readSnapshot<T>(deps: { db: Db }, read: (tx: Tx) => Promise<T>): Promise<T> {
  return deps.db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
}
