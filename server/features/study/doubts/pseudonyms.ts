import { randomInt } from 'node:crypto';
import { NAMES } from '#server/features/exams/mock-exams/ranking/aliases.ts';

/** The name shown to other readers. Random for each doubt, so that two doubts of one student cannot be linked. */
export const pickPseudonym = (): string => `${NAMES[randomInt(NAMES.length)]} ${randomInt(1, 100)}`;
