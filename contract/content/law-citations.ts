import * as z from 'zod/mini';
import { LAW_QUOTE_MAX } from '#contract/content/law-limits.ts';
import { endpoint } from '#contract/endpoint.ts';
import { requiredText, rowId } from '#contract/shapes.ts';
import { cited } from './law-link.ts';

const link = z.object({
  ...cited,
  /** Counts equal quotes of the lesson's text from 0. */
  occurrence: z.number(),
});
export type LawLink = z.output<typeof link>;

export const listLawCitations = endpoint({
  method: 'GET',
  path: '/api/articles/:id/law-citations',
  access: 'signedIn',
  needsAccess: 'lesson',
  summary: 'The quotes of a lesson that cite a law of the school, in the order of the text.',
  response: z.array(link),
});

const decisions = ['refused', 'corrected', 'recognised'] as const;

/** What an author decides about a quote. */
export const citationDecision = z.object({
  decision: z.enum(decisions),
  quote: requiredText(LAW_QUOTE_MAX, 'Diga qual é a citação.'),
  /** The device that a correction leads to; null in other decisions. */
  device: z._default(
    z.nullable(z.object({ lawId: rowId, lexId: requiredText(80, 'Diga qual é o dispositivo.') })),
    null,
  ),
});

export const decideLawCitation = endpoint({
  method: 'PUT',
  path: '/api/articles/:id/law-citations',
  access: 'author',
  summary: 'Refuses a quote of a lesson, leads it to another device, or takes the decision back.',
  body: citationDecision,
  response: z.array(link),
});
