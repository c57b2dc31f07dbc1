import type { Db, Tx } from '../../db/handle.ts';
import { activatePendingUser, lockUser, returnToPending, saveTerms } from './accounts.store.ts';

/** What other features change about a user, each in its own transaction. */

/** Holds the user until the transaction ends: what is done about the account at the same moment waits. */
export const holdUser = async (tx: Tx, userId: string): Promise<void> => {
  await lockUser(tx, userId);
};

/** Lets in who was waiting for the payment, and nobody else: a blocked student stays blocked. */
export const letInWhoPaid = (tx: Tx, userId: string): Promise<boolean> => activatePendingUser(tx, userId);

/** The approval that let a student in was taken back: they wait again. */
export const sendBackWhoWaits = (tx: Tx, userId: string): Promise<boolean> => returnToPending(tx, userId);

export const recordAcceptedTerms = (db: Db | Tx, userId: string, version: string, now: Date): Promise<void> =>
  saveTerms(db, userId, version, now);
