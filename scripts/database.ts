import type { Config } from '#server/config.ts';
import type { Connection } from '#server/db/connect.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { runningEmbedded } from '#server/db/embedded-running.ts';
import { connectionTo } from '#server/db/primary.ts';

/**
 * The product's database for a command: the outside one, or the embedded one, which is started where no server runs
 * and used together with the server where one does.
 */
export async function openDatabase(config: Config): Promise<{ connection: Connection; close: () => Promise<void> }> {
  if (config.databaseUrl) {
    return { connection: connectionTo(config.directDatabaseUrl ?? config.databaseUrl), close: async () => {} };
  }
  const running = await runningEmbedded(config.dataDir);
  if (running) return { connection: running, close: async () => {} };
  const embedded = await startEmbedded({ dataDir: config.dataDir, log: () => {} });
  return { connection: embedded.connection, close: embedded.stop };
}
