import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { instant, requiredText, stored, userId } from '#contract/shapes.ts';

/* Corrections of essays as something that is bought, spent and returned. */

/** Corrections that one offer includes, and that one adjustment adds or takes. */
export const CORRECTIONS_MAX = 1000;
export const CORRECTION_REASON_MAX = 500;
/** Entries that the office sees, the newest first. */
export const CORRECTION_ENTRIES_SHOWN = 50;
/** Working days after the promised return from which on the correction of a late essay costs nothing. */
export const CORRECTION_RETURN_WORKING_DAYS = 2;

export const correctionEntryKinds = ['bought', 'taken_back', 'spent', 'returned', 'adjusted'] as const;
const entryKind = z.enum(correctionEntryKinds);
export type CorrectionEntryKind = z.output<typeof entryKind>;

const ofPerson = z.object({
  /** Null: this student's corrections are not counted. */
  left: z.nullable(z.number()),
  /** What is stored also while an access without a count is in force; null: nothing was ever counted. */
  balance: z.nullable(z.number()),
  entries: z.array(
    z.object({
      id: z.number(),
      kind: stored(entryKind, 'adjusted'),
      amount: z.number(),
      reason: z.nullable(z.string()),
      /** Who adjusted; null: the product itself, or an account that is gone. */
      by: z.nullable(z.string()),
      at: instant,
    }),
  ),
});
export type CorrectionsOfPerson = z.output<typeof ofPerson>;

export const getCorrectionsOf = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id/corrections',
  access: 'office',
  summary: "A student's corrections: how many are left, and what added or took them.",
  params: z.object({ id: userId }),
  response: ofPerson,
});

const change = z.number('Informe um número.').check(
  z.int('Use um número inteiro.'),
  z.gte(-CORRECTIONS_MAX, `No máximo ${CORRECTIONS_MAX} por vez.`),
  z.lte(CORRECTIONS_MAX, `No máximo ${CORRECTIONS_MAX} por vez.`),
  z.refine((amount) => amount !== 0, { error: 'Informe quantas dar ou tirar.' }),
);

export const adjustCorrections = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/corrections',
  access: 'office',
  summary: 'Gives a student corrections or takes some, with a reason. The same creationKey is the same adjustment.',
  params: z.object({ id: userId }),
  body: z.object({
    amount: change,
    reason: requiredText(CORRECTION_REASON_MAX, 'Diga o motivo.'),
    creationKey: z.uuid(),
  }),
  response: ofPerson,
});
