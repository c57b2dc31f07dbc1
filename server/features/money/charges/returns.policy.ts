/** Money that goes back through the provider that received it. Pure. */

type ReturnState = 'processing' | 'done' | 'failed';
/** A payment as the provider tells of it, in cents. */
type Received = {
  endToEndId: string;
  amount: number;
  returned: number;
  returns: { amount: number; state: ReturnState }[];
};
type ChargePayment = { chargeId: number } & Received;
export type PlannedReturn = { chargeId: number; receivedId: string; amount: number };

/** Cents of a payment that neither went back nor are on their way. */
const leftOf = ({ amount, returned, returns }: Received): number =>
  amount - returned - returns.reduce((sum, one) => sum + (one.state === 'processing' ? one.amount : 0), 0);

/** What to ask back of which payment, the largest first; null: the provider does not hold so much. */
export function planReturns(parts: readonly ChargePayment[], amount: number): PlannedReturn[] | null {
  const plan: PlannedReturn[] = [];
  let missing = amount;
  for (const part of [...parts].sort((one, other) => leftOf(other) - leftOf(one))) {
    const cents = Math.min(missing, leftOf(part));
    if (cents <= 0) break;
    plan.push({ chargeId: part.chargeId, receivedId: part.endToEndId, amount: cents });
    missing -= cents;
  }
  return missing === 0 && plan.length > 0 ? plan : null;
}

export type OwnReturn = { state: 'asked' | ReturnState };

/** How what was asked of the provider stands as a whole: `open` while any of it may still arrive. */
export function outcomeOf(returns: readonly OwnReturn[]): 'none' | 'open' | 'done' | 'failed' {
  if (returns.length === 0) return 'none';
  if (returns.some(({ state }) => state === 'asked' || state === 'processing')) return 'open';
  return returns.some(({ state }) => state === 'done') ? 'done' : 'failed';
}

/** The order's code and which of its returns this is: never given twice, and the same however often it is asked. */
export const returnNameOf = (paymentCode: string, serial: number): string =>
  `${paymentCode}R${String(serial).padStart(3, '0')}`;
