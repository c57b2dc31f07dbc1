import * as z from 'zod/mini';
import { id } from '#contract/shapes.ts';

/* Apart from the calls about citations: the home loads what imports these shapes. */

export const cited = {
  quote: z.string(),
  /** Null where the author refused the quote: only authors need to know of it. */
  lawId: z.nullable(id),
  lawName: z.string(),
  /** The article to open; null where the law itself is cited. */
  article: z.nullable(z.string()),
  lexId: z.string(),
  isRefused: z.boolean(),
};

/** A quote of a question, base text, comment or note: every place of it in that text is a link. */
export const itemLink = z.object({ ...cited, id: z.number() });
export type ItemLink = z.output<typeof itemLink>;
