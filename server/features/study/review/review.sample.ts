import type { Db, Tx } from '#server/db/handle.ts';
import type { Deps } from '#server/deps.ts';
import { takeInAttempts } from './answer-log.service.ts';
import { insertAttemptAnswers, insertPracticeAnswers } from './answer-log.store.ts';

/** Logs the answers of sample people in bulk. The memory state is updated lazily, at the next read. */
export const logSampleAttempts = (db: Db | Tx, ids: readonly number[]) => insertAttemptAnswers(db, ids);
export const logSamplePractice = (db: Db | Tx, id: number) => insertPracticeAnswers(db, id - 1, id);

/** Processes a simulado as the product does, including the check of the expected score against the actual one. */
export const takeInSampleAttempt = (deps: Deps, id: number) => takeInAttempts(deps, [id]);
