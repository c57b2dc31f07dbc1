import * as z from 'zod/mini';
import { binary, endpoint } from '#contract/endpoint.ts';
import {
  CENTS_MAX,
  END_TO_END_ID_MAX,
  OFFICE_NOTE_MAX,
  PIX_KEY_MAX,
  PROOF_MAX_BYTES,
  REJECTION_REASON_MAX,
} from '#contract/limits.ts';
import { familyName, personName } from '#contract/names.ts';
import { email, id, paging, requiredText, userId } from '#contract/shapes.ts';
import { adminPayment, optionalNote, paymentFilters, typedCode } from './payments.ts';

/* What the office does beside deciding: orders of the desk, and its lists as a file. */

const paymentLists = ['open', 'approved', 'rejected', 'refunds_due', 'refunds_done'] as const;
export type PaymentList = (typeof paymentLists)[number];

export const exportPayments = endpoint({
  method: 'GET',
  path: '/api/admin/payments.csv',
  access: 'office',
  mayLag: true,
  freshProof: true,
  summary: 'One of the lists as it is filtered, whole, as CSV.',
  query: z.object({ ...paymentFilters, list: z._default(z.enum(paymentLists), 'open') }),
  work: 'export',
  weight: 20,
  response: binary,
});

/** By the provider that received it, or by the office's own transfer, which is only recorded here. */
export const refundWays = ['provider', 'office'] as const;
export type RefundWay = (typeof refundWays)[number];

export const refundPayment = endpoint({
  method: 'POST',
  path: '/api/admin/payments/refund',
  access: 'office',
  freshProof: true,
  errors: ['not_found', 'state_conflict', 'refund_exceeds_rest'],
  summary:
    'Gives money back through the provider that holds it, or records that it went back otherwise. Amounts add up; more than the rest is 409 with the rest. Less than the rest, or after the guarantee: with a note. Access ends when nothing is left. The same creationKey is the same refund.',
  body: z.object({
    paymentCode: typedCode,
    /** Cents. */
    amount: z.int('Informe o valor.').check(z.gte(1, 'Informe o valor.'), z.lte(2_147_483_647)),
    /** A day, or a moment of it. */
    paidAt: z.union([z.iso.date(), z.iso.datetime()], 'Informe a data.'),
    endToEndId: optionalNote(END_TO_END_ID_MAX),
    note: optionalNote(OFFICE_NOTE_MAX),
    /** Where an own transfer of the office went. */
    pixKey: optionalNote(PIX_KEY_MAX),
    /** Left out: through the provider where it holds the money, unless `endToEndId` says that it has gone already. */
    through: z.optional(z.enum(refundWays)),
    creationKey: z.optional(z.uuid()),
  }),
  response: adminPayment,
});

export const refundStates = ['due', 'done'] as const;
export type RefundState = (typeof refundStates)[number];

export const listRefunds = endpoint({
  method: 'GET',
  path: '/api/admin/payments/refunds',
  access: 'office',
  summary: 'Refunds that are due, the most urgent first, or those that were carried out, newest first.',
  query: z.object({ ...paging, ...paymentFilters, state: z._default(z.enum(refundStates), 'due') }),
  response: z.array(adminPayment),
});

export const refuseRefund = endpoint({
  method: 'POST',
  path: '/api/admin/payments/refuse-refund',
  access: 'office',
  errors: ['not_found', 'state_conflict'],
  summary: 'Refuses a request for the money, with a reason that the student reads; the purchase goes on as before.',
  body: z.object({ paymentCode: typedCode, reason: requiredText(REJECTION_REASON_MAX, 'Informe o motivo.') }),
  response: adminPayment,
});

/** JPEG, PNG, WebP, GIF, AVIF, HEIC or PDF, as a proof is. */
export const attachRefundFile = endpoint({
  method: 'POST',
  path: '/api/admin/payments/refund-file',
  access: 'office',
  errors: ['not_found', 'state_conflict'],
  summary: "Keeps the bank's paper of a refund (multipart: paymentCode, then file); another one takes its place.",
  bodyType: 'multipart',
  bodyLimit: PROOF_MAX_BYTES + 64 * 1024,
  response: adminPayment,
});

export const getRefundFile = endpoint({
  method: 'GET',
  path: '/api/refund-files/:id',
  access: 'signedIn',
  summary: "The bank's paper of a refund, by the order's id; for the office and the student whose money it was.",
  response: binary,
});

export const enrollByHand = endpoint({
  method: 'POST',
  path: '/api/admin/enrollments',
  access: 'office',
  errors: ['not_found', 'state_conflict', 'email_taken'],
  summary: 'An order that was paid at the desk, or given: approved at once. The same creationKey is the same order.',
  body: z.object({
    /** A student who is known already. */
    studentId: z.optional(userId),
    /** Or a new one, who gets a letter with the way to a password. */
    newStudent: z.optional(z.object({ firstName: personName, lastName: familyName, email })),
    offerId: z.optional(id),
    method: z.enum(['cash', 'transfer', 'card_machine', 'courtesy'], 'Escolha como foi pago.'),
    /** Cents; today's price where it is left out. A courtesy costs nothing. */
    amount: z.optional(z.int().check(z.gte(1, 'Informe o valor.'), z.lte(CENTS_MAX))),
    note: optionalNote(OFFICE_NOTE_MAX),
    /** Whether it takes a seat of an offer that counts them; a sale on the site always does. */
    takesSeat: z._default(z.boolean(), false),
    creationKey: z.optional(z.uuid()),
  }),
  response: adminPayment,
  alsoAnswers: [201],
});
