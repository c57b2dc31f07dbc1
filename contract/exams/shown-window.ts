import * as z from 'zod/mini';
import { instant } from '#contract/shapes.ts';

/**
 * Inside a window, for a person with extra time: the own minutes, and by how much what is left of the time of everybody
 * is multiplied.
 */
export const extraTime = z.optional(z.object({ timeLimit: z.number(), factor: z.number() }));

/** A quiz that is taken inside a window, as its student sees it until the results are there. */
export const shownWindow = z.object({
  opensAt: instant,
  closesAt: instant,
  resultsAt: instant,
  confirmed: z.number(),
  isConfirmed: z.boolean(),
  /** Handed in, or its time is over: the result waits. */
  isDelivered: z.boolean(),
  /** When it was handed in, or its time ended, and with how many answers. Null: it is still to be taken or finished. */
  delivered: z.nullable(z.object({ at: instant, answered: z.number() })),
  /** A late start shortens the attempt: it ends when the window closes. */
  endsForAll: z.boolean(),
});
