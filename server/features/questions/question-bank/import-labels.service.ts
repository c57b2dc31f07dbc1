import type { BodyOf } from '#contract/endpoint.ts';
import type { fillImportLabels } from '#contract/questions/question-import.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { fillLabels } from './import-labels.store.ts';
import { chooseObviousTopics } from './import-topics.service.ts';
import { own, readImport } from './imports.service.ts';
import { findImport, lockImport } from './imports.store.ts';

/** Fills the missing labels of all entries of an import. Idempotent. */
export async function fillAllLabels(
  deps: Deps,
  user: SessionUser,
  id: number,
  labels: BodyOf<typeof fillImportLabels>,
) {
  await own(deps, user, id);
  await transact(deps, async (tx) => {
    await lockImport(tx, id);
    if ((await findImport(tx, id))?.state !== 'preview') {
      throw new AppError('state_conflict', 'Esta importação já começou.', { status: 'importing' });
    }
    await fillLabels(tx, id, labels);
    await chooseObviousTopics(tx, id);
  });
  return readImport(deps, user, id);
}
