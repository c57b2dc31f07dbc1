import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import type { Log } from '#server/log.ts';
import { requireSettings, requireSettingsOf } from '#server/school/required-settings.ts';
import type { Connection } from './connect.ts';
import { startEmbedded } from './embedded.ts';
import { migrate } from './migrate.ts';
import { checkPooler } from './pooler.ts';
import { connectionTo } from './primary.ts';

export type Database = {
  connection: Connection;
  /** True once in the life of an embedded database: when it was created now. */
  isNewEmbedded: boolean;
  /** Resolves when the embedded database has ended; an external one may come back. */
  ended: Promise<void>;
  stop(): Promise<void>;
};

/**
 * Opens and migrates the configured database: the external one, or the embedded one, which starts and stops with us.
 * `onWait` is called when PostgreSQL begins to create its cluster or to start, for work of this thread in the meantime.
 */
export async function openDatabase(config: Config, log: Log, onWait?: () => void): Promise<Database> {
  if (config.databaseUrl) {
    await checkPooler({ url: config.databaseUrl, direct: config.directDatabaseUrl }, log);
    const direct = connectionTo(config.directDatabaseUrl ?? config.databaseUrl);
    await requireSettingsOf(config, direct);
    await migrateAndReport(direct, log);
    const connection = connectionTo(config.databaseUrl);
    return { connection, isNewEmbedded: false, ended: new Promise(() => {}), stop: async () => {} };
  }
  // A database that does not exist yet has no saved settings.
  if (!existsSync(join(config.dataDir, 'postgres'))) requireSettings(config, {});
  const { connection, ended, stop } = await startEmbedded({
    dataDir: config.dataDir,
    log: (message) => log.info(message),
    onWait,
    // Commands of the operator recognise the database of a server by it (scripts/operator/running-servers.ts).
    settings: config.isTest ? {} : { cluster_name: 'alvorada-server' },
  });
  try {
    await requireSettingsOf(config, connection);
    const applied = await migrateAndReport(connection, log);
    // An update applies migrations, too: only the first one shows that the database is new.
    return { connection, isNewEmbedded: applied.includes('0001_accounts.sql'), ended, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function migrateAndReport(connection: Connection, log: Log): Promise<string[]> {
  const applied = await migrate(connection, undefined, undefined, { tell: (line) => log.warn(line) });
  if (applied.length > 0) log.info({ migrations: applied.length }, 'database migrated');
  return applied;
}
