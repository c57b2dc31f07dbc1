import { screens } from '#contract/screens.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import type { Deps } from '#server/deps.ts';
import { notify } from '#server/features/platform/notifications/notifications.service.ts';
import { notFound, requireFound } from '#server/http/errors.ts';
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

/** PRICE_CENTS sets the default offer's price at the first start only. */
export async function seedDefaultOffer(deps: Deps): Promise<void> {
  if (await initDefaultPrice(deps.db, deps.config.priceCents, deps.clock.now())) {
    deps.log.info({ priceCents: deps.config.priceCents }, 'the default offer has its price');
  }
}

/** The offer that new students buy, at today's price. */
export async function defaultOffer(db: Db | Tx) {
  const offer = await findDefaultOffer(db);
  return { ...offer, ...priceNow(offer) };
}

/** An offer that is on sale today; 404 for all others. */
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
  return requireFound(findOffer(db, id), offerNotFound);
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
      corrections: row.corrections,
      ...priceNow(row),
    }));
}

/** An approved order takes a seat of its offer. The caller records whether it did, so that the seat can be returned. */
export async function takeSeat(deps: Deps, tx: Tx, offerId: number, studentId: string | null): Promise<boolean> {
  const taken = await takeSeatRow(tx, offerId, studentId);
  if (taken === undefined) return false;
  await seatsChanged(deps, tx, offerId, { before: taken - 1, after: taken });
  return true;
}

export async function returnSeat(deps: Deps, tx: Tx, offerId: number): Promise<void> {
  const taken = await returnSeatRow(tx, offerId);
  if (taken !== undefined) await seatsChanged(deps, tx, offerId, { before: taken + 1, after: taken });
}

const brl = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });

/** Every process renders the landing page again. A price that changed by itself is reported to the office at once. */
async function seatsChanged(deps: Deps, tx: Tx, offerId: number, taken: { before: number; after: number }) {
  await publishOfferChange(deps, tx, offerId);
  const offer = await offerOf(tx, offerId);
  const [before, now] = [taken.before, taken.after].map((placesTaken) => priceNow({ ...offer, placesTaken }));
  if (!before || !now || before.price === now.price) return;
  const [old, price] = [before.price, now.price].map((cents) => brl.format(cents / 100));
  const isFull = now.placesLeft === null;
  await notify(deps, tx, {
    audience: 'admins',
    kind: 'price_changed',
    // The seat count of an offer changes in one transaction at a time.
    key: `price:${offerId}:${taken.after}:${deps.clock.now().toISOString()}`,
    title: `O preço de ${offer.name} mudou para ${price}`,
    text: isFull
      ? `As ${offer.places} vagas acabaram. Antes o preço era ${old}. Para continuar com ele, aumente as vagas da oferta.`
      : `Uma vaga voltou, e o preço de antes, ${old}, deixou de valer.`,
    path: screens.adminOffers,
  });
}

/** The bus topic of every change to an offer. */
export const OFFERS_TOPIC = 'offers';
const publishOfferChange = (deps: Deps, tx: Tx, offerId: number): Promise<void> =>
  deps.bus.publish(tx, OFFERS_TOPIC, String(offerId));
