import pg from 'pg';
import { firstRows, isCarried } from './carried.ts';
import { type CarriedTable, columnsSql, type Run, tableSql } from './rows.store.ts';

export const runOnClient =
  (client: pg.Client): Run =>
  async <R extends object>(statement: string) =>
    (await client.query<R>(statement)).rows;

type Obstacle = { why: 'people' | 'server' } | { why: 'content'; table: string };

const OUR_TABLES = `SELECT c.relname AS name FROM pg_class c
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND c.relname <> 'migrations' AND pg_has_role(c.relowner, 'USAGE')
  ORDER BY c.relname`;

/** Null where the school has nothing but what a first start brings; else the reason to refuse it. */
export async function findObstacle(client: pg.Client): Promise<Obstacle | null> {
  const { rows: found } = await client.query<{ found: boolean }>(
    `SELECT to_regclass('public.users') IS NOT NULL AS found`,
  );
  if (!found[0]?.found) return null;
  const { rows: people } = await client.query<{ role: string }>('SELECT role FROM users LIMIT 2');
  if (people.length > 1 || (people[0] && people[0].role !== 'admin')) return { why: 'people' };
  const table = await findContent(client);
  if (table !== undefined) return { why: 'content', table };
  const { rows: servers } = await client.query(
    `SELECT FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name IN ('alvorada', 'alvorada-jobs')
     LIMIT 1`,
  );
  return servers.length > 0 ? { why: 'server' } : null;
}

/** A table with a row that no first start brings. Tables that an archive leaves out do not count. */
async function findContent(client: pg.Client): Promise<string | undefined> {
  const { rows: tables } = await client.query<{ name: string }>(OUR_TABLES);
  const parts = tables
    .filter(({ name }) => isCarried(name) && firstRows[name] !== 'true')
    .map(({ name }) => {
      const isFirst = firstRows[name];
      const condition = isFirst === undefined ? '' : `WHERE NOT (${isFirst})`;
      return `(SELECT ${pg.escapeLiteral(name)} AS name FROM ${pg.escapeIdentifier(name)} ${condition} LIMIT 1)`;
    });
  const { rows } = await client.query<{ name: string }>(`${parts.join(' UNION ALL ')} LIMIT 1`);
  return rows[0]?.name;
}

/**
 * Empties every table of the product, also those that the archive leaves out, and the queue: nothing of the empty school
 * stays.
 */
export async function emptySchool(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(OUR_TABLES);
  for (const { name } of rows) await client.query(`DELETE FROM public.${pg.escapeIdentifier(name)}`);
  await client.query('DELETE FROM pgboss.job');
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
