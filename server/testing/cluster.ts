import { createHash, randomBytes } from 'node:crypto';
import { chmod, cp, mkdir, mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { startEmbedded } from '#server/db/embedded.ts';
import { isAbandoned } from '#server/db/embedded-lock.ts';
import { connectionUrl } from '#server/db/embedded-socket.ts';

const DIRECTORY = 'alvorada-test-';
/**
 * In memory when there is enough. A clone has twelve hundred files that the next test file deletes again, and ext4
 * searches long for free inodes that were not deleted a moment ago: 0.2 to 0.5 seconds of CPU per clone instead of
 * 0.03.
 */
const MEMORY = '/dev/shm';
const ROOM_BYTES = 4 * 1024 ** 3;

async function placeOfClusters(): Promise<string> {
  // A missing directory, or one that a container limits, is no error.
  const found = await statfs(MEMORY).catch(() => undefined);
  return found && found.bavail * found.bsize >= ROOM_BYTES ? MEMORY : tmpdir();
}
/** No data of a throw-away cluster has to survive a power cut. Statistics come from ANALYZE where a test needs them. */
const THROW_AWAY = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' };

/** A URL, so that it can be passed to workers, child processes and tools alike. */
export type TestConnection = { connectionString: string };

/** Plain data: vitest passes it to its workers with `provide`. */
export type TestCluster = { admin: TestConnection; prefix: string };

export type RunningTestCluster = { cluster: TestCluster; stop(): Promise<void> };

/** A PostgreSQL for one run of the tests: our own in a temporary directory, or the server behind `url`. */
export async function startTestCluster(options: { url?: string | undefined } = {}): Promise<RunningTestCluster> {
  const prefix = `alvorada_test_${randomBytes(4).toString('hex')}`;
  if (options.url) {
    const cluster = { admin: { connectionString: options.url }, prefix };
    return { cluster, stop: () => dropEverything(cluster).then(() => removeSampleFiles(prefix)) };
  }
  const place = await placeOfClusters();
  for (const directory of new Set([place, tmpdir()])) await removeAbandoned(directory);
  const dataDir = await mkdtemp(join(place, DIRECTORY));
  // As root the database runs under another account, which has to pass through.
  await chmod(dataDir, 0o711);
  const remove = () => rm(dataDir, { recursive: true, force: true });
  try {
    // Tests provoke errors and assert on answers; the error of a failed start contains PostgreSQL's log lines.
    const postgres = await startEmbedded({ dataDir, log: () => undefined, settings: THROW_AWAY });
    return {
      cluster: { admin: { connectionString: connectionUrl(postgres.connection) }, prefix },
      stop: async () => {
        await postgres.stop();
        await remove();
        await removeSampleFiles(prefix);
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Prepares (migrates) the database that every clone is copied from, and closes it to all connections. */
export async function createTemplate(
  cluster: TestCluster,
  prepare: (connection: TestConnection) => Promise<void>,
): Promise<void> {
  const template = templateName(cluster);
  await asAdmin(cluster, (client) => client.query(`CREATE DATABASE ${quoted(template)}`));
  await prepare(connectionTo(cluster, template));
  await asAdmin(cluster, (client) => closeToConnections(client, template));
}

async function closeToConnections(client: pg.Client, database: string): Promise<void> {
  await client.query(`ALTER DATABASE ${quoted(database)} WITH ALLOW_CONNECTIONS false`);
  await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [database]);
}

const sampleFilesOf = (prefix: string) => join(tmpdir(), `alvorada-data-${prefix}`);
const removeSampleFiles = (prefix: string) => rm(sampleFilesOf(prefix), { recursive: true, force: true });

/** Any number: who asks for the sample school while another loads it waits. */
const SAMPLE_LOCK = 262;

/**
 * Clones a database with the sample school, which the first who asks loads into a clone of the template. `load` gets its
 * connection and a directory for its files; `files` is where they are copied to. Each suite has a sample school of its
 * own: they differ in their clocks.
 */
export async function cloneSampleSchool(
  cluster: TestCluster,
  { suite, name, files }: { suite: 'api' | 'e2e'; name: string; files: string },
  load: (connection: TestConnection, files: string) => Promise<void>,
): Promise<TestConnection> {
  const sample = `${cluster.prefix}_sample_${suite}`;
  const sampleFiles = join(sampleFilesOf(cluster.prefix), suite);
  await asAdmin(cluster, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [SAMPLE_LOCK]);
    const { rows } = await client.query('SELECT FROM pg_database WHERE datname = $1', [sample]);
    if (rows.length > 0) return;
    await mkdir(sampleFiles, { recursive: true });
    const begun = cloneName(cluster, 'sample-begun');
    await load(await cloneDatabase(cluster, 'sample-begun'), sampleFiles);
    await closeToConnections(client, begun);
    await client.query(`ALTER DATABASE ${quoted(begun)} RENAME TO ${quoted(sample)}`);
  });
  await cp(sampleFiles, files, { recursive: true });
  return cloneDatabase(cluster, name, sample);
}

/** Clones the template. An existing clone of that name is replaced, as a watch run needs it. */
export async function cloneDatabase(
  cluster: TestCluster,
  name: string,
  template = templateName(cluster),
): Promise<TestConnection> {
  const database = cloneName(cluster, name);
  // Its twelve hundred files are copied as files: copying pages through the WAL costs three times as much.
  const copy = `CREATE DATABASE ${quoted(database)} TEMPLATE ${quoted(template)} STRATEGY FILE_COPY`;
  await asAdmin(cluster, async (client) => {
    await client.query(`DROP DATABASE IF EXISTS ${quoted(database)} WITH (FORCE)`);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await client.query(copy);
      } catch (error) {
        if (!isInUse(error) || attempt === 50) throw error;
        await delay(20 * Math.random() * attempt);
      }
    }
  });
  return connectionTo(cluster, database);
}

export async function dropDatabase(cluster: TestCluster, name: string): Promise<void> {
  const database = quoted(cloneName(cluster, name));
  await asAdmin(cluster, (client) => client.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`));
}

/** 55006: a backend that is ending, or the autovacuum of an external server, still uses the template. */
function isInUse(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '55006';
}

const templateName = (cluster: TestCluster) => `${cluster.prefix}_template`;

/**
 * Takes any text, such as the path of a test file. PostgreSQL truncates names at 63 bytes: the digest keeps them
 * distinct.
 */
function cloneName(cluster: TestCluster, name: string): string {
  const readable = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .slice(-30);
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `${cluster.prefix}_${readable}_${digest}`;
}

/** An unmigrated database for the duration of `work`. */
export async function withEmptyDatabase(
  cluster: TestCluster,
  name: string,
  work: (connection: TestConnection) => Promise<void>,
): Promise<void> {
  const database = cloneName(cluster, name);
  await asAdmin(cluster, (client) => client.query(`CREATE DATABASE ${quoted(database)}`));
  try {
    await work(connectionTo(cluster, database));
  } finally {
    await dropDatabase(cluster, name);
  }
}

const quoted = (name: string) => pg.escapeIdentifier(name);

function connectionTo(cluster: TestCluster, database: string): TestConnection {
  const url = new URL(cluster.admin.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
}

async function asAdmin<T>(cluster: TestCluster, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(cluster.admin);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Removes everything that the run created on an external server. */
async function dropEverything(cluster: TestCluster): Promise<void> {
  await asAdmin(cluster, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
      [`${cluster.prefix}_`],
    );
    for (const { datname } of rows) await client.query(`DROP DATABASE IF EXISTS ${quoted(datname)} WITH (FORCE)`);
  });
}

/** A killed run took its PostgreSQL with it, but not its files. */
async function removeAbandoned(place: string): Promise<void> {
  const names = (await readdir(place)).filter((name) => name.startsWith(DIRECTORY));
  for (const name of names) {
    const directory = join(place, name);
    // Another run may have removed it meanwhile.
    const found = await stat(directory).catch(() => undefined);
    if (found?.uid !== process.getuid?.()) continue;
    if (await isAbandoned(directory)) await rm(directory, { recursive: true, force: true, maxRetries: 5 });
  }
}
