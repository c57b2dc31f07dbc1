import type { StoredSettings } from '#contract/platform/settings.ts';
import type { Db, Tx } from '#server/db/handle.ts';

/** Locks the single row until the transaction ends; creates it if missing. */
export async function lockSettings(tx: Tx, now: Date): Promise<{ stored: StoredSettings; version: number }> {
  await tx
    .insertInto('settings')
    .values({ id: 1, version: 0, updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await tx
    .selectFrom('settings')
    .select(['stored', 'version'])
    .where('id', '=', 1)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { stored: row.stored as StoredSettings, version: row.version };
}

export async function saveSettings(tx: Tx, stored: StoredSettings, version: number, now: Date): Promise<void> {
  await tx
    .updateTable('settings')
    .set({ stored: JSON.stringify(stored), version, updated_at: now })
    .where('id', '=', 1)
    .execute();
}

/** The administrators to notify when the PIX key changes. */
export const listOtherAdmins = (tx: Tx, except: string, limit: number) =>
  tx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('status', '=', 'active')
    .where('id', '!=', except)
    .orderBy('created_at')
    .limit(limit)
    .execute();

/** The administrator to notify, and the name of who made the change; undefined: no longer an administrator. */
export const findAdminLetter = (db: Db, userId: string, by: string) =>
  db
    .selectFrom('users')
    .leftJoin('users as author', (join) => join.on('author.id', '=', by))
    .select([
      'users.email',
      'users.first_name as firstName',
      'author.first_name as byFirst',
      'author.last_name as byLast',
    ])
    .where('users.id', '=', userId)
    .where('users.role', '=', 'admin')
    .where('users.status', '=', 'active')
    .executeTakeFirst();
