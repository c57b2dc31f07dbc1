import * as z from 'zod/mini';
import { instant } from '#contract/shapes.ts';

/* What came for an order and what went back. Amounts are cents. */

/** Money that goes back, or went back. */
export const refund = z.object({
  /** When the student asked for it; null: the office's own choice. */
  requestedAt: z.nullable(instant),
  /** The working day by which it is to be carried out. */
  dueOn: z.nullable(z.string()),
  /** Asked of the provider then, and not yet known to have arrived. */
  sentAt: z.nullable(instant),
  /** Cents; null until it is carried out. */
  amount: z.nullable(z.int()),
  paidOn: z.nullable(z.string()),
  /** The bank's name for the transfer. */
  endToEndId: z.nullable(z.string()),
  /** The PIX key that the student wants it back to. */
  pixKey: z.nullable(z.string()),
  /** The bank's paper of it, where the office has kept one. */
  fileUrl: z.nullable(z.string()),
});
export type Refund = z.output<typeof refund>;

/** Money that went back once. */
export const refundPart = z.object({
  /** Cents. */
  amount: z.int(),
  paidOn: z.string(),
  endToEndId: z.nullable(z.string()),
});
export type RefundPart = z.output<typeof refundPart>;

/** What came for an order, in cents. */
export const received = z.object({
  total: z.int(),
  /** Told by a bank or a provider; the rest is what the office confirmed. */
  byBank: z.int(),
  /** 'Por comprovante': part of it was confirmed from a proof, and no statement or provider has told of it yet. */
  isByProof: z.boolean(),
});
