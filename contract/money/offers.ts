import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { CENTS_MAX, COUNT_MAX, OFFER_COURSES_MAX, OFFER_NAME_MAX } from '#contract/limits.ts';
import { id, instant, requiredText, revision } from '#contract/shapes.ts';
import { accessRule, accessRuleKind, openedCourses } from './access.ts';
import { CORRECTIONS_MAX } from './corrections.ts';

/** An offer that is on sale today. */
export const offer = z.object({
  id,
  name: z.string(),
  /** The price now, in cents. */
  price: z.int(),
  /** The struck price; null: none. */
  struckPrice: z.nullable(z.int()),
  rule: accessRule,
  /** Free seats at this price; null: seats are not counted, or none is left and the next price holds. */
  placesLeft: z.nullable(z.int()),
  /** Whether new students buy this offer. */
  isDefault: z.boolean(),
  /** The courses it opens; null: all. */
  courses: openedCourses,
  /** Corrections of essays that it includes; null or missing: they are not counted. */
  corrections: z.optional(z.nullable(z.int())),
});
export type Offer = z.output<typeof offer>;

export const listOffers = endpoint({
  method: 'GET',
  path: '/api/offers',
  access: 'signedIn',
  summary: 'What is sold today, the default offer first.',
  response: z.array(offer),
});

export const adminOffer = z.object({
  id,
  name: z.string(),
  price: z.int(),
  struckPrice: z.nullable(z.int()),
  /** The price when no seat is left; null: the struck price. */
  nextPrice: z.nullable(z.int()),
  rule: accessRule,
  /** The exam of students who follow none. */
  defaultExamId: z.nullable(id),
  places: z.nullable(z.int()),
  placesTaken: z.int(),
  /** The first and the last day of sale. */
  soldFrom: z.nullable(z.string()),
  soldUntil: z.nullable(z.string()),
  isDefault: z.boolean(),
  /** The courses it opens; null: all. A deleted course stays in the list. */
  courseIds: z.nullable(z.array(id)),
  /** Corrections of essays that it includes; null or missing: they are not counted. */
  corrections: z.optional(z.nullable(z.int())),
  version: z.number(),
  updatedAt: instant,
});
export type AdminOffer = z.output<typeof adminOffer>;

const price = z.int('Informe o valor.').check(z.gte(1, 'Informe o valor.'), z.lte(CENTS_MAX));
const day = z.nullable(z.iso.date('Informe uma data.'));

/** A rule has what its kind needs and nothing else. */
const newRule = z
  .object({
    kind: accessRuleKind,
    count: z._default(z.nullable(z.int().check(z.gte(0), z.lte(36_500))), null),
    until: z._default(day, null),
  })
  .check(
    z.refine(
      ({ kind, count, until }) =>
        (count !== null) === (kind === 'exam_months' || kind === 'days') && (until !== null) === (kind === 'until'),
      { error: 'Complete a regra de acesso.' },
    ),
  );

const fields = {
  name: requiredText(OFFER_NAME_MAX, 'Informe o nome da oferta.'),
  price,
  struckPrice: z._default(z.nullable(price), null),
  nextPrice: z._default(z.nullable(price), null),
  rule: newRule,
  defaultExamId: z._default(z.nullable(id), null),
  places: z._default(z.nullable(z.int().check(z.gte(0), z.lte(COUNT_MAX))), null),
  soldFrom: z._default(day, null),
  soldUntil: z._default(day, null),
  /** True makes it the default offer in place of the one before. */
  isDefault: z._default(z.boolean(), false),
  courseIds: z._default(
    z.nullable(z.array(id).check(z.minLength(1, 'Escolha ao menos um curso.'), z.maxLength(OFFER_COURSES_MAX))),
    null,
  ),
  corrections: z._default(
    z.nullable(
      z
        .int('Use um número inteiro.')
        .check(z.gte(0, 'A partir de 0.'), z.lte(CORRECTIONS_MAX, `No máximo ${CORRECTIONS_MAX}.`)),
    ),
    null,
  ),
};

export const listOffersForAdmin = endpoint({
  method: 'GET',
  path: '/api/admin/offers',
  access: 'office',
  summary: 'All offers, the default one first.',
  response: z.array(adminOffer),
});

export const createOffer = endpoint({
  method: 'POST',
  path: '/api/admin/offers',
  access: 'admin',
  freshProof: true,
  errors: ['not_found'],
  summary: 'Adds an offer. The same creationKey is the same offer.',
  body: z.object({ ...fields, creationKey: z.optional(z.uuid()) }),
  response: adminOffer,
  alsoAnswers: [201],
});

export const updateOffer = endpoint({
  method: 'PUT',
  path: '/api/admin/offers/:id',
  access: 'admin',
  freshProof: true,
  errors: ['version_conflict'],
  summary: 'Changes what is sold from now on; orders keep their price and rule. 409 when `version` is not the newest.',
  body: z.object({ ...fields, version: revision }),
  response: adminOffer,
});

export const deleteOffer = endpoint({
  method: 'DELETE',
  path: '/api/admin/offers/:id',
  access: 'admin',
  freshProof: true,
  errors: ['offer_in_use'],
  summary: 'Removes an offer that nobody ever bought and that is not the default one.',
});
