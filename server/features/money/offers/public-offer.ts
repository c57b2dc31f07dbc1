import { MINUTE_MS } from '#contract/time.ts';
import type { Deps } from '#server/deps.ts';
import { defaultOffer, OFFERS_TOPIC } from './offers.service.ts';

type PublicOffer = {
  price: number;
  struckPrice: number | null;
  placesLeft: number | null;
  /** The price while seats are left. */
  basePrice: number;
};

/**
 * The default offer's price and free seats for the landing page. Cached until an offer changes or a seat is taken in any
 * process, a minute at most. Not cached while the bus is disconnected.
 */
export function publicOffer(deps: Pick<Deps, 'db' | 'bus' | 'clock'>): () => PublicOffer | Promise<PublicOffer> {
  let known: { offer: PublicOffer; until: number } | null = null;
  // A read that began before a change must not be cached after it.
  let generation = 0;
  const forget = () => {
    generation += 1;
    known = null;
  };
  deps.bus.subscribe(OFFERS_TOPIC, forget, forget);

  return () => {
    const now = deps.clock.now().getTime();
    if (known && known.until > now && deps.bus.connected) return known.offer;
    const begun = generation;
    return defaultOffer(deps.db).then(({ price, struckPrice, placesLeft, priceCents }) => {
      const offer = { price, struckPrice, placesLeft, basePrice: priceCents };
      if (begun === generation && deps.bus.connected) known = { offer, until: now + MINUTE_MS };
      return offer;
    });
  };
}
