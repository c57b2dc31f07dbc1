import type pg from 'pg';
import { type CarriedTable, columnsSql, type Run, tableSql } from './rows.store.ts';

export const runOnClient =
  (client: pg.Client): Run =>
  async <R extends object>(statement: string) =>
    (await client.query<R>(statement)).rows;

/** Null where the school has no user besides its first administrator; else the reason to refuse it. */
export async function findObstacle(client: pg.Client): Promise<'people' | 'server' | null> {
  const { rows: found } = await client.query<{ found: boolean }>(
    `SELECT to_regclass('public.users') IS NOT NULL AS found`,
  );
  if (!found[0]?.found) return null;
  const { rows: people } = await client.query<{ role: string }>('SELECT role FROM users LIMIT 2');
  if (people.length > 1 || (people[0] && people[0].role !== 'admin')) return 'people';
  const { rows: servers } = await client.query(
    `SELECT FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name IN ('alvorada', 'alvorada-jobs')
     LIMIT 1`,
  );
  return servers.length > 0 ? 'server' : null;
}

/** Empties every table of the product, also those that the archive leaves out: nothing of the empty school stays. */
export async function emptySchool(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> 'migrations'
       AND pg_has_role(c.relowner, 'USAGE')`,
  );
  for (const { name } of rows) await client.query(`DELETE FROM ${name}`);
}

/**
 * Columns that the archive does not have and that may not stay empty. The password behind the hash is unknown, and
 * `password_removed_at` makes the product say so.
 */
const addedColumns: Readonly<Record<string, readonly string[]>> = { users: ['password_hash', 'password_removed_at'] };

/** JSON has one null: in a column that may not be NULL it was JSON's own. */
const valueSql = ({ name, type, isNullable }: CarriedTable['columns'][number]) =>
  type === 'jsonb' && !isNullable ? `coalesce(r."${name}", 'null'::jsonb)` : `r."${name}"`;

/** Inserts rows as the archive has them: a JSON array of objects. */
export async function insertRows(
  client: pg.Client,
  table: CarriedTable,
  rows: string,
  added: Record<string, unknown>,
): Promise<void> {
  const extra = table.schema === 'public' ? (addedColumns[table.name] ?? []) : [];
  const target = [columnsSql(table), ...extra].join(', ');
  const values = [...table.columns.map(valueSql), ...extra.map((_, at) => `$${at + 2}`)].join(', ');
  await client.query(
    `INSERT INTO ${tableSql(table)} (${target}) OVERRIDING SYSTEM VALUE
     SELECT ${values} FROM json_populate_recordset(NULL::${tableSql(table)}, $1::json) r`,
    [rows, ...extra.map((name) => added[name])],
  );
}
