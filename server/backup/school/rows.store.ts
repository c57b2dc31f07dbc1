import pg from 'pg';
import { carriedJobs, isCarried, jobColumns } from './carried.ts';

const quoted = pg.escapeIdentifier;

/** Runs one statement: on the snapshot of an export, or on the connection of an import. */
export type Run = <R extends object>(statement: string) => Promise<R[]>;

export type Column = {
  name: string;
  /** As PostgreSQL spells it: `character varying`, `integer[]`. */
  type: string;
  isNullable: boolean;
  /** The table that a foreign key of this column alone names. */
  references: string | null;
};

export type CarriedTable = { schema: 'public' | 'pgboss'; name: string; columns: Column[]; key: string[] };

export const tableSql = ({ schema, name }: Pick<CarriedTable, 'schema' | 'name'>) =>
  `${quoted(schema)}.${quoted(name)}`;
export const columnsSql = ({ columns }: Pick<CarriedTable, 'columns'>) =>
  columns.map(({ name }) => quoted(name)).join(', ');

/** Every table of this schema with its stored columns, without those that PostgreSQL computes. */
async function listTablesOf(run: Run, schema: 'public' | 'pgboss'): Promise<CarriedTable[]> {
  return run<CarriedTable>(`
    SELECT '${schema}' AS schema, c.relname AS name,
           json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, NULL),
             'isNullable', NOT a.attnotnull,
             'references', (SELECT k.confrelid::regclass::text FROM pg_constraint k
                            WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.conkey = ARRAY[a.attnum] LIMIT 1))
             ORDER BY a.attnum) AS columns,
           ARRAY(SELECT p.attname::text FROM pg_index i JOIN unnest(i.indkey::int[]) WITH ORDINALITY u (num, at) ON true
                 JOIN pg_attribute p ON p.attrelid = c.oid AND p.attnum = u.num
                 WHERE i.indrelid = c.oid AND i.indisprimary ORDER BY u.at) AS key
    FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    WHERE c.relnamespace = to_regnamespace('${schema}') AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND pg_has_role(c.relowner, 'USAGE')
    GROUP BY c.oid, c.relname ORDER BY c.relname`);
}

/** The tables and columns that an archive of this database has. The queue is missing until a server has started. */
export async function listCarriedTables(run: Run): Promise<CarriedTable[]> {
  const tables = (await listTablesOf(run, 'public'))
    .filter(({ name }) => isCarried(name))
    .map((table) => ({ ...table, columns: table.columns.filter(({ name }) => isCarried(table.name, name)) }));
  const jobs = (await listTablesOf(run, 'pgboss'))
    .filter(({ name }) => name === 'job')
    .map((table) => ({
      ...table,
      columns: table.columns.filter(({ name }) => jobColumns.includes(name)),
      key: ['id'],
    }));
  return [...tables, ...jobs];
}

/** Selects the waiting jobs that nothing else would start again. */
const conditionOf = ({ schema }: CarriedTable) =>
  schema === 'pgboss'
    ? `WHERE state < 'completed' AND data IS NOT NULL AND data::text <> '{}'
         AND name IN (${carriedJobs.map((name) => pg.escapeLiteral(name)).join(', ')})`
    : '';

const orderOf = ({ key }: CarriedTable) => (key.length > 0 ? `ORDER BY ${key.map(quoted).join(', ')}` : '');

/** JSON has one null: a nullable column that holds JSON's null comes back as NULL, so both count as one value here. */
const comparedSql = ({ name, type, isNullable }: Column) =>
  type === 'jsonb' && isNullable ? `nullif(${quoted(name)}, 'null'::jsonb)` : quoted(name);

const hashSql = ({ columns }: CarriedTable) => `hashtextextended(ROW(${columns.map(comparedSql).join(', ')})::text, 0)`;

/** One row a line, as JSON text in `line`, with its `hash`, which a fingerprint adds up. */
export const jsonRowsSql = (table: CarriedTable) =>
  `SELECT row_to_json(r)::text AS line, ${hashSql(table)}::text AS hash
   FROM (SELECT ${columnsSql(table)} FROM ${tableSql(table)} ${conditionOf(table)} ${orderOf(table)}) r`;

/** The same rows as JSON arrays of texts, for cells of a spreadsheet. */
export const cellRowsSql = (table: CarriedTable) =>
  `SELECT to_json(ARRAY[${table.columns.map(({ name }) => `${quoted(name)}::text`).join(', ')}])::text AS line
   FROM ${tableSql(table)} ${conditionOf(table)} ${orderOf(table)}`;

export type Fingerprint = { rows: number; hash: string };

/** Types whose text is short. */
const shortTypes = new Set(
  'boolean,smallint,integer,bigint,real,double precision,numeric,uuid,date,timestamp with time zone'.split(','),
);

/** Number of carried rows, and the bytes of the widest one. The length of a text is known without reading it. */
export async function measureRows(run: Run, table: CarriedTable): Promise<{ rows: number; widest: number }> {
  const lengths = table.columns
    .filter(({ type }) => !shortTypes.has(type))
    .map(({ name }) => `coalesce(octet_length(${quoted(name)}::text), 0)`);
  const [found] = await run<{ rows: string; widest: string }>(
    `SELECT count(*)::text AS rows, coalesce(max(${lengths.join(' + ') || '0'}), 0)::text AS widest
     FROM ${tableSql(table)} ${conditionOf(table)}`,
  );
  return { rows: Number(found?.rows), widest: Number(found?.widest) };
}

async function countRows(run: Run, table: CarriedTable): Promise<number> {
  const [found] = await run<{ rows: string }>(
    `SELECT count(*)::text AS rows FROM ${tableSql(table)} ${conditionOf(table)}`,
  );
  return Number(found?.rows);
}

/** Rows that an export would not carry: jobs of other kinds, or without data. */
export async function countForeignRows(run: Run, table: CarriedTable): Promise<number> {
  if (conditionOf(table) === '') return 0;
  const [found] = await run<{ rows: string }>(`SELECT count(*)::text AS rows FROM ${tableSql(table)}`);
  return Number(found?.rows) - (await countRows(run, table));
}

/** Count and hash of all carried rows, independent of their order. */
export async function fingerprint(run: Run, table: CarriedTable): Promise<Fingerprint> {
  const [found] = await run<{ rows: string; hash: string }>(
    `SELECT count(*)::text AS rows,
            coalesce(sum(${hashSql(table)}), 0)::text AS hash
     FROM ${tableSql(table)} ${conditionOf(table)}`,
  );
  return { rows: Number(found?.rows), hash: found?.hash ?? '' };
}

/** Every setting that affects how values read as text; `scope` is LOCAL in a pooled connection. */
export async function fixFormats(run: Run, scope: 'LOCAL' | 'SESSION'): Promise<void> {
  const settings = {
    statement_timeout: '0',
    idle_in_transaction_session_timeout: '0',
    lock_timeout: '30s',
    timezone: 'UTC',
    datestyle: 'ISO, YMD',
    intervalstyle: 'iso_8601',
    extra_float_digits: '1',
    bytea_output: 'hex',
  };
  for (const [name, value] of Object.entries(settings)) await run(`SET ${scope} ${name} = '${value}'`);
}

/** The keys of the files that carried rows name. */
export async function listFileKeys(run: Run, columns: readonly string[]): Promise<string[]> {
  const parts = columns.map((column) => {
    const [table = '', name = ''] = column.split('.');
    return `SELECT ${quoted(name)} AS key FROM ${quoted(table)} WHERE ${quoted(name)} IS NOT NULL`;
  });
  return (await run<{ key: string }>(`${parts.join(' UNION ')} ORDER BY key`)).map(({ key }) => key);
}
