import type { Db } from '#server/db/handle.ts';
import { countUnreadLessons } from './citations.store.ts';
import { countUnreadItems, itemKinds } from './items.store.ts';
import { readNames } from './search-text.ts';

/** Texts of before a moment whose citations the background search has yet to read, counted up to `limit`. */
export async function countUnreadTexts(db: Db, writtenBefore: Date, limit: number): Promise<number> {
  const { key: namesKey } = await readNames(db);
  let unread = await countUnreadLessons(db, { namesKey, writtenBefore, limit });
  for (const kind of itemKinds) {
    if (unread >= limit) break;
    unread += await countUnreadItems(db, { kind, namesKey, writtenBefore, limit: limit - unread });
  }
  return unread;
}
