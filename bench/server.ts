import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbedded } from '#server/db/embedded.ts';
import { connectionUrl } from '#server/db/embedded-socket.ts';
import { startProduct } from './product.ts';

/** Starts the real server in a separate process on a new database with fsync on, both in a temporary directory. */
export async function startBenchServer(settings: Record<string, string> = {}, env: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'alvorada-bench-'));
  await chmod(dataDir, 0o711);
  const postgres = await startEmbedded({ dataDir, log: () => undefined, settings });
  const connection = { connectionString: connectionUrl(postgres.connection) };
  const product = await startProduct({
    NODE_ENV: 'test',
    DATABASE_URL: connection.connectionString,
    DATA_DIR: join(dataDir, 'files'),
    RATE_LIMIT: 'off',
    ...env,
  });
  return {
    url: product.url,
    connection,
    scratch: dataDir,
    pid: product.child.pid ?? 0,
    databasePid: await postmasterOf(connection),
    async stop() {
      await product.stop();
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}

/** PostgreSQL reports the pid of its backend, whose parent is the postmaster. */
export async function postmasterOf(connection: { connectionString: string }): Promise<number> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number }>(
      "SELECT (regexp_split_to_array(pg_read_file('postmaster.pid'), E'\\\\s+'))[1]::int AS pid",
    );
    return rows[0]?.pid ?? 0;
  } finally {
    await client.end();
  }
}
