import { CARD_INSTALMENTS } from '#contract/limits.ts';

/** How a card pays, as the landing page says: the number of instalments, and each one in percent of the PIX price. */
export type Instalments = { count: number; percent: number };

type CardPrice = {
  /** The owner's setting: the total by card of the default offer. Null: the instalments decide. */
  cardTotal: number | null;
  /** The PIX price of the default offer while it has seats left. */
  basePrice: number;
  instalments?: Instalments;
};

/**
 * The total by card of an order that costs `amount` by PIX. Discounts and other prices keep the proportion of the default
 * offer. A card never pays less than PIX.
 */
export function cardAmountOf(amount: number, { cardTotal, basePrice, instalments = CARD_INSTALMENTS }: CardPrice) {
  const byInstalments = (amount * instalments.count * instalments.percent) / 100;
  return Math.max(amount, Math.round(cardTotal === null ? byInstalments : (amount * cardTotal) / basePrice));
}
