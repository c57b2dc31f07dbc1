import * as z from 'zod/mini';
import { binary, endpoint } from '#contract/endpoint.ts';
import { id } from '#contract/shapes.ts';
import { paymentMethod } from './payments.ts';

/* What came in and went back, for the school's books. */

/** The longest stretch that is summed up at once: a year, leap or not. */
export const MONEY_DAYS_MAX = 366;

const day = z.iso.date('Informe uma data.');
/** Calendar days of America/Sao_Paulo, both included; left out: this month up to today. */
const range = { from: z.optional(day), to: z.optional(day) };

/** Cents. */
const sums = {
  /** Orders that were paid. */
  orders: z.int(),
  received: z.int(),
  refunded: z.int(),
  /** The fee that the provider kept; null when it is unknown. */
  fees: z.nullable(z.int()),
};

const money = z.object({
  from: z.string(),
  to: z.string(),
  total: z.object(sums),
  /** Days on which something moved, oldest first. */
  days: z.array(z.object({ day: z.string(), ...sums })),
  methods: z.array(z.object({ method: paymentMethod, ...sums })),
  offers: z.array(z.object({ offer: z.object({ id, name: z.string() }), ...sums })),
});
export type Money = z.output<typeof money>;

export const getMoney = endpoint({
  method: 'GET',
  path: '/api/admin/money',
  access: 'office',
  mayLag: true,
  summary:
    'Received as the bank, the provider or the office says, by the day it came; refunded by the day it went back; fees where the provider tells them.',
  query: z.object(range),
  response: money,
});

export const exportMoney = endpoint({
  method: 'GET',
  path: '/api/admin/money.csv',
  access: 'office',
  mayLag: true,
  freshProof: true,
  summary: 'Every receipt and refund of those days, one line each, oldest first, as CSV for the accountant.',
  query: z.object(range),
  work: 'export',
  weight: 20,
  response: binary,
});
