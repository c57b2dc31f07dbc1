import type { Db } from '#server/db/handle.ts';

export const findSeen = (db: Db, userId: string) =>
  db.selectFrom('news_seen').select('version').where('user_id', '=', userId).executeTakeFirst();

export const saveSeen = (db: Db, userId: string, version: string, now: Date) =>
  db
    .insertInto('news_seen')
    .values({ user_id: userId, version, seen_at: now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ version, seen_at: now }))
    .execute();
