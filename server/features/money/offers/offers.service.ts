import type { Db, Tx } from '#server/db/handle.ts';
import type { Deps } from '#server/deps.ts';
import { notFound } from '#server/http/errors.ts';
import { dayOf } from '#server/time/calendar.ts';
import { isSold, priceNow } from './offers.policy.ts';
import {
  findDefaultOffer,
  findOffer,
  initDefaultPrice,
  listOfferRows,
  type OfferRow,
  returnSeatRow,
  takeSeatRow,
} from './offers.store.ts';

export const offerNotFound = () => notFound('Oferta não encontrada.');

/** PRICE_CENTS is the default offer's price at the first start; from then on the offer itself counts. */
export async function seedDefaultOffer(deps: Deps): Promise<void> {
  if (await initDefaultPrice(deps.db, deps.config.priceCents, deps.clock.now())) {
    deps.log.info({ priceCents: deps.config.priceCents }, 'the default offer has its price');
  }
}

/** What a new student buys, at today's price. */
export async function defaultOffer(db: Db | Tx) {
  const offer = await findDefaultOffer(db);
  return { ...offer, ...priceNow(offer) };
}

/** An offer that is sold today; others are not there. */
export async function offerOnSale(deps: Deps, db: Db | Tx, id: number) {
  const offer = await findOffer(db, id);
  if (!offer || !isSold(offer, dayOf(deps.clock.now()))) throw offerNotFound();
  return { ...offer, ...priceNow(offer) };
}

/** The offer of an order at today's price, on sale or not. */
export async function offerToday(db: Db | Tx, id: number) {
  const offer = await offerOf(db, id);
  return { ...offer, ...priceNow(offer) };
}

/** The offer of an order, on sale or not. */
export async function offerOf(db: Db | Tx, id: number): Promise<OfferRow> {
  const offer = await findOffer(db, id);
  if (!offer) throw offerNotFound();
  return offer;
}

export async function listOnSale(deps: Deps) {
  const today = dayOf(deps.clock.now());
  const rows = await listOfferRows(deps.db);
  return rows
    .filter((row) => isSold(row, today))
    .map((row) => ({
      id: row.id,
      name: row.name,
      rule: row.rule,
      isDefault: row.isDefault,
      courses: row.courses,
      ...priceNow(row),
    }));
}

/** A place is taken when an order is approved; the landing page counts what is left. */
export async function takeSeat(deps: Deps, tx: Tx, offerId: number, studentId: string | null): Promise<boolean> {
  const taken = await takeSeatRow(tx, offerId, studentId);
  if (taken) await publishOfferChange(deps, tx, offerId);
  return taken;
}

export async function returnSeat(deps: Deps, tx: Tx, offerId: number): Promise<void> {
  await returnSeatRow(tx, offerId);
  await publishOfferChange(deps, tx, offerId);
}

/** Every process makes the landing page anew. */
export const OFFERS_TOPIC = 'offers';
const publishOfferChange = (deps: Deps, tx: Tx, offerId: number): Promise<void> =>
  deps.bus.publish(tx, OFFERS_TOPIC, String(offerId));
