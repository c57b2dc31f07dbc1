import type { Preferences } from '#contract/preferences.ts';
import { builtOnce } from '#server/db/built-once.ts';
import type { Db } from '#server/db/handle.ts';

const preferencesOf = builtOnce((db, userId: string) =>
  db.selectFrom('preferences').select(['theme', 'shortcuts']).where('user_id', '=', userId),
);

export async function findPreferences(db: Db, userId: string): Promise<Preferences | undefined> {
  const [row] = await preferencesOf(db, userId);
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
