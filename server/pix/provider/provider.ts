/** The operations of any payment provider. Its notifications are never trusted: the state is always read from it. */
export type PixProvider = {
  name: string;
  /** Methods beside Pix, on the provider's pages. */
  methods: readonly ('card' | 'slip')[];
  /** How long a charge can be paid. */
  lifeMs: number;
  createCharge(wish: ChargeWish): Promise<NewCharge>;
  /** Undefined: the provider has no such charge. */
  readCharge(charge: { txid: string; ids: readonly string[] }): Promise<ChargeTruth | undefined>;
  /** Refunds one received payment. Idempotent by `name`. */
  refund(wish: ReturnWish): Promise<ReturnState>;
  /**
   * The charges that a webhook is about, by our txid or an id of the provider, each with the id that makes the event
   * idempotent. `mayBeForeign`: the account has other business, too.
   */
  readWebhook(body: unknown): { txid: string; event: string; mayBeForeign: boolean }[];
  /** Registers the address for webhooks at the provider. */
  subscribe(address: string): Promise<void>;
};

type ChargeWish = {
  txid: string;
  /** Cents. */
  amount: number;
  /** Cents to pay by card, and the maximum number of instalments, when the provider takes cards. */
  card: { amount: number; instalments: number };
  seconds: number;
  /** Shown to the payer and in statements: the order's code. */
  text: string;
};
/** `ids` are the provider's ids of the ways to pay it. */
export type NewCharge = { pixCode: string; cardUrl: string | null; slipUrl: string | null; ids: string[] };

export type ChargeTruth = {
  /** Whether it can still be paid. */
  isOpen: boolean;
  /** Cents. */
  amount: number;
  /** Whether it was charged to our key. */
  isOurs: boolean;
  received: ReceivedPayment[];
};

/** One payment of a charge. */
export type ReceivedPayment = {
  /** The id given by the bank or the provider. */
  endToEndId: string;
  amount: number;
  returned: number;
  /** The provider's fee; null: unknown. */
  fee: number | null;
  /** When the money arrived; null: unknown. */
  receivedAt: Date | null;
  /** Cents that the payer or the payer's bank claims back; null: it is not claimed back. */
  disputed: number | null;
  method: 'pix_confirmed' | 'card' | 'slip';
  returns: ReportedReturn[];
};

export type ReturnWish = {
  txid: string;
  endToEndId: string;
  /** Our id, of letters and digits, which makes the refund idempotent. */
  name: string;
  /** Cents. */
  amount: number;
};

export type ReturnState = 'processing' | 'done' | 'failed';

/** `reference` is the bank's id of the transfer, when it gives one. */
type ReportedReturn = { name: string; amount: number; state: ReturnState; reference: string | null };

/** The provider is unreachable, or gives an unexpected answer. */
export class ProviderFault extends Error {
  /** It understood and refused: a retry would not help. */
  readonly isRefusal: boolean;
  /** How long the provider asked us to pause. */
  readonly pauseMs: number;

  constructor(message: string, { isRefusal = false, pauseMs = 0 } = {}) {
    super(message);
    this.isRefusal = isRefusal;
    this.pauseMs = pauseMs;
  }
}
