import { readConfig } from '#server/config.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { connectionTo } from '#server/db/primary.ts';

/** Migrates without serving: the step before a rolling deploy. */
const config = readConfig();
const embedded = config.databaseUrl ? undefined : await startEmbedded({ dataDir: config.dataDir, log: console.log });
try {
  const applied = await migrate(
    embedded?.connection ?? connectionTo(config.directDatabaseUrl ?? config.databaseUrl ?? ''),
    undefined,
    undefined,
    { tell: console.log },
  );
  console.log(applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  await embedded?.stop();
}
