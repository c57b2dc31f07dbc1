import type { StoredSettings } from '#contract/platform/settings.ts';
import type { Config } from '#server/config.ts';
import type { Connection } from '#server/db/connect.ts';
import { oneClient } from '#server/db/one-client.ts';
import { ConfigError } from '#server/environment.ts';
import { missingSettings, valuesOf } from './school.ts';

type Needs = Pick<Config, 'fixedSettings' | 'isProduction'>;

/** Throws one ConfigError that names every setting that production requires and that is not set. */
export function requireSettings({ fixedSettings, isProduction }: Needs, stored: StoredSettings): void {
  const missing = isProduction ? missingSettings(valuesOf(fixedSettings, stored)) : [];
  if (missing.length > 0) throw new ConfigError(missing.map(({ problem }) => problem));
}

/** Runs before the migrations: a start that has to fail leaves the schema to the version that still runs. */
export async function requireSettingsOf(config: Needs, connection: Connection): Promise<void> {
  if (config.isProduction) requireSettings(config, await readBeforeMigration(connection));
}

async function readBeforeMigration(connection: Connection): Promise<StoredSettings> {
  const client = await oneClient(connection, 'alvorada-settings');
  try {
    const table = await client.query<{ exists: boolean }>("SELECT to_regclass('settings') IS NOT NULL AS exists");
    if (!table.rows[0]?.exists) return {};
    const { rows } = await client.query<{ stored: StoredSettings }>('SELECT stored FROM settings WHERE id = 1');
    return rows[0]?.stored ?? {};
  } finally {
    await client.end();
  }
}
