import type { Tx } from '#server/db/handle.ts';
import { type ListAnswer, recordAnswer } from './list-progress.store.ts';

/** Lies below practice and the lists: a practice records its answers here, and the lists start practices. */
export const recordListAnswer = (tx: Tx, answer: ListAnswer): Promise<void> => recordAnswer(tx, answer);
