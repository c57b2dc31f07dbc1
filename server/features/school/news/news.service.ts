import type { Deps } from '#server/deps.ts';
import { findSeen, saveSeen } from './news.store.ts';

export const readSeen = async (deps: Deps, user: { id: string }) => ({
  seen: (await findSeen(deps.db, user.id))?.version ?? null,
});

export async function dismiss(deps: Deps, user: { id: string }, version: string) {
  await saveSeen(deps.db, user.id, version, deps.clock.now());
  return { seen: version };
}
