/** What an offer costs and whether it is sold, on one day. Pure: the day and the counter come along. */

type Priced = {
  priceCents: number;
  struckPriceCents: number | null;
  nextPriceCents: number | null;
  places: number | null;
  placesTaken: number;
};

/** Null: it has no places to count. */
export const seatsLeft = ({ places, placesTaken }: Pick<Priced, 'places' | 'placesTaken'>): number | null =>
  places === null ? null : Math.max(0, places - placesTaken);

/** What it costs now. Once the places are gone the next price holds: the one that is named, else the struck one. */
export function priceNow(offer: Priced): { price: number; struckPrice: number | null; placesLeft: number | null } {
  const left = seatsLeft(offer);
  const isGone = left === 0;
  const price = isGone ? (offer.nextPriceCents ?? offer.struckPriceCents ?? offer.priceCents) : offer.priceCents;
  const struck = offer.struckPriceCents;
  return {
    price,
    // A struck price that is not higher would be a promotion that is none.
    struckPrice: struck !== null && struck > price ? struck : null,
    placesLeft: isGone ? null : left,
  };
}

export const isSold = (offer: { soldFrom: string | null; soldUntil: string | null }, today: string): boolean =>
  (offer.soldFrom === null || offer.soldFrom <= today) && (offer.soldUntil === null || offer.soldUntil >= today);
