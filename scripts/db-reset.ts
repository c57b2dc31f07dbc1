import { rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { readConfig } from '#server/config.ts';
import { locateCluster } from '#server/db/embedded-cluster.ts';
import { runningEmbedded } from '#server/db/embedded-running.ts';
import { connectionTo } from '#server/db/primary.ts';

/**
 * For development: everything stored goes, and the next start migrates from the beginning and loads the sample school.
 * So a migration that is still being written can be changed and applied again.
 */
const config = readConfig();

function refuse(message: string): never {
  console.error(message);
  process.exit(1);
}

/** A database that only this product uses; the schema of the job queue lies beside ours. */
async function emptyOutsideDatabase(url: string): Promise<void> {
  const client = new pg.Client(connectionTo(url));
  await client.connect();
  try {
    await client.query('DROP SCHEMA IF EXISTS pgboss CASCADE');
    await client.query('DROP SCHEMA public CASCADE');
    await client.query('CREATE SCHEMA public');
  } finally {
    await client.end();
  }
}

if (config.isProduction) refuse('db:reset is for development: it deletes everything. NODE_ENV says production.');
if (config.databaseUrl) {
  if (!process.argv.includes('--yes')) {
    refuse('DATABASE_URL is set: npm run db:reset -- --yes deletes everything in that database.');
  }
  await emptyOutsideDatabase(config.directDatabaseUrl ?? config.databaseUrl);
  console.log('The database is empty. The next start migrates it; SAMPLE_CONTENT=on loads the sample school.');
} else {
  if (await runningEmbedded(config.dataDir)) refuse('A server uses this database: stop it first.');
  const { path } = await locateCluster(config.dataDir, () => {});
  await rm(path, { recursive: true, force: true });
  console.log('The database is gone. The next start makes a new one with the sample school.');
}
await rm(join(config.dataDir, 'files'), { recursive: true, force: true });
// `npm run dev` waits for a change after a start that failed.
const now = new Date();
await utimes(join(import.meta.dirname, '../server/main.ts'), now, now);
