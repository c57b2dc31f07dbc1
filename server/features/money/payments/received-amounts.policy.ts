/** Which recorded amount a report of the bank confirms. Pure. */

export type AmountSource = 'provider' | 'statement' | 'proof' | 'desk';

export type RecordedAmount = {
  id: number;
  amount: number;
  source: AmountSource;
  endToEndId: string | null;
  chargeId: number | null;
  entryId: number | null;
  recordedAt: Date;
  /** What the office confirmed from a proof before the bank told of it; null: the bank told first. */
  claimedAmount: number | null;
};

/** One payment of a charge, as the provider reports it. */
export type ProviderPayment = {
  endToEndId: string;
  amount: number;
  fee: number | null;
  /** What a card costs beyond the price. */
  surcharge: number;
  /** Null: the provider does not say when. */
  receivedAt: Date | null;
};

/** One line of a bank statement. */
export type StatementLine = { id: number; amount: number; day: string; endToEndId: string | null };

/** An id of the Pix network. An id that a provider assigns cannot be compared with it. */
const isNetworkId = (id: string | null): id is string => id !== null && /^E\d{8}\w{10,}$/.test(id);

/** The amount that a person confirmed from a proof, and no bank has told of yet. */
const claimIn = (rows: readonly RecordedAmount[]) => rows.find(({ source }) => source === 'proof');

/**
 * The recorded amount that a provider's payment is. A proof is of this payment when it names its id, or when the
 * payment was made before the office approved the proof. A later payment is a second one. Undefined: it is new.
 */
export function sameAsPayment(
  rows: readonly RecordedAmount[],
  chargeId: number,
  payment: ProviderPayment,
  proofIds: readonly string[],
): RecordedAmount | undefined {
  const { endToEndId, amount, receivedAt } = payment;
  const known =
    rows.find((row) => row.chargeId === chargeId && (row.endToEndId ?? endToEndId) === endToEndId) ??
    rows.find((row) => row.endToEndId === endToEndId);
  if (known) return known;
  const line = rows.find(
    (row) =>
      row.source === 'statement' && row.chargeId === null && row.amount === amount && !isNetworkId(row.endToEndId),
  );
  if (line) return line;
  const claim = claimIn(rows);
  const isBefore = claim !== undefined && receivedAt !== null && receivedAt <= claim.recordedAt;
  return isBefore || proofIds.includes(endToEndId) ? claim : undefined;
}

/**
 * The recorded amount that a statement line is: by id, else the claim of a proof, else a provider's payment of the same
 * amount that no line tells of yet. Undefined: it is new.
 */
export function sameAsLine(rows: readonly RecordedAmount[], line: StatementLine): RecordedAmount | undefined {
  const known =
    rows.find(({ entryId }) => entryId === line.id) ??
    rows.find(({ endToEndId }) => endToEndId !== null && endToEndId === line.endToEndId);
  if (known) return known;
  return (
    claimIn(rows) ??
    rows.find(
      ({ source, entryId, amount, endToEndId }) =>
        source === 'provider' &&
        entryId === null &&
        amount === line.amount &&
        !(isNetworkId(endToEndId) && isNetworkId(line.endToEndId)),
    )
  );
}

/** Cents that a bank or a provider has told of. */
export const sumByBank = (rows: readonly Pick<RecordedAmount, 'amount' | 'source'>[]): number =>
  rows.reduce((sum, { amount, source }) => sum + (source === 'provider' || source === 'statement' ? amount : 0), 0);

/**
 * Cents of an approval by hand that no bank has told of. Without a confirmed amount, the office confirms what the bank
 * told, else the price.
 */
export function claimedBy(price: number, byBank: number, confirmed: number | undefined): number {
  const total = confirmed ?? (byBank > 0 ? byBank : price);
  return Math.max(0, total - byBank);
}
