import * as z from 'zod/mini';

/** Only active questions are selected for simulados and practice. */
export const questionStatus = z.enum(['active', 'annulled', 'outdated']);
export type QuestionStatus = z.output<typeof questionStatus>;

/**
 * The question is out of new mock exams, practice and review, and why; the reason is empty where it could tell the key.
 * Null, or missing from an older release: it is asked.
 */
export const outdated = z.optional(z.nullable(z.object({ reason: z.string() })));
export type Outdated = z.output<typeof outdated>;
