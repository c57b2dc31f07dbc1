import type { Db, Tx } from '../../db/handle.ts';
import { activatePendingUser, saveTerms } from './accounts.store.ts';

/** What other features change about a user, each in its own transaction. */

/** Lets in who was waiting for the payment, and nobody else: a blocked student stays blocked. */
export const letInWhoPaid = (tx: Tx, userId: string): Promise<boolean> => activatePendingUser(tx, userId);

export const recordAcceptedTerms = (db: Db | Tx, userId: string, version: string, now: Date): Promise<void> =>
  saveTerms(db, userId, version, now);
