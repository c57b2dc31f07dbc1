import * as z from 'zod/mini';
import { instant } from '#contract/shapes.ts';

/** What the open attempt of a person with a right carries; others have none. */
export const attemptAids = z.object({
  breaksLeft: z.number(),
  breakMinutes: z.number(),
  /** The clock stands still until then; null: it runs. */
  pausedUntil: z.nullable(instant),
  largePrint: z.boolean(),
});
export type AttemptAids = z.output<typeof attemptAids>;
