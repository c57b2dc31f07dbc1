import * as z from 'zod/mini';
import { stored } from '#contract/shapes.ts';
import { questionFormat } from './question-shapes.ts';

/** A supporting text as a question is read with it. */
export const baseText = z.object({
  id: z.number(),
  versionId: z.number(),
  /** 'Texto I'; may be empty. */
  title: z.string(),
  format: stored(questionFormat, 'plain'),
  text: z.string(),
});
export type BaseText = z.output<typeof baseText>;
