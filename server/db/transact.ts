import type { Db, Tx } from './handle.ts';
import { noteWrite } from './own-writes.ts';

/** Takes what is to happen here once the transaction is committed, and never if it is not: dropping what a cache holds. */
export type After = (work: () => void) => void;

/**
 * The one way to change rows. Whatever needs the commit before it may happen asks for `after`, so that no caller can
 * forget it.
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

/** Reads that belong together see the database as it stands at the first of them. */
export function readSnapshot<T>(deps: { db: Db }, read: (tx: Tx) => Promise<T>): Promise<T> {
  return deps.db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
}
