import * as z from 'zod/mini';
import { binary, endpoint } from '#contract/endpoint.ts';
import { CENTS_MAX, REJECTION_REASON_MAX } from '#contract/limits.ts';
import { userStatus } from '#contract/platform/users.ts';
import { email, id, instant, paging, requiredText, stored, text, userId } from '#contract/shapes.ts';
import { received, refund, refundPart } from './amounts.ts';

/** `cancelled`: called off before anything was paid, by the student, the office, or because the student was removed. */
export const paymentStatuses = [
  'pending',
  'analyzing',
  'approved',
  'rejected',
  'cancelled',
  'refund_requested',
  'refunded',
] as const;
export const paymentStatus = z.enum(paymentStatuses);
export type PaymentStatus = z.output<typeof paymentStatus>;

/** A state in an answer. */
export const statusShown = stored(z.enum([...paymentStatuses, 'unknown']), 'unknown');

/** How it was paid. By proof or confirmed by the bank; the rest is recorded by the office. */
export const paymentMethods = [
  'pix_proof',
  'pix_confirmed',
  'card',
  'slip',
  'cash',
  'transfer',
  'card_machine',
  'courtesy',
] as const;
export const paymentMethod = stored(z.enum(paymentMethods), 'pix_proof');
export type PaymentMethod = (typeof paymentMethods)[number];

export const decisions = ['approved', 'rejected'] as const;
export type Decision = (typeof decisions)[number];

/**
 * What a caller who knows only the code may see: no name, no e-mail, no proof. `rejectionReason` is null unless the
 * request carries the payment cookie or the owner's session.
 */
export const publicPayment = z.object({
  paymentCode: z.string(),
  status: statusShown,
  amount: z.int(),
  pixCode: z.string(),
  createdAt: instant,
  updatedAt: instant,
  proofUploadedAt: z.nullable(instant),
  rejectionReason: z.nullable(z.string()),
});
export type PublicPayment = z.output<typeof publicPayment>;

export const typedCode = requiredText(64, 'Informe o código do pagamento.');

export const getPaymentByCode = endpoint({
  method: 'GET',
  path: '/api/payments/by-code/:paymentCode',
  access: 'public',
  summary: 'A payment by its code.',
  params: z.object({ paymentCode: typedCode }),
  response: publicPayment,
});

export const getCurrentPayment = endpoint({
  method: 'GET',
  path: '/api/payments/current',
  access: 'public',
  errors: ['not_found'],
  summary: "The payment of `code`, else of the payment cookie, else the logged-in user's.",
  query: z.object({ code: z.optional(text(64)) }),
  response: publicPayment,
});

/** Beside the payment, whose fields are the specification's and no others. */
export const getAnswerDeadline = endpoint({
  method: 'GET',
  path: '/api/payments/answer-deadline',
  access: 'public',
  errors: ['not_found'],
  summary:
    'Until when the payment that `current` names is answered, 24 hours counted on working days only, whether its holder may still change it, and how long its coupon is reserved.',
  query: z.object({ code: z.optional(text(64)) }),
  /** Null where nothing waits for an answer. */
  response: z.object({
    answerDueAt: z.nullable(instant),
    /** Whether this visitor is the holder and may still change what is owed (coupon, offer, cancelling). */
    mayChange: z.boolean(),
    /** Cents that the order costs now. */
    amount: z.int(),
    serverTime: instant,
    coupon: z.object({
      /** Until then the amount holds; null: no limited coupon, or paid. */
      reservedUntil: z.nullable(instant),
      /** The reservation of a coupon ended then, and the day's price holds since; null: it did not. */
      lapsedAt: z.nullable(instant),
    }),
  }),
});

export const createPaymentByEmail = endpoint({
  method: 'POST',
  path: '/api/payments/create-by-email',
  access: 'public',
  errors: ['not_found', 'already_active'],
  summary: 'The one payment of a student, opened when there is none yet.',
  body: z.object({ email }),
  response: publicPayment,
  alsoAnswers: [201],
});

export const openPaymentLink = endpoint({
  method: 'POST',
  path: '/api/payments/open-link',
  access: 'public',
  errors: ['not_found'],
  summary: 'The payment of a link in an e-mail, whose key shows that it was read there: sets the payment cookie.',
  body: z.object({ paymentCode: typedCode, key: requiredText(64) }),
  response: publicPayment,
});

export const uploadProof = endpoint({
  method: 'POST',
  path: '/api/payments/upload-proof-by-code',
  access: 'public',
  errors: ['not_found', 'state_conflict', 'too_many_proofs'],
  summary: 'Says that a payment was made; as multipart/form-data (paymentCode, then file) with the proof of it.',
  bodyType: 'either',
  body: z.object({ paymentCode: typedCode }),
  response: publicPayment,
});

export const getProof = endpoint({
  method: 'GET',
  path: '/api/payments/proofs/:id',
  access: 'public',
  summary: 'A proof as it was sent; for administrators and the student it belongs to.',
  response: binary,
});

export const getProofPreview = endpoint({
  method: 'GET',
  path: '/api/payments/proofs/:id/preview',
  access: 'public',
  summary: 'A picture of a proof for screens, without its metadata; for the same people.',
  response: binary,
});

export const proofTypes = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/avif',
  'image/heic',
  'application/pdf',
] as const;
export const proofType = z.enum(proofTypes);
export type ProofType = z.output<typeof proofType>;

/** `agrees` with the order: true, or false where it contradicts it; null where it says nothing. */
const receiptFinding = <S extends z.ZodMiniType>(value: S) =>
  z.object({ told: z.array(value), agrees: z.nullable(z.boolean()) });

/** What the text of a receipt says, beside what the order wants. */
const proofReading = z.object({
  /** The bank's own names of the transfer. */
  endToEndIds: z.array(z.string()),
  /** Codes of other payments whose proofs show the same transfer. */
  sameTransferAs: z.array(z.string()),
  /** Cents. */
  amount: receiptFinding(z.int()),
  day: receiptFinding(z.string()),
  payee: receiptFinding(z.string()),
});
export type ProofReading = z.output<typeof proofReading>;

export const proof = z.object({
  id,
  /** Null: the file went with the student it belonged to. */
  url: z.nullable(z.string()),
  /** Null where there is no picture of it (PDF, HEIC). */
  previewUrl: z.nullable(z.string()),
  type: proofType,
  size: z.int(),
  uploadedAt: instant,
  /** By the student: with the payment's cookie or their session. Null: from before this was noted. */
  fromHolder: z.nullable(z.boolean()),
  /** Codes of other payments that the very same file was sent for. */
  sameFileAs: z.array(z.string()),
  /** What the text of a PDF says; null: no PDF, no text, or not read yet. A hint. */
  reading: z.nullable(proofReading),
});
export type Proof = z.output<typeof proof>;

const payer = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  status: stored(userStatus, 'blocked'),
});

export const adminPayment = z.object({
  ...publicPayment.shape,
  id,
  userId: z.nullable(userId),
  proofUrl: z.nullable(z.string()),
  approvedBy: z.nullable(userId),
  approvedAt: z.nullable(instant),
  /** Until when it is to be decided; null unless it is in analysis. */
  answerDueAt: z.nullable(instant),
  method: paymentMethod,
  offer: z.object({ id, name: z.string() }),
  /** What the offer cost without a coupon. */
  fullAmount: z.int(),
  /** The code that made it cheaper. */
  coupon: z.nullable(z.string()),
  /** A note of the office about an order made by hand. */
  note: z.nullable(z.string()),
  /** False: in analysis because others than the holder sent a notice or a proof. Null: not in analysis, or unknown. */
  analysisByHolder: z.nullable(z.boolean()),
  /** Replaces the name of a student who was removed. */
  pseudonym: z.nullable(z.string()),
  /** Cents that the provider holds of it, and can give back; null: none. */
  heldByProvider: z.nullable(z.int()),
  /** What came for it, whatever its price is. */
  received,
  /** Cents that went back, all parts together. */
  refundedCents: z.int(),
  /** Each time money went back, oldest first. */
  refundParts: z.array(refundPart),
  /** Cents that can still go back. */
  refundRest: z.int(),
  refund: z.nullable(refund),
  /** The student's own before those of others, each newest first. */
  proofs: z.array(proof),
  user: z.nullable(payer),
});
export type AdminPayment = z.output<typeof adminPayment>;

/** Takes what was left empty for what was left out. */
export const optionalNote = (max: number) =>
  z._default(
    z.nullable(
      z.pipe(
        text(max),
        z.transform((value) => value.trim() || null),
      ),
    ),
    null,
  );

const search = z.optional(text(200));

/** What the administrators' lists are narrowed by, all of it together. */
export const paymentFilters = {
  search,
  method: z.optional(z.enum(paymentMethods)),
  offerId: z.optional(id),
  /** Calendar days, both included: of the proof or order, of the decision, of the refund. */
  from: z.optional(z.iso.date('Informe uma data.')),
  to: z.optional(z.iso.date('Informe uma data.')),
  proof: z.optional(z.enum(['with', 'without'])),
};
export type PaymentFilters = z.output<z.ZodMiniObject<typeof paymentFilters>>;

export const listOpenPayments = endpoint({
  method: 'GET',
  path: '/api/admin/payments',
  access: 'office',
  summary: 'What waits for a decision: in analysis (oldest proof first), then not yet paid (oldest first).',
  query: z.object({ ...paging, ...paymentFilters }),
  response: z.array(adminPayment),
});

export const approvePayment = endpoint({
  method: 'POST',
  path: '/api/admin/payments/approve',
  access: 'office',
  errors: ['not_found', 'state_conflict'],
  summary:
    'Approves a payment and lets its student in. `amount` is what the office confirms as received (left out: what the bank told, else the price); other than the price it needs a reason.',
  body: z.object({
    paymentCode: typedCode,
    /** Cents. */
    amount: z.optional(z.int('Informe o valor.').check(z.gte(1, 'Informe o valor.'), z.lte(CENTS_MAX))),
    reason: optionalNote(REJECTION_REASON_MAX),
  }),
  response: adminPayment,
});

export const rejectPayment = endpoint({
  method: 'POST',
  path: '/api/admin/payments/reject',
  access: 'office',
  errors: ['not_found', 'state_conflict'],
  summary: 'Rejects a payment with a reason for the student, who may try again.',
  body: z.object({
    paymentCode: typedCode,
    reason: requiredText(REJECTION_REASON_MAX, 'Informe o motivo da recusa.'),
  }),
  response: adminPayment,
});

export const paymentDecision = z.object({
  id,
  decision: z.enum(decisions),
  reason: z.nullable(z.string()),
  decidedAt: instant,
  /** Null once that administrator was removed. */
  decidedBy: z.nullable(z.object({ firstName: z.string(), lastName: z.string() })),
  payment: adminPayment,
});
export type PaymentDecision = z.output<typeof paymentDecision>;

export const listPaymentDecisions = endpoint({
  method: 'GET',
  path: '/api/admin/payments/decisions',
  access: 'office',
  summary: 'Every decision of one kind, newest first, also those that a later one replaced.',
  query: z.object({ ...paging, ...paymentFilters, decision: z.enum(decisions) }),
  response: z.array(paymentDecision),
});

export const revokePayment = endpoint({
  method: 'POST',
  path: '/api/admin/payments/revoke',
  access: 'office',
  errors: ['not_found', 'state_conflict', 'fresh_proof_required'],
  summary:
    'Takes an approval back: within ten seconds as if it had not been, later with a reason and a fresh proof. Back to analysis, access ends.',
  body: z.object({ paymentCode: typedCode, reason: optionalNote(REJECTION_REASON_MAX) }),
  response: adminPayment,
});
