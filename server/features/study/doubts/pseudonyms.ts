import { randomInt } from 'node:crypto';
import { NAMES } from '#server/features/exams/mock-exams/ranking/aliases.ts';

/** Under which everybody reads a doubt: drawn anew for each, so that no two of a student can be put together. */
export const pickPseudonym = (): string => `${NAMES[randomInt(NAMES.length)]} ${randomInt(1, 100)}`;
