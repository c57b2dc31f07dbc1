import type { Preferences } from '../../../contract/profile.ts';
import type { Db } from '../../db/connect.ts';

export async function findPreferences(db: Db, userId: string): Promise<Preferences | undefined> {
  const row = await db
    .selectFrom('preferences')
    .select(['theme', 'shortcuts'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row && { ...row, theme: row.theme as Preferences['theme'] };
}

export async function savePreferences(db: Db, userId: string, change: Partial<Preferences>): Promise<Preferences> {
  const row = await db
    .insertInto('preferences')
    .values({ user_id: userId, ...change })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ user_id: userId, ...change }))
    .returning(['theme', 'shortcuts'])
    .executeTakeFirstOrThrow();
  return { ...row, theme: row.theme as Preferences['theme'] };
}
