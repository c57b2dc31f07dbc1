import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Connection } from './connect.ts';
import { type LockOptions, takeMigrationLock } from './migration-lock.ts';
import { oneClient } from './one-client.ts';
import { isLockNotAvailable } from './violations.ts';

const directory = join(import.meta.dirname, 'migrations');
/**
 * The old version still runs while we migrate. A session that waits for a table lock blocks every later one, so we wait
 * briefly, let the others pass, and retry.
 */
const LOCK_MS = 2000;
const LOCK_TRIES = 30;

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
  lock: LockOptions = {},
): Promise<string[]> {
  const migrations = (await listMigrations(from)).filter(({ name }) => only?.has(name) ?? true);
  // Processes that wait for the lock read in the database which machine and process holds it.
  const client = await oneClient(connection, `alvorada-migrate ${hostname()} ${process.pid}`);
  try {
    // A large table may take long, whatever limit the role has for ordinary statements.
    await client.query('SET statement_timeout = 0');
    await takeMigrationLock(client, lock);
    await client.query(`SET lock_timeout = ${LOCK_MS}`);
    await client.query(
      'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
    );
    const { rows } = await client.query<{ name: string; checksum: string }>('SELECT name, checksum FROM migrations');
    const applied = new Map(rows.map((row) => [row.name, row.checksum]));
    const done: string[] = [];
    for (const migration of migrations) {
      const known = applied.get(migration.name);
      if (known === migration.checksum) continue;
      if (known !== undefined) {
        throw new Error(
          `The migration ${migration.name} was changed after it had been applied. Put it back; if it is your own and was never released, npm run db:reset begins with a new database.`,
        );
      }
      await apply(client, migration);
      done.push(migration.name);
    }
    return done;
  } finally {
    await client.end();
  }
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
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
      if (isLockNotAvailable(error) && tries < LOCK_TRIES) {
        await pause(LOCK_MS / 4);
        continue;
      }
      throw new Error(`The migration ${migration.name} failed and was rolled back: ${(error as Error).message}`, {
        cause: error,
      });
    }
  }
}
