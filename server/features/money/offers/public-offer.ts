import { MINUTE_MS } from '#contract/time.ts';
import type { Deps } from '#server/deps.ts';
import { defaultOffer, OFFERS_TOPIC } from './offers.service.ts';

type PublicOffer = { price: number; struckPrice: number | null; placesLeft: number | null };

/**
 * What the landing page tells of: the default offer's price and the places that are really left. Remembered until
 * somebody changes an offer or takes a place, in any process; never while the bus is away.
 */
export function publicOffer(deps: Pick<Deps, 'db' | 'bus' | 'clock'>): () => PublicOffer | Promise<PublicOffer> {
  let known: { offer: PublicOffer; until: number } | null = null;
  // A read that began before a change must not be remembered after it.
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
    return defaultOffer(deps.db).then(({ price, struckPrice, placesLeft }) => {
      const offer = { price, struckPrice, placesLeft };
      if (begun === generation && deps.bus.connected) known = { offer, until: now + MINUTE_MS };
      return offer;
    });
  };
}
