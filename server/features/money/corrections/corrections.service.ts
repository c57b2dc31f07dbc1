import type { Db, Tx } from '#server/db/handle.ts';
import { AppError } from '#server/http/errors.ts';
import { dayOf } from '#server/time/calendar.ts';
import * as store from './corrections.store.ts';

/**
 * Corrections that students have bought. They are counted only for a student who bought an offer with a number of
 * them, and not while another access without a number is in force: a count that is introduced takes nothing from those
 * who bought before.
 */

/** How many corrections a student has left; null: they are not counted. */
export async function readLeft(db: Db | Tx, userId: string, now: Date): Promise<number | null> {
  const found = await store.findCounted(db, userId, dayOf(now));
  return found?.isCounted ? Math.max(0, found.balance) : null;
}

type Use = { userId: string; subject: string; now: Date };

const noneLeft = () =>
  new AppError('state_conflict', 'Suas correções acabaram. O texto continua guardado: compre mais em Minha compra.');

/** Spends one correction on something, in the caller's transaction; again is the same. Throws where none is left. */
export async function spendCorrection(tx: Tx, { userId, subject, now }: Use): Promise<void> {
  const found = await store.findCounted(tx, userId, dayOf(now));
  if (!found?.isCounted) return;
  if (!(await store.insertEntry(tx, { userId, kind: 'spent', amount: -1, subject, now }))) return;
  if (!(await store.takeOne(tx, userId, now))) throw noneLeft();
}

/** Returns the correction that was spent on something. False: none was, or it was returned before. */
export async function returnCorrection(tx: Tx, subject: string, now: Date): Promise<boolean> {
  const userId = await store.findSpender(tx, subject);
  if (userId === undefined) return false;
  if (!(await store.insertEntry(tx, { userId, kind: 'returned', amount: 1, subject, now }))) return false;
  await store.addToBalance(tx, userId, 1, now);
  return true;
}

type Bought = { userId: string; paymentId: number; count: number; now: Date };

/** An approved order adds the corrections of its offer. None is a count, too. */
export async function addBought(tx: Tx, { userId, paymentId, count, now }: Bought): Promise<void> {
  await store.insertEntry(tx, { userId, kind: 'bought', amount: count, paymentId, now });
  await store.addToBalance(tx, userId, count, now);
}

/** The order is taken back or refunded: what it added goes. What was spent stays spent, so less than none may be left. */
export async function takeBoughtBack(tx: Tx, paymentId: number, now: Date): Promise<void> {
  const bought = await store.findBought(tx, paymentId);
  if (!bought || bought.amount <= 0) return;
  const { userId, amount } = bought;
  await store.insertEntry(tx, { userId, kind: 'taken_back', amount: -amount, paymentId, now });
  await store.addToBalance(tx, userId, -amount, now);
}
