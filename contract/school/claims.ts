import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { instant, requiredText, revision, storable, text } from '#contract/shapes.ts';
import { countedThings, landingPart } from './site-content.ts';

/* Every figure, testimonial and promise of the landing page, with who answers for it. */

/** Where a claim comes from, as the administrator who confirms it writes it. */
export const CLAIM_SOURCE_MAX = 300;
export const CLAIM_TEXT_MAX = 1200;
/** Days of the right to return a purchase made at a distance (Código de Defesa do Consumidor, art. 49). */
export const RETURN_DAYS_BY_LAW = 7;

export const claimTopics = [
  'approvalRate',
  'students',
  'reviews',
  'ranking',
  'testimonial',
  'returnRight',
  'support',
  'weeklyMockExam',
  'accessEnd',
  'reviewTime',
  'paymentMeans',
  'figure',
  ...countedThings,
] as const;
export type ClaimTopic = (typeof claimTopics)[number];

const field = z.object({ path: text(80), text: text(CLAIM_TEXT_MAX) });

const landingClaim = z.object({
  id: z.string(),
  topic: z.enum(claimTopics),
  /** The statements of the page that make this claim, as visitors read them, in the order of the page. */
  statements: z.array(z.string()),
  parts: z.array(landingPart),
  /** The texts that `editClaim` replaces. */
  fields: z.array(field),
  /**
   * `open`: it came with the product and is undecided. `confirmed`: an administrator answers for it. `own`: the
   * school wrote it. `counted`: the product writes the figure of the day.
   */
  state: z.enum(['open', 'confirmed', 'own', 'counted']),
  confirmation: z.nullable(z.object({ source: z.string(), by: z.nullable(z.string()), at: instant })),
  /** What the product knows about it. */
  check: z.nullable(z.string()),
  /** Null: it can be removed. Else why not. */
  notRemovable: z.nullable(z.string()),
  counted: z.nullable(
    z.object({
      thing: z.enum(countedThings),
      count: z.int(),
      /** A figure that was typed and gives way to the counted one; null: the page already states the counted one. */
      typed: z.nullable(z.string()),
      isShown: z.boolean(),
    }),
  ),
});
export type LandingClaim = z.output<typeof landingClaim>;

const landingClaims = z.object({
  /** The school has its own name or CNPJ: the page is not published while a claim is open. */
  isRequired: z.boolean(),
  /** Counts the saves of the draft. */
  revision: z.int(),
  isPublished: z.boolean(),
  claims: z.array(landingClaim),
});
export type LandingClaims = z.output<typeof landingClaims>;

/** A topic, or one text of a topic that has many. */
const claimId = new RegExp(`^(?:${claimTopics.join('|')}|(?:testimonial|figure)-[0-9a-f]{12})$`);
const claimParams = z.object({ id: z.string().check(z.regex(claimId)) });

export const listClaims = endpoint({
  method: 'GET',
  path: '/api/admin/landing-claims',
  access: 'admin',
  summary: 'Every figure, testimonial and promise of the draft of the landing page, with who answers for it.',
  response: landingClaims,
});

export const confirmClaim = endpoint({
  method: 'POST',
  path: '/api/admin/landing-claims/:id/confirm',
  access: 'admin',
  summary: 'Confirms a claim as the school’s, with its source. Name and date are stored. A repeat changes nothing.',
  params: claimParams,
  body: z.object({
    /** What the page said when it was confirmed. Another text has to be confirmed again. */
    statements: z.array(text(CLAIM_TEXT_MAX)).check(z.maxLength(100)),
    source: z
      .string()
      .check(z.trim(), z.maxLength(CLAIM_SOURCE_MAX, `Use no máximo ${CLAIM_SOURCE_MAX} letras.`), storable),
  }),
  errors: ['version_conflict'],
  response: landingClaims,
});

export const editClaim = endpoint({
  method: 'POST',
  path: '/api/admin/landing-claims/:id/edit',
  access: 'admin',
  summary: 'Replaces texts of a claim in the draft. The school answers for what it writes.',
  params: claimParams,
  body: z.object({
    revision,
    fields: z
      .array(z.object({ ...field.shape, next: requiredText(CLAIM_TEXT_MAX) }))
      .check(z.minLength(1), z.maxLength(100)),
  }),
  errors: ['version_conflict'],
  response: landingClaims,
});

export const removeClaim = endpoint({
  method: 'POST',
  path: '/api/admin/landing-claims/:id/remove',
  access: 'admin',
  summary: 'Removes the statements of a claim from the draft. A claim that is a duty by law stays: 409.',
  params: claimParams,
  body: z.object({ revision }),
  errors: ['version_conflict', 'state_conflict'],
  response: landingClaims,
});

export const showCount = endpoint({
  method: 'PUT',
  path: '/api/admin/landing-claims/counts/:thing',
  access: 'admin',
  summary: 'Whether the draft of the landing page states a count of the product.',
  params: z.object({ thing: z.enum(countedThings) }),
  body: z.object({ revision, isShown: z.boolean() }),
  errors: ['version_conflict'],
  response: landingClaims,
});
