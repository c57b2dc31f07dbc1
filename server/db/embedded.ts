import { mkdir, realpath } from 'node:fs/promises';
import pg from 'pg';
import { usableBinaries } from './embedded-binaries.ts';
import { createCluster, locateCluster, refuseOtherMajor, removeStalePid } from './embedded-cluster.ts';
import { type Lock, lockDataDir } from './embedded-lock.ts';
import { launch } from './embedded-process.ts';
import { connectionThrough, type EmbeddedConnection, prepareSocketDirectory } from './embedded-socket.ts';

type Options = {
  dataDir: string;
  log: (message: string) => void;
  /** Called when PostgreSQL begins to create its cluster or to start, for work that this thread can do meanwhile. */
  onWait?: (() => void) | undefined;
  /** PostgreSQL settings that override ours, for example `{ shared_buffers: '1GB' }`. */
  settings?: Record<string, string>;
};

export type EmbeddedPostgres = {
  connection: EmbeddedConnection;
  /** Resolves when PostgreSQL has ended, also without `stop`: the server cannot go on then. */
  ended: Promise<void>;
  stop(): Promise<void>;
};

/**
 * Starts the PostgreSQL that comes with npm, in DATA_DIR. It is reached only through a private socket and lives exactly
 * as long as this process. Every error it throws is meant for the operator.
 */
export async function startEmbedded(options: Options): Promise<EmbeddedPostgres> {
  // Root's database runs under another account, which has to pass through; private files in it have their own mode.
  await mkdir(options.dataDir, { recursive: true, mode: 0o711 });
  const dataDir = await realpath(options.dataDir);
  const lock = await lockDataDir(dataDir, options.log);
  try {
    return await startLocked(dataDir, lock, options);
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function startLocked(
  dataDir: string,
  lock: Lock,
  { log, onWait, settings = {} }: Options,
): Promise<EmbeddedPostgres> {
  const cluster = await locateCluster(dataDir, log);
  const binaries = await usableBinaries(cluster.account, cluster.home);
  if (cluster.isNew) {
    log(`creating the database in ${cluster.path}`);
    await createCluster(cluster, binaries, lock.fd, onWait);
  }
  await refuseOtherMajor(cluster, binaries);
  await removeStalePid(cluster);

  const socket = await prepareSocketDirectory(cluster);
  const connection = connectionThrough(socket);
  const launched = launch({ binaries, cluster, socket, settings, lockFd: lock.fd, log });
  if (!cluster.isNew) onWait?.();
  const running = await launched;
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= running.stop().then(() => lock.release());
    return stopped;
  };
  try {
    await ensureDatabase(connection, cluster.path);
  } catch (error) {
    await running.stop();
    throw error;
  }
  return { connection, ended: running.ended, stop };
}

/** Creates the product's database once, and verifies that our cluster answers. */
async function ensureDatabase(connection: EmbeddedConnection, cluster: string): Promise<void> {
  await withClient({ ...connection, database: 'postgres' }, async (client) => {
    const { rows } = await client.query<{ directory: string; exists: boolean }>(
      `SELECT current_setting('data_directory') AS directory,
              EXISTS (SELECT FROM pg_database WHERE datname = $1) AS exists`,
      [connection.database],
    );
    if (rows[0]?.directory !== cluster) {
      throw new Error(`The PostgreSQL behind ${connection.host} is not ours: it serves ${rows[0]?.directory}.`);
    }
    if (!rows[0].exists) await client.query(`CREATE DATABASE ${pg.escapeIdentifier(connection.database)}`);
  });
}

async function withClient(config: pg.ClientConfig, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client(config);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
