import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { openSampleTrial } from './trial.service.ts';
import { findSampleChoice } from './trial.store.ts';

const LESSON = 'Crase: quando usar';

/** Runs after the lessons and the bank, before any quiz draws from the bank. */
export async function sampleTrial(deps: Deps, teacherId: string): Promise<void> {
  await transact(deps, async (tx, after) =>
    openSampleTrial(deps, tx, after, teacherId, await findSampleChoice(tx, LESSON)),
  );
}
