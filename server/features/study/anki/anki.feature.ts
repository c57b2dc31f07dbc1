import { ANKI_UNDO_MS } from '#contract/study/anki-limits.ts';
import type { Feature } from '#server/feature.ts';
import { ankiRoutes } from './anki.routes.ts';
import { defineAnkiUpkeep } from './import-upkeep.service.ts';
import { defineAnkiWork } from './import-work.service.ts';
import { deleteOldPreviews } from './imports.store.ts';

export const anki: Feature = {
  routes: [ankiRoutes],
  background: [defineAnkiWork, defineAnkiUpkeep],
  expired: ({ db, clock }) => ({
    ankiPreviews: (limit) => deleteOldPreviews(db, new Date(clock.now().getTime() - ANKI_UNDO_MS), limit),
  }),
};
