import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type pg from 'pg';
import { sequenceSql } from '../restore.store.ts';
import { listSequences } from '../tables.store.ts';

/**
 * What a statement did: the code of its error, or its rows. `count` and `hash` are left out where two runs on the same
 * rows differ, as with an id from a sequence or the time of the database.
 */
export type Outcome = { error: string } | { columns: string[]; count?: number | undefined; hash?: string | undefined };

export type Statement = { text: string; values: (string | null)[] };
export type RecordedStatement = Statement & { outcome: Outcome };

/** A statement of the product's rows, and not of a transaction, the session or the schema. */
export const isReplayed = ({ text }: Statement) =>
  /^\s*(?:\/\*.*?\*\/\s*)?(?:select|insert|update|delete|with|merge)\b/i.test(text) &&
  !/\bpg_|information_schema|set_config|\bmigrations\b/i.test(text);

/** Everything in the text form that PostgreSQL sends, so that no client changes it. */
const asText = { getTypeParser: () => (value: string | Buffer) => String(value) };

async function execute(client: pg.Client, { text, values }: Statement): Promise<Outcome & { rows?: string[][] }> {
  await client.query('SAVEPOINT one');
  try {
    const query = { text, values, rowMode: 'array' as const, types: asText as pg.CustomTypesConfig };
    // By a callback: test runs compare the statements that return a promise with the source of today.
    const { fields, rows, rowCount } = await new Promise<pg.QueryArrayResult<string[]>>((resolve, reject) => {
      client.query<string[]>(query, (error, result) => (error ? reject(error) : resolve(result)));
    });
    await client.query('RELEASE SAVEPOINT one');
    return { columns: fields.map(({ name }) => name), count: rowCount ?? 0, rows };
  } catch (error) {
    await client.query('ROLLBACK TO SAVEPOINT one');
    const { code } = error as pg.DatabaseError;
    if (code === undefined) throw error;
    return { error: code };
  }
}

/** The rows by the columns that were recorded, in whatever order they came. */
function hashRows(rows: readonly string[][], columns: readonly string[], wanted: readonly string[]): string {
  const places = wanted.map((name) => columns.indexOf(name));
  const lines = rows.map((row) => JSON.stringify(places.map((place) => (place < 0 ? '(no column)' : row[place]))));
  return createHash('sha256').update(lines.sort().join('\n')).digest('base64url').slice(0, 16);
}

/**
 * Executes the statements one after the other in one transaction, so that a row that one inserts is there for the next,
 * and takes everything back. A statement that fails takes back itself alone.
 */
export async function replay(
  client: pg.Client,
  statements: readonly (Statement & { outcome?: Outcome })[],
): Promise<Outcome[]> {
  const before = await listSequences(client);
  const outcomes: Outcome[] = [];
  await client.query('BEGIN');
  try {
    for (const statement of statements) {
      const found = await execute(client, statement);
      if ('error' in found) {
        outcomes.push({ error: found.error });
        continue;
      }
      const recorded = statement.outcome;
      const wanted = recorded && 'columns' in recorded ? recorded.columns : found.columns;
      const hash = hashRows(found.rows ?? [], found.columns, wanted);
      outcomes.push({ columns: wanted.filter((name) => found.columns.includes(name)), count: found.count, hash });
    }
  } finally {
    await client.query('ROLLBACK');
    // No transaction takes a sequence back.
    for (const [name, value] of Object.entries(before)) {
      await client.query('SELECT setval($1::regclass, $2::bigint)', [sequenceSql(name), value]);
    }
  }
  return outcomes;
}

export const readStatements = (path: string) =>
  JSON.parse(gunzipSync(readFileSync(path)).toString('utf8')) as RecordedStatement[];
