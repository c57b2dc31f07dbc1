import type { Tx } from '#server/db/handle.ts';
import { setTopicOfThemes } from './themes.store.ts';

/** A topic was merged into another. */
export const moveThemesToTopic = (tx: Tx, from: number, into: number): Promise<void> =>
  setTopicOfThemes(tx, from, into);
