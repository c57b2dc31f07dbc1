import { DAY_MS } from '#contract/time.ts';
import type { Feature } from '#server/feature.ts';
import { cardRoutes } from './cards.routes.ts';
import { deleteUnusedPictures } from './pictures.service.ts';
import { cardSetRoutes } from './sets/sets.routes.ts';

export const cards: Feature = {
  routes: [cardRoutes, cardSetRoutes],
  expired: ({ db, clock }) => ({
    // A picture is uploaded before its card is saved.
    cardPictures: (limit) => deleteUnusedPictures({ db }, new Date(clock.now().getTime() - DAY_MS), limit),
  }),
};
