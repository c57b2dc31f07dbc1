import * as z from 'zod/mini';
import { DAY_MS } from '#contract/time.ts';
import { startOfDay } from '#server/time/calendar.ts';
import { createSender, type TlsSettings } from './mutual-tls.ts';
import { type PixProvider, ProviderFault, type ReceivedPayment, type ReturnState } from './provider.ts';
import { faultOf, json, parsed } from './provider-answers.ts';
import { secretIn } from './secret.ts';

export type AsaasSettings = TlsSettings & {
  url: string;
  /** The account's key. */
  clientSecret: string;
  /** The PIX key that is charged to; the owner may change it. */
  key: () => string;
  /** The address that Asaas notifies when webhooks stop. */
  email: () => string;
};

/** Slips are paid until the last day, and reported a day later. */
const LIFE_MS = 10 * DAY_MS;
const SLIP_DAYS = 3;
const INSTALMENTS_MAX = 12;
/** A charge has one payment, or as many as it has instalments. */
const PAGE = 100;

const id = z.string().check(z.regex(/^[\w-]{1,80}$/));
const qrCode = z.object({ id, payload: z.string().check(z.minLength(1), z.maxLength(2000)) });
const link = z.object({ id, url: z.string().check(z.regex(/^https:\/\//), z.maxLength(500)) });
const refund = z.object({ status: z.string(), value: z.number(), description: z.optional(z.nullable(z.string())) });
const payment = z.object({
  id,
  status: z.string(),
  value: z.number(),
  netValue: z.optional(z.nullable(z.number())),
  billingType: z.string(),
  confirmedDate: z.optional(z.nullable(z.string())),
  paymentDate: z.optional(z.nullable(z.string())),
  installment: z.optional(z.nullable(z.string())),
  externalReference: z.optional(z.nullable(z.string())),
  paymentLink: z.optional(z.nullable(z.string())),
  pixQrCodeId: z.optional(z.nullable(z.string())),
  refunds: z.optional(z.nullable(z.array(refund))),
});
type Payment = z.output<typeof payment>;
const list = z.object({ data: z.array(payment), hasMore: z.optional(z.boolean()) });
const hooks = z.object({ data: z.array(z.object({ url: z.string() })) });
const told = z.object({
  id: z.string().check(z.maxLength(200)),
  event: z.string().check(z.regex(/^PAYMENT_/)),
  payment: z.object({
    status: z.optional(z.string()),
    externalReference: z.optional(z.nullable(z.string())),
    paymentLink: z.optional(z.nullable(z.string())),
    pixQrCodeId: z.optional(z.nullable(z.string())),
  }),
});

const cents = (value: number) => Math.round(value * 100);
const reais = (amount: number) => amount / 100;
const isOwnTxid = (text: string) => /^[0-9A-HJKMNP-TV-Z]{16}\d{10}$/.test(text);

/** States of received money, whatever happened to it since. */
const receivedStates = new Set([
  'RECEIVED',
  'CONFIRMED',
  'REFUND_REQUESTED',
  'REFUND_IN_PROGRESS',
  'REFUNDED',
  'CHARGEBACK_REQUESTED',
  'CHARGEBACK_DISPUTE',
  'AWAITING_CHARGEBACK_REVERSAL',
]);
const disputeStates = new Set(['CHARGEBACK_REQUESTED', 'CHARGEBACK_DISPUTE', 'AWAITING_CHARGEBACK_REVERSAL']);
const methods = { CREDIT_CARD: 'card', BOLETO: 'slip' } as const;
const INSTALMENTS = 'instalments:';

const events = [
  'PAYMENT_CONFIRMED',
  'PAYMENT_RECEIVED',
  'PAYMENT_REFUNDED',
  'PAYMENT_PARTIALLY_REFUNDED',
  'PAYMENT_REFUND_IN_PROGRESS',
  'PAYMENT_CHARGEBACK_REQUESTED',
];

/**
 * Asaas: Pix, card in instalments and slip. Written from its documentation, and never tested against the live service.
 */
export function createAsaas(settings: AsaasSettings): PixProvider & { close(): void } {
  const { send, close } = createSender(settings);

  const ask = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await send(`${settings.url}${path}`, {
      method,
      headers: {
        access_token: secretIn(settings.clientSecret),
        'user-agent': 'alvorada',
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (answer.status === 404) return undefined;
    if (answer.status >= 200 && answer.status < 300) return answer.body === '' ? {} : json(answer.body);
    throw faultOf(answer.status, answer.headers['retry-after']);
  };

  const makeLink = async (txid: string, amount: number, text: string, way: object) => {
    const wish = { name: text.slice(0, 100), value: reais(amount), externalReference: txid, ...way };
    return parsed(link, await ask('POST', '/paymentLinks', { ...wish, notificationEnabled: false }));
  };

  const paymentsBy = async (filter: string): Promise<Payment[]> =>
    parsed(list, (await ask('GET', `/payments?${filter}&limit=${PAGE}`)) ?? { data: [] }).data;

  const paymentOf = async (own: string): Promise<Payment> => {
    const found = await ask('GET', `/payments/${own}`);
    if (found === undefined) throw new ProviderFault('answered 404', { isRefusal: true });
    return parsed(payment, found);
  };

  return {
    name: 'asaas',
    methods: ['card', 'slip'],
    lifeMs: LIFE_MS,
    close,
    async createCharge({ txid, amount, card, seconds, text }) {
      const qr = parsed(
        qrCode,
        await ask('POST', '/pix/qrCodes/static', {
          addressKey: settings.key(),
          description: text.slice(0, 37),
          value: reais(amount),
          format: 'PAYLOAD',
          expirationSeconds: seconds,
          allowsMultiplePayments: false,
          externalReference: txid,
        }),
      );
      const instalments = Math.min(card.instalments, INSTALMENTS_MAX);
      const cardWay = { billingType: 'CREDIT_CARD', chargeType: 'INSTALLMENT', maxInstallmentCount: instalments };
      const slip = { billingType: 'BOLETO', chargeType: 'DETACHED', dueDateLimitDays: SLIP_DAYS };
      const byCard = await makeLink(txid, card.amount, text, cardWay);
      const bySlip = await makeLink(txid, amount, text, slip);
      return { pixCode: qr.payload, cardUrl: byCard.url, slipUrl: bySlip.url, ids: [qr.id, byCard.id, bySlip.id] };
    },
    async readCharge({ txid, ids }) {
      const [qrId, ...links] = ids.map(encodeURIComponent);
      const filters = [
        `externalReference=${txid}`,
        ...(qrId ? [`pixQrCodeId=${qrId}`] : []),
        ...links.map((one) => `paymentLink=${one}`),
      ];
      const found = (await Promise.all(filters.map(paymentsBy))).flat();
      // If the service ignored the filter, it would return the payments of all charges.
      const isIts = ({ externalReference, pixQrCodeId, paymentLink }: Payment) =>
        externalReference === txid || ids.includes(pixQrCodeId ?? '-') || ids.includes(paymentLink ?? '-');
      const own = new Map(found.filter(isIts).map((one) => [one.id, one]));
      const received = partsOf([...own.values()].filter(({ status }) => receivedStates.has(status)));
      const amount = received.reduce((sum, one) => sum + one.amount, 0);
      return { isOpen: received.length === 0, amount, isOurs: true, received };
    },
    async refund({ endToEndId, name, amount }) {
      const isInstalments = endToEndId.startsWith(INSTALMENTS);
      const own = encodeURIComponent(isInstalments ? endToEndId.slice(INSTALMENTS.length) : endToEndId);
      const [part] = partsOf(isInstalments ? await paymentsBy(`installment=${own}`) : [await paymentOf(own)]);
      const before = part?.returns.find((one) => one.name === name);
      if (before) return before.state;
      // A slip is refunded only after its payer has named an account, and instalments only as a whole.
      if (part?.method === 'slip' || (isInstalments && part?.amount !== amount)) {
        throw new ProviderFault('cannot be given back so', { isRefusal: true });
      }
      const path = isInstalments ? `/installments/${own}/refund` : `/payments/${own}/refund`;
      const made = await ask('POST', path, { value: reais(amount), description: name });
      if (made === undefined) throw new ProviderFault('answered 404', { isRefusal: true });
      return 'processing';
    },
    readWebhook(body) {
      const read = z.safeParse(told, body);
      if (!read.success) return [];
      const { id: eventId, payment: about } = read.data;
      const own = about.externalReference && isOwnTxid(about.externalReference) ? about.externalReference : null;
      // The account may have other customers: an event that names no charge of ours opens no case.
      const txid = own ?? about.pixQrCodeId ?? about.paymentLink;
      return txid ? [{ txid: txid.slice(0, 80), event: eventId, mayBeForeign: own === null }] : [];
    },
    async subscribe(address) {
      const known = parsed(hooks, (await ask('GET', '/webhooks')) ?? { data: [] });
      if (known.data.some(({ url }) => url === address)) return;
      const email = settings.email();
      const hook = { name: 'Alvorada', url: address, email, enabled: true, interrupted: false, apiVersion: 3 };
      await ask('POST', '/webhooks', { ...hook, sendType: 'SEQUENTIALLY', events });
    },
  };
}

/** The instalments of one purchase count as one payment. */
function partsOf(payments: readonly Payment[]): ReceivedPayment[] {
  const groups = Map.groupBy(payments, (one) => (one.installment ? `${INSTALMENTS}${one.installment}` : one.id));
  return [...groups].map(([endToEndId, parts]) => {
    const [first] = parts;
    const sum = (of: (one: Payment) => number) => parts.reduce((total, one) => total + of(one), 0);
    const net = parts.every((one) => typeof one.netValue === 'number');
    return {
      endToEndId,
      amount: sum((one) => cents(one.value)),
      returned: sum(returnedOf),
      fee: net
        ? Math.max(
            0,
            sum((one) => cents(one.value) - cents(one.netValue ?? one.value)),
          )
        : null,
      receivedAt: first ? moneyDay(first) : null,
      disputed: disputedOf(parts),
      method: methods[first?.billingType as keyof typeof methods] ?? 'pix_confirmed',
      returns: returnsOf(parts),
    };
  });
}

/** A chargeback of Asaas claims a payment as a whole. */
function disputedOf(parts: readonly Payment[]): number | null {
  const claimed = parts.filter(({ status }) => disputeStates.has(status));
  return claimed.length === 0 ? null : claimed.reduce((sum, { value }) => sum + cents(value), 0);
}

/** The start of the day on which the payment was made, else confirmed. */
function moneyDay({ paymentDate, confirmedDate }: Payment): Date | null {
  const day = paymentDate ?? confirmedDate ?? '';
  return /^\d{4}-\d{2}-\d{2}$/.test(day) ? startOfDay(day) : null;
}

/** Refunded cents. A refunded payment without details was refunded in full. */
function returnedOf({ status, value, refunds }: Payment): number {
  const done = (refunds ?? []).filter((one) => one.status === 'DONE').reduce((sum, one) => sum + cents(one.value), 0);
  return status === 'REFUNDED' && done === 0 ? cents(value) : done;
}

const stateOf = (status: string): ReturnState =>
  status === 'DONE' ? 'done' : status === 'CANCELLED' ? 'failed' : 'processing';

/** Refunds by our name in the description; those of several instalments count as one. */
function returnsOf(parts: readonly Payment[]): ReceivedPayment['returns'] {
  const all = parts.flatMap(({ refunds }) => refunds ?? []).filter(({ description }) => description);
  const groups = Map.groupBy(all, ({ description }) => description ?? '');
  return [...groups].map(([name, refunds]) => {
    const states = refunds.map(({ status }) => stateOf(status));
    const state = states.includes('processing') ? 'processing' : states.includes('failed') ? 'failed' : 'done';
    return { name, amount: refunds.reduce((sum, one) => sum + cents(one.value), 0), state, reference: null };
  });
}
