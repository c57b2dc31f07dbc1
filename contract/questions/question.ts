import * as z from 'zod/mini';
import { stored } from '#contract/shapes.ts';
import { baseText } from './base-text.ts';
import { questionFormat, questionKind } from './question-shapes.ts';

/** An option as a student sees it before finishing: nothing here tells which one is right. */
const option = z.object({ id: z.number(), optionText: z.string() });
export const question = z.object({
  id: z.number(),
  /** How question and options are written. */
  kind: stored(questionKind, 'choice'),
  format: stored(questionFormat, 'plain'),
  /** What it is read with; several questions of a quiz may have the same. */
  baseText: z.nullable(baseText),
  questionText: z.string(),
  options: z.array(option),
});
export type Question = z.output<typeof question>;
