import * as z from 'zod/mini';
import { instant } from '#contract/shapes.ts';

/** A quiz that is taken inside a window, as its student sees it until the results are there. */
export const shownWindow = z.object({
  opensAt: instant,
  closesAt: instant,
  resultsAt: instant,
  confirmed: z.number(),
  isConfirmed: z.boolean(),
  /** Handed in, or its time is over: the result waits. */
  isDelivered: z.boolean(),
});
