import type { PairVerdict } from '#contract/questions/question-pairs.ts';
import type { Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { findNear } from '#server/features/questions/questions/near.service.ts';
import { AppError, notFound } from '#server/http/errors.ts';
import { findComparedTo, saveAlike, saveEntryVerdict } from './import-alike.store.ts';
import * as store from './imports.store.ts';
import { decidePair } from './pairs.store.ts';

const JOB = 'compare-import';
const BATCH = 20;

/**
 * Sent without a key: a job with a key runs only once, and an import may be read again. Two concurrent jobs share the
 * work.
 */
export const compareLater = (deps: Deps, tx: Tx, importId: number) => deps.jobs.send(tx, JOB, { importId });

/** Compares the ready entries of an import with the bank. Resumes where an earlier run ended. */
async function compareImport(deps: Deps, importId: number): Promise<void> {
  for (;;) {
    const after = await findComparedTo(deps.db, importId);
    if (after === null) return;
    const entries = await store.listEntryRows(deps.db, importId, 'ready', { limit: BATCH, after });
    const last = entries.at(-1);
    if (!last) return;
    const near = await findNear(
      deps.db,
      entries.flatMap(({ question }) => question ?? []),
    );
    const found = entries.flatMap(({ position, fingerprint }, place) => {
      const [first] = near[place] ?? [];
      return first && fingerprint ? { position, fingerprint, ...first } : [];
    });
    await transact(deps, (tx) => saveAlike(tx, importId, found, { after, upTo: last.position }));
  }
}

export async function decideEntry(deps: Deps, importId: number, position: number, verdict: PairVerdict): Promise<void> {
  await transact(deps, async (tx) => {
    await store.lockImport(tx, importId);
    const row = await store.findImport(tx, importId);
    if (row?.state !== 'preview') {
      throw new AppError('state_conflict', 'Esta importação já começou.', { status: 'importing' });
    }
    if (!(await saveEntryVerdict(tx, importId, position, verdict))) throw notFound('Questão não encontrada.');
  });
}

type Stored = {
  questionId: number;
  likeQuestionId: number | null;
  likeness: number | null;
  verdict: PairVerdict | null;
};

/** Copies the verdicts on entries to the questions created from them. */
export async function copyVerdicts(tx: Tx, stored: readonly Stored[], by: string, now: Date): Promise<void> {
  for (const { questionId, likeQuestionId, likeness, verdict } of stored) {
    if (likeQuestionId === null || likeness === null || verdict === null) continue;
    const [firstId, secondId] = [Math.min(questionId, likeQuestionId), Math.max(questionId, likeQuestionId)];
    await decidePair(tx, { firstId, secondId, likeness, verdict, by, now });
  }
}

export function defineComparing(deps: Deps): void {
  deps.jobs.define<{ importId: number }>({ name: JOB, run: ({ importId }) => compareImport(deps, importId) });
}
