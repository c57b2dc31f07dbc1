import { buildApp } from './app.ts';
import { ConfigError, readConfig } from './config.ts';
import { type EmbeddedPostgres, startEmbedded } from './db/embedded.ts';
import { migrate } from './db/migrate.ts';
import { announceLogins, firstStart } from './first-start.ts';
import { createLog } from './http/logging.ts';
import { openDeps } from './start.ts';

const REQUEST_LIMIT_MS = 6000;
const STOP_LIMIT_MS = 9000;

async function main(): Promise<void> {
  const config = readConfig();
  const log = createLog(config);

  let embedded: EmbeddedPostgres | undefined;
  if (!config.databaseUrl) {
    embedded = await startEmbedded({ dataDir: config.dataDir, log: (message) => log.info(message) });
  }
  const connection = embedded?.connection ?? { connectionString: config.databaseUrl ?? '' };
  try {
    const direct = config.directDatabaseUrl ? { connectionString: config.directDatabaseUrl } : connection;
    const applied = await migrate(direct);
    if (applied.length > 0) log.info({ migrations: applied.length }, 'database migrated');
    const { deps, close } = await openDeps(config, connection, log);
    const app = await buildApp(deps);
    await deps.jobs.start({ work: true });
    // An update applies migrations, too: only the first one tells a new database.
    const isNewEmbedded = embedded !== undefined && applied.includes('0001_accounts.sql');
    const logins = await firstStart(deps, { isNewEmbedded });
    const address = await app.listen({ port: config.port, host: config.host });
    announceLogins(logins, config.publicUrl ?? address.replace('127.0.0.1', 'localhost'));

    const stop = async (reason: string, exitCode: number) => {
      log.info({ reason }, 'stopping');
      // A client that never finishes its request must not keep the database from a clean stop.
      setTimeout(() => app.server.closeAllConnections(), REQUEST_LIMIT_MS).unref();
      setTimeout(() => process.exit(exitCode || 1), STOP_LIMIT_MS).unref();
      await app.close();
      await close();
      await embedded?.stop();
      process.exit(exitCode);
    };
    let stopping = false;
    const stopOnce = (reason: string, exitCode: number) => {
      if (stopping) return;
      stopping = true;
      stop(reason, exitCode).catch((error: unknown) => {
        log.error({ err: error }, 'the stop failed');
        process.exit(1);
      });
    };
    process.on('SIGINT', () => stopOnce('SIGINT', 0));
    process.on('SIGTERM', () => stopOnce('SIGTERM', 0));
    void embedded?.ended.then(() => stopOnce('the database ended', 1));
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

main().catch((error: unknown) => {
  // What an operator can act on says so in its message; a fault of ours needs its stack.
  const ours = error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError;
  const prefix = error instanceof ConfigError ? 'Configuration' : 'The start failed';
  process.stderr.write(`${prefix}: ${(error as Error).message}\n${ours ? `${error.stack}\n` : ''}`);
  process.exit(1);
});
