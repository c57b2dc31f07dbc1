import pg from 'pg';
import { type BackedUpTable, type Sequences, tableSql } from './tables.store.ts';

const quoted = pg.escapeIdentifier;

/** A database with a user in it is in use. */
export async function hasUsers(client: pg.Client): Promise<boolean> {
  const { rows: found } = await client.query<{ found: boolean }>(
    `SELECT to_regclass('public.users') IS NOT NULL AS found`,
  );
  if (!found[0]?.found) return false;
  return (await client.query('SELECT FROM users LIMIT 1')).rowCount === 1;
}

type Rule = { table: string; name: string; definition: string };

/**
 * Drops the rules that would check a row against rows that are not loaded yet, and returns a function that restores
 * them: foreign keys then check every row, so an inconsistent backup fails. Unlike session_replication_role this needs
 * no superuser.
 */
export async function suspendRules(client: pg.Client): Promise<() => Promise<void>> {
  const { rows: keys } = await client.query<Rule>(`
    SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS definition
    FROM pg_constraint
    WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND conparentid = 0`);
  const { rows: triggers } = await client.query<Omit<Rule, 'definition'>>(`
    SELECT tgrelid::regclass::text AS table, tgname AS name
    FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE NOT tgisinternal AND tgenabled = 'O' AND tgparentid = 0 AND c.relnamespace = 'public'::regnamespace`);
  for (const { table, name } of keys) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${quoted(name)}`);
  for (const { table, name } of triggers) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER ${quoted(name)}`);
  return async () => {
    for (const { table, name, definition } of keys) {
      await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${quoted(name)} ${definition}`);
    }
    for (const { table, name } of triggers) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER ${quoted(name)}`);
  };
}

/** A migration may have inserted rows into a new table; the backup has them, too. */
export async function emptyTables(client: pg.Client, tables: BackedUpTable[]): Promise<void> {
  for (const table of tables) await client.query(`DELETE FROM ${tableSql(table)}`);
}

/** Those of these names, quoted as in SQL, that exist. */
export async function listRelations(client: pg.Client, names: readonly string[]): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT name FROM unnest($1::text[]) AS name WHERE to_regclass(name) IS NOT NULL',
    [names],
  );
  return new Set(rows.map(({ name }) => name));
}

export const sequenceSql = (name: string) => `public.${quoted(name)}`;

export async function setSequences(client: pg.Client, sequences: Sequences): Promise<void> {
  for (const [name, value] of Object.entries(sequences)) {
    await client.query('SELECT setval($1::regclass, $2::bigint)', [sequenceSql(name), value]);
  }
}

/** Bypasses the service: nothing else runs on this database yet. */
export async function markAsCopy(client: pg.Client, at: Date): Promise<void> {
  await client.query(
    `INSERT INTO restored_copies (restored_at) VALUES ($1)
     ON CONFLICT (id) DO UPDATE SET restored_at = excluded.restored_at, mail_released_at = NULL`,
    [at],
  );
}

/** Deletes the record of an earlier restore that is in the archive. */
export async function forgetCopy(client: pg.Client): Promise<void> {
  await client.query('DELETE FROM restored_copies');
}
