import type { Tx } from '#server/db/handle.ts';
import type { Deps } from '#server/deps.ts';
import { addLaw } from '../laws.service.ts';
import { deleteSampleLaws } from '../laws.store.ts';
import { sampleLaws as laws } from './sample-laws.ts';

/** Two laws that lessons of the sample cite. Loading twice adds nothing. */
export async function sampleLaws(deps: Deps, teacherId: string): Promise<void> {
  for (const law of laws) {
    await addLaw(deps, { id: teacherId }, { ...law, nicknames: [...law.nicknames], format: 'text', isSample: true });
  }
}

/** In the removal's transaction. */
export const removeSampleLaws = (tx: Tx) => deleteSampleLaws(tx);
