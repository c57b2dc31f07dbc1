import type { Db, Tx } from '../../db/handle.ts';
import { deleteSampleQuestions, markSampleQuestions } from './questions-sample.store.ts';

export const markQuestions = (db: Db | Tx, authorId: string) => markSampleQuestions(db, authorId);

/** In the removal's transaction, behind the quizzes. */
export const removeSampleQuestions = (tx: Tx, loadedAt: Date) => deleteSampleQuestions(tx, loadedAt);
