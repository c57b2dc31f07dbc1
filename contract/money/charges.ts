import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { OFFICE_NOTE_MAX } from '#contract/limits.ts';
import { id, instant, paging, requiredText, stored, text } from '#contract/shapes.ts';
import { adminPayment, statusShown, typedCode } from './payments.ts';

/* Payments that a provider confirms, beside the proof by photograph. */

/** What the payment page needs while a payment is in progress. */
const payableCharge = z.object({
  status: statusShown,
  /** Null: no provider confirms this payment; the order's static code and a proof are used instead. */
  charge: z.nullable(
    z.object({
      pixCode: z.string(),
      /** Pages of the provider, where it takes cards and slips: no card number ever comes here. */
      cardUrl: z.nullable(z.string()),
      slipUrl: z.nullable(z.string()),
      /** What the card page asks for. Null: there is none. `amount` is null for a charge of an earlier version. */
      card: z.nullable(z.object({ amount: z.nullable(z.int()), instalments: z.int() })),
      expiresAt: instant,
    }),
  ),
});

export type PayableCharge = z.output<typeof payableCharge>;

export const openCharge = endpoint({
  method: 'POST',
  path: '/api/payments/charge',
  access: 'public',
  errors: ['not_found'],
  summary: 'The charge to pay an order with, made at the provider where there is one; again is the same charge.',
  body: z.object({ paymentCode: typedCode }),
  response: payableCharge,
});

export const getCharge = endpoint({
  method: 'GET',
  path: '/api/payments/charge',
  access: 'public',
  errors: ['not_found'],
  summary: 'Whether the order of `code` is paid by now: light, for every three seconds while its charge is open.',
  query: z.object({ code: text(64) }),
  response: payableCharge,
});

const hook = { provider: z.string().check(z.regex(/^[a-z-]{1,20}$/)), secret: z.string().check(z.maxLength(200)) };

export const receiveWebhook = endpoint({
  method: 'POST',
  path: '/api/webhooks/:provider/:secret',
  access: 'public',
  summary: 'A provider says that something happened to charges: noted once, and read back from the provider.',
  params: z.object(hook),
  body: z.record(z.string(), z.unknown()),
});

export const receiveWebhookPix = endpoint({
  ...receiveWebhook,
  path: '/api/webhooks/:provider/:secret/pix',
  summary: 'The same, with the part that the API Pix adds to the address.',
});

export const caseKinds = [
  'wrong_amount',
  'overpaid',
  'order_closed',
  'returned',
  'wrong_key',
  'unknown_charge',
  'refused',
  'return_failed',
  'missing_at_provider',
  'partly_returned',
  'underpaid',
  'paid_twice',
  'chargeback',
  'returned_twice',
  'unconfirmed',
] as const;
export type CaseKind = (typeof caseKinds)[number];

const chargeCase = z.object({
  id,
  kind: stored(z.enum(caseKinds), 'refused'),
  txid: z.string(),
  /** Cents that the bank holds. */
  held: z.nullable(z.int()),
  /** Cents that the school counts on: the price, by card its total. */
  amount: z.nullable(z.int()),
  /** Cents that the payer claims back. Null: it is no dispute, or an earlier version wrote the case. */
  disputed: z.nullable(z.int()),
  createdAt: instant,
  /** When the student was last asked for the rest. */
  chargedAt: z.nullable(instant),
  order: z.nullable(
    z.object({ paymentCode: z.string(), status: statusShown, name: z.nullable(z.string()), offer: z.string() }),
  ),
});
export type ChargeCase = z.output<typeof chargeCase>;

export const listChargeCases = endpoint({
  method: 'GET',
  path: '/api/admin/charge-cases',
  access: 'office',
  summary: 'Orders where school and bank disagree, the most urgent kind first, in it the oldest first.',
  query: z.object(paging),
  response: z.array(chargeCase),
});

export const closeChargeCase = endpoint({
  method: 'POST',
  path: '/api/admin/charge-cases/:id/close',
  access: 'office',
  summary: 'Somebody has seen to it. Again is the same.',
});

export const acceptChargeCase = endpoint({
  method: 'POST',
  path: '/api/admin/charge-cases/:id/accept',
  access: 'office',
  errors: ['state_conflict'],
  summary:
    'Accepts the difference, with a reason for the audit. The case stays closed while the amounts stay the same.',
  body: z.object({ reason: requiredText(OFFICE_NOTE_MAX, 'Informe o motivo.') }),
});

export const chargeRest = endpoint({
  method: 'POST',
  path: '/api/admin/charge-cases/:id/charge-rest',
  access: 'office',
  errors: ['state_conflict'],
  summary:
    'Asks the provider first, then the student for the rest by e-mail, with a PIX code of that amount, at most once a day. The case stays open until it came.',
});

const comparison = z.object({
  /** Null: not yet. */
  comparedAt: z.nullable(instant),
  /** Charges that were read at the provider, and those that it did not answer for. */
  compared: z.int(),
  unanswered: z.int(),
});
export type MoneyComparison = z.output<typeof comparison>;

export const getMoneyComparison = endpoint({
  method: 'GET',
  path: '/api/admin/money-comparison',
  access: 'office',
  summary: 'When the last 90 days were last compared with provider and statements.',
  response: comparison,
});

export const compareMoney = endpoint({
  method: 'POST',
  path: '/api/admin/money-comparison',
  access: 'office',
  summary: 'Begins the comparison of the last 90 days now, in the background.',
});

export const checkBank = endpoint({
  method: 'POST',
  path: '/api/admin/payments/check-bank',
  access: 'office',
  errors: ['not_found'],
  summary: 'Asks the provider about the charges of an order now, and answers with the order as it is then.',
  body: z.object({ paymentCode: typedCode }),
  /**
   * `isAsked` false: no provider has a charge of this order. `isAnswered` false: the provider did not answer, and the
   * amounts are the last known ones.
   */
  response: z.object({ payment: adminPayment, isAsked: z.boolean(), isAnswered: z.boolean() }),
});
