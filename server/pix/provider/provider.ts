/** What any provider can be asked. Nothing of what it says by itself is believed: it is asked. */
export type PixProvider = {
  name: string;
  /** Methods beside Pix, on the provider's pages. */
  methods: readonly ('card' | 'slip')[];
  /** How long a charge may be paid. */
  lifeMs: number;
  createCharge(wish: ChargeWish): Promise<NewCharge>;
  /** Undefined: it knows no such charge. */
  readCharge(charge: { txid: string; ids: readonly string[] }): Promise<ChargeTruth | undefined>;
  /** Gives back of one payment that was received. The same `name` again is the same return. */
  refund(wish: ReturnWish): Promise<ReturnState>;
  /**
   * The charges that a webhook is about, by our txid or an id of the provider, each with the id that makes the event
   * idempotent. `mayBeForeign`: the account has other business, too.
   */
  readWebhook(body: unknown): { txid: string; event: string; mayBeForeign: boolean }[];
  /** Tells the provider where to send webhooks. */
  subscribe(address: string): Promise<void>;
};

type ChargeWish = {
  txid: string;
  /** Cents. */
  amount: number;
  /** Cents that a card pays, and the most instalments, where the provider takes cards. */
  card: { amount: number; instalments: number };
  seconds: number;
  /** Shown to who pays, and in statements: the order's code. */
  text: string;
};
/** `ids` are the provider's own names for the ways to pay it. */
export type NewCharge = { pixCode: string; cardUrl: string | null; slipUrl: string | null; ids: string[] };

export type ChargeTruth = {
  /** Whether it may still be paid. */
  isOpen: boolean;
  /** Cents. */
  amount: number;
  /** Whether it was charged to our key. */
  isOurs: boolean;
  received: ReceivedPayment[];
};

/** One payment of a charge. */
export type ReceivedPayment = {
  /** The bank's own name for it, or the provider's. */
  endToEndId: string;
  amount: number;
  returned: number;
  /** What the provider keeps; null: it does not say. */
  fee: number | null;
  /** When the money came; null: it does not say. */
  receivedAt: Date | null;
  /** The payer or the payer's bank demands it back. */
  isDisputed: boolean;
  method: 'pix_confirmed' | 'card' | 'slip';
  returns: ReportedReturn[];
};

export type ReturnWish = {
  txid: string;
  endToEndId: string;
  /** Ours, of letters and digits: what makes the same return the same. */
  name: string;
  /** Cents. */
  amount: number;
};

export type ReturnState = 'processing' | 'done' | 'failed';

/** `reference` is the bank's own name for the transfer, where it tells one. */
type ReportedReturn = { name: string; amount: number; state: ReturnState; reference: string | null };

/** The provider cannot be asked now, or does not answer as it should. */
export class ProviderFault extends Error {
  /** It understood and says no: asking again is of no use. */
  readonly isRefusal: boolean;
  /** How long the provider asked us to pause. */
  readonly pauseMs: number;

  constructor(message: string, { isRefusal = false, pauseMs = 0 } = {}) {
    super(message);
    this.isRefusal = isRefusal;
    this.pauseMs = pauseMs;
  }
}
