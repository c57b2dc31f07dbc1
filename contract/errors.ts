import * as z from 'zod/mini';

/** Every error code of the product and the HTTP status it travels with. */
export const errorStatus = {
  bad_request: 400,
  common_password: 400,
  unauthorized: 401,
  invalid_credentials: 401,
  forbidden: 403,
  cross_site: 403,
  payment_required: 403,
  awaiting_approval: 403,
  blocked: 403,
  access_ended: 403,
  not_bought: 403,
  wrong_password: 403,
  wrong_code: 403,
  wrong_passkey: 403,
  second_factor_required: 403,
  fresh_proof_required: 403,
  not_found: 404,
  request_timeout: 408,
  conflict: 409,
  username_taken: 409,
  email_taken: 409,
  state_conflict: 409,
  last_admin: 409,
  own_account: 409,
  link_expired: 409,
  ticket_expired: 409,
  challenge_expired: 409,
  passkeys_unavailable: 409,
  passkey_exists: 409,
  too_many_passkeys: 409,
  google_expired: 409,
  google_unlinked: 409,
  google_taken: 409,
  last_way_in: 409,
  already_active: 409,
  refund_too_late: 409,
  refund_exceeds_rest: 409,
  coupon_refused: 409,
  amount_differs: 409,
  claims_undecided: 409,
  columns_unknown: 409,
  coupon_exists: 409,
  coupon_in_use: 409,
  offer_in_use: 409,
  setting_fixed: 409,
  mail_failed: 409,
  too_many_proofs: 409,
  subject_exists: 409,
  subject_gone: 409,
  subject_in_use: 409,
  topic_exists: 409,
  topic_gone: 409,
  topic_in_use: 409,
  version_conflict: 409,
  attempt_expired: 409,
  attempt_closed: 409,
  attempt_open: 409,
  attempt_elsewhere: 409,
  attempt_paused: 409,
  quiz_incomplete: 409,
  quiz_taken: 409,
  not_enrolled: 409,
  nothing_studied: 409,
  question_in_use: 409,
  text_in_use: 409,
  image_in_use: 409,
  too_many_attachments: 409,
  too_many_recordings: 409,
  upload_conflict: 409,
  image_unreachable: 409,
  nothing_to_practise: 409,
  too_large: 413,
  unsupported_type: 415,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** Why a session was ended by something else than a logout on its own device. */
export const endReasons = [
  'everywhere',
  'device',
  'password_changed',
  'password_removed',
  'disowned',
  'blocked',
  'deleted',
  'second_factor',
  'payment_review',
] as const;
export type EndReason = (typeof endReasons)[number];

/** The wire shape of every error, with the fields that some codes add. */
export const errorBody = z.object({
  code: z.string(),
  message: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
  requestId: z.string(),
  /** payment_required, with the payment's status below */
  paymentCode: z.optional(z.string()),
  email: z.optional(z.string()),
  /** a state conflict: the state that stands */
  status: z.optional(z.string()),
  /** blocked: the reason, where the office gave one */
  reason: z.optional(z.string()),
  /** access_ended: the last day; null when there never was one */
  endsOn: z.optional(z.nullable(z.string())),
  /** subject_exists: the one that has the name */
  subject: z.optional(z.object({ id: z.number(), name: z.string() })),
  /** topic_exists: the one that has the name at that place */
  topic: z.optional(z.object({ id: z.number(), name: z.string() })),
  /** subject_in_use, topic_in_use: what stands on it */
  uses: z.optional(
    z.object({
      questions: z.number(),
      lessons: z.number(),
      draws: z.number(),
      subtopics: z.number(),
      syllabi: z.number(),
      /** Essay themes. Missing from an older release, and where a subject is meant. */
      themes: z.optional(z.number()),
    }),
  ),
  /** second_factor_required: for the next step of the login, and which one that is */
  ticket: z.optional(z.string()),
  step: z.optional(z.enum(['code', 'set_up'])),
  /** unauthorized, for a request with the cookie of an ended session */
  ended: z.optional(z.enum(endReasons)),
  /** refund_exceeds_rest: cents that can still go back */
  rest: z.optional(z.int()),
  /** columns_unknown: the names of a CSV's columns, and its first lines */
  columns: z.optional(z.array(z.string())),
  sample: z.optional(z.array(z.array(z.string()))),
  /** too_many_requests, and unavailable where too many came at once: seconds */
  retryAfter: z.optional(z.number()),
});

export type ErrorBody = z.output<typeof errorBody>;
/** The code-specific fields an error may carry beside code, message and fields. */
export type ErrorExtras = Omit<ErrorBody, 'code' | 'message' | 'fields' | 'requestId'>;
