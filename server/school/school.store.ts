import type { StoredSettings } from '#contract/platform/settings.ts';
import type { Db, Tx } from '#server/db/handle.ts';

/** The saved settings, validated when they were saved; empty when none ever were. */
export async function readSettings(db: Db | Tx): Promise<{ stored: StoredSettings; version: number }> {
  const row = await db.selectFrom('settings').select(['stored', 'version']).where('id', '=', 1).executeTakeFirst();
  return row ? { stored: row.stored as StoredSettings, version: row.version } : { stored: {}, version: 0 };
}
