import * as z from 'zod/mini';
import { stored } from '#contract/shapes.ts';

export const annulmentRule = z.enum(['point', 'pro_rata', 'dropped']);
export const tieBreakKind = z.enum(['subject', 'right', 'wrong', 'time']);

/** The rules as a student reads them before an exam. */
export const shownRules = z.object({
  right: z.number(),
  wrong: z.number(),
  blank: z.number(),
  annulment: stored(annulmentRule, 'point'),
  weights: z.array(z.object({ subject: z.string(), weight: z.number() })),
  minimums: z.array(z.object({ name: z.string(), subjects: z.array(z.string()), points: z.number() })),
  totalMinimum: z.nullable(z.number()),
  passLine: z.nullable(z.number()),
  tieBreaks: z.array(z.object({ by: stored(tieBreakKind, 'right'), subject: z.nullable(z.string()) })),
});
export type ShownRules = z.output<typeof shownRules>;
