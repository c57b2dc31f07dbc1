import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Connection } from './connect.ts';
import { type LockOptions, takeMigrationLock } from './migration-lock.ts';
import { oneClient } from './one-client.ts';
import { isDeadlock, isLockNotAvailable, isNotPermitted } from './violations.ts';

const directory = join(import.meta.dirname, 'migrations');
/**
 * The old version still runs while we migrate. A session that waits for a table lock blocks every later one, so we wait
 * briefly, let the others pass, and retry. The wait is shorter than PostgreSQL's deadlock_timeout (1 s): where a server
 * writes the same tables in another order, the migration gives way and not the server.
 */
const LOCK_MS = 500;
const LOCK_TRIES = 120;
/** A deadlock is found this soon by the migration itself, where the role may say so. */
const DEADLOCK_MS = 50;

type Migration = { name: string; sql: string; checksum: string };

export async function listMigrations(from = directory): Promise<Migration[]> {
  const names = (await readdir(from)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(from, name), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/**
 * Applies the missing migrations, each in a separate transaction. Several processes may start together: one migrates,
 * the others wait. After a failure the database is as the last complete migration left it. `only` limits the run to
 * these names, to build the schema of an older version.
 */
export async function migrate(
  connection: Connection,
  from = directory,
  only?: ReadonlySet<string>,
  { pause = delay, ...lock }: LockOptions & { pause?: (ms: number) => Promise<unknown> } = {},
): Promise<string[]> {
  const migrations = (await listMigrations(from)).filter(({ name }) => only?.has(name) ?? true);
  // Processes that wait for the lock read in the database which machine and process holds it.
  const client = await oneClient(connection, `alvorada-migrate ${hostname()} ${process.pid}`);
  try {
    // A large table may take long, whatever limit the role has for ordinary statements.
    await client.query('SET statement_timeout = 0');
    await takeMigrationLock(client, lock);
    await client.query(`SET lock_timeout = ${LOCK_MS}`);
    await client.query(`SET deadlock_timeout = ${DEADLOCK_MS}`).catch((error: unknown) => {
      // For superusers only, as the owner of an embedded database is.
      if (!isNotPermitted(error)) throw error;
    });
    await client.query(
      'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
    );
    const applied = await findApplied(client);
    const missing = migrations.filter((migration) => !isApplied(migration, applied));
    const isNew = applied.size === 0;
    if (isNew) await applyAll(client, missing);
    const done = isNew ? await findApplied(client) : applied;
    for (const migration of missing.filter(({ name }) => !done.has(name))) {
      // A crash may lose the newest migrations, which the next start applies again. The last commit writes all of them.
      await client.query(`SET synchronous_commit = ${migration === missing.at(-1) ? 'on' : 'off'}`);
      await apply(client, migration, pause);
    }
    return missing.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/** The checksums of the applied migrations by name. */
async function findApplied(client: pg.Client): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>('SELECT name, checksum FROM migrations');
  return new Map(rows.map((row) => [row.name, row.checksum]));
}

function isApplied({ name, checksum }: Migration, applied: ReadonlyMap<string, string>): boolean {
  const known = applied.get(name);
  if (known !== undefined && known !== checksum) {
    throw new Error(
      `The migration ${name} was changed after it had been applied. Put it back; if it is your own and was never released, npm run db:reset begins with a new database.`,
    );
  }
  return known !== undefined;
}

async function apply(client: pg.Client, migration: Migration, pause: (ms: number) => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    await client.query('BEGIN');
    try {
      await client.query(migration.sql);
      await client.query('INSERT INTO migrations (name, checksum) VALUES ($1, $2)', [
        migration.name,
        migration.checksum,
      ]);
      await client.query('COMMIT');
      return;
    } catch (error) {
      // When the connection is lost, PostgreSQL has rolled back already.
      await client.query('ROLLBACK').catch(() => undefined);
      const mayRetry = isLockNotAvailable(error) || isDeadlock(error);
      if (mayRetry && tries < LOCK_TRIES) {
        await pause(LOCK_MS / 2);
        continue;
      }
      throw new Error(
        `The migration ${migration.name} failed and was rolled back: ${(error as Error).message}${mayRetry ? ` (${tries} tries)` : ''}`,
        { cause: error },
      );
    }
  }
}

/**
 * The migrations of a new database in one message, each still in a separate transaction: PostgreSQL works through them
 * while this thread loads the server's modules. One statement after the other would wait for the thread each time.
 * After a failure some are missing: applied one by one, the failing one is reported by its name.
 */
async function applyAll(client: pg.Client, migrations: readonly Migration[]): Promise<void> {
  const texts = migrations.map(({ name, sql, checksum }) => {
    const values = [name, checksum].map((value) => client.escapeLiteral(value)).join(', ');
    const commit = name === migrations.at(-1)?.name ? 'on' : 'off';
    return `BEGIN; SET LOCAL synchronous_commit = ${commit};\n${sql}\n; INSERT INTO migrations (name, checksum) VALUES (${values}); COMMIT;`;
  });
  try {
    await client.query(texts.join('\n'));
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {
      throw new Error(`The new database was not migrated: ${(error as Error).message}`, { cause: error });
    });
  }
}
