/** The price of an offer and whether it is on sale on a day. Pure functions. */

type Priced = {
  priceCents: number;
  struckPriceCents: number | null;
  nextPriceCents: number | null;
  places: number | null;
  placesTaken: number;
};

/** Null: the offer does not count seats. */
export const seatsLeft = ({ places, placesTaken }: Pick<Priced, 'places' | 'placesTaken'>): number | null =>
  places === null ? null : Math.max(0, places - placesTaken);

/** The price now. Without free seats it is the next price, else the struck one. */
export function priceNow(offer: Priced): { price: number; struckPrice: number | null; placesLeft: number | null } {
  const left = seatsLeft(offer);
  const isGone = left === 0;
  const price = isGone ? (offer.nextPriceCents ?? offer.struckPriceCents ?? offer.priceCents) : offer.priceCents;
  const struck = offer.struckPriceCents;
  return {
    price,
    // A struck price that is not higher would be a false promotion.
    struckPrice: struck !== null && struck > price ? struck : null,
    placesLeft: isGone ? null : left,
  };
}

export const isSold = (offer: { soldFrom: string | null; soldUntil: string | null }, today: string): boolean =>
  (offer.soldFrom === null || offer.soldFrom <= today) && (offer.soldUntil === null || offer.soldUntil >= today);
