import * as z from 'zod/mini';

/** Only active questions are selected for simulados and practice. */
export const questionStatus = z.enum(['active', 'annulled', 'outdated']);
export type QuestionStatus = z.output<typeof questionStatus>;
