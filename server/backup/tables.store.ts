import pg from 'pg';

/** A table of the backup. `columns` are the stored ones, without those that PostgreSQL computes. */
export type BackedUpTable = { schema: string; name: string; columns: string[] };

const quoted = pg.escapeIdentifier;
export const tableName = ({ schema, name }: BackedUpTable) => `${schema}.${name}`;
export const tableSql = ({ schema, name }: BackedUpTable) => `${quoted(schema)}.${quoted(name)}`;
export const columnsSql = ({ columns }: BackedUpTable) => columns.map((column) => quoted(column)).join(', ');

/** Rows are compared by their text, so the session must fix every setting that affects the output format. */
export async function useFixedFormats(client: pg.Client): Promise<void> {
  await client.query(`
    SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET lock_timeout = '30s';
    SET timezone = 'UTC'; SET datestyle = 'ISO, YMD'; SET intervalstyle = 'iso_8601';
    SET extra_float_digits = 1; SET bytea_output = 'hex'; SET client_encoding = 'UTF8'`);
}

/**
 * Every table of the product. Unlogged tables contain counters that need no backup; migrations are handled separately.
 * `isOurs`: another program's table in our schema belongs to another role, and may be closed to ours.
 */
export async function listTables(client: pg.Client): Promise<(BackedUpTable & { isOurs: boolean })[]> {
  const { rows } = await client.query<BackedUpTable & { isOurs: boolean }>(`
    SELECT n.nspname AS schema, c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns,
           pg_has_role(c.relowner, 'USAGE') AS "isOurs"
    FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND c.relpersistence = 'p' AND c.relname <> 'migrations'
    GROUP BY n.nspname, c.relname, c.relowner
    ORDER BY c.relname`);
  return rows;
}

/** The columns that define a job in every version of the queue. Its bookkeeping is not restored but recreated. */
const JOB_COLUMNS =
  'id name priority data state retry_limit retry_count retry_delay retry_backoff retry_delay_max expire_seconds deletion_seconds singleton_key start_after created_on started_on completed_on keep_until output policy';

/** Waiting e-mails are acknowledged work, too. Null where no server has ever started on this database. */
export async function findJobTable(client: pg.Client): Promise<BackedUpTable | null> {
  const { rows } = await client.query<{ found: boolean }>(`SELECT to_regclass('pgboss.job') IS NOT NULL AS found`);
  return rows[0]?.found ? { schema: 'pgboss', name: 'job', columns: JOB_COLUMNS.split(' ') } : null;
}

export async function listQueues(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('SELECT DISTINCT name FROM pgboss.job ORDER BY name');
  return rows.map(({ name }) => name);
}

export type Fingerprint = { rows: number; hash: string };

/** Count and hash of all rows, in whatever order they lie. */
export async function fingerprint(client: pg.Client, table: BackedUpTable): Promise<Fingerprint> {
  const { rows } = await client.query<{ count: string; hash: string }>(
    `SELECT count(*)::text AS count, coalesce(sum(hashtextextended(ROW(${columnsSql(table)})::text, 0)), 0)::text AS hash
     FROM ${tableSql(table)}`,
  );
  return { rows: Number(rows[0]?.count), hash: rows[0]?.hash ?? '' };
}

export type Sequences = Record<string, string>;

/** Sequences follow no transaction: read after the snapshot they are never behind its rows. */
export async function listSequences(client: pg.Client): Promise<Sequences> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `SELECT sequencename AS name, last_value::text AS value FROM pg_sequences
     WHERE schemaname = 'public' AND last_value IS NOT NULL`,
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

export type AppliedMigration = { name: string; checksum: string };

/** Empty where the database was never migrated. */
export async function listApplied(client: pg.Client): Promise<AppliedMigration[]> {
  const { rows } = await client.query<{ found: boolean }>(
    `SELECT to_regclass('public.migrations') IS NOT NULL AS found`,
  );
  if (!rows[0]?.found) return [];
  return (await client.query<AppliedMigration>('SELECT name, checksum FROM migrations ORDER BY name')).rows;
}

export async function recordBackup(
  client: pg.Client,
  backup: { startedAt: Date; finishedAt: Date; bytes: number; rows: number; files: number },
): Promise<void> {
  await client.query(
    'INSERT INTO backups (started_at, finished_at, bytes, row_count, file_count) VALUES ($1, $2, $3, $4, $5)',
    [backup.startedAt, backup.finishedAt, backup.bytes, backup.rows, backup.files],
  );
}
