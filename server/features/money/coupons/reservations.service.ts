import type { Db, Tx } from '#server/db/handle.ts';
import type { Pausing } from '#server/db/unpaused.ts';
import type { Deps } from '#server/deps.ts';
import { findReservationOf, type LapsedOf, listLapsedRows } from './reservations.store.ts';

/** Until when the coupon of an unpaid order is reserved; undefined: it has no limited coupon. */
export const findReservation = (deps: Deps, db: Db | Tx, paymentId: number) =>
  findReservationOf(db, paymentId, deps.clock.now());

/** Orders whose reservation is over, oldest first. */
export const listLapsedOrders = (deps: Deps, due: { of?: LapsedOf; pausing?: Pausing; limit: number }) =>
  listLapsedRows(deps.db, { ...due, now: deps.clock.now() });

export type LapsedCoupon = LapsedOf;
