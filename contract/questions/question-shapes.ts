import * as z from 'zod/mini';

export const questionFormat = z.enum(['plain', 'html']);
export type QuestionFormat = z.output<typeof questionFormat>;

/** choice: 2 to 6 options; true_false: 'Certo' and 'Errado'. */
export const questionKind = z.enum(['choice', 'true_false']);
export type QuestionKind = z.output<typeof questionKind>;

export const difficulty = z.enum(['easy', 'medium', 'hard']);
export type Difficulty = z.output<typeof difficulty>;
