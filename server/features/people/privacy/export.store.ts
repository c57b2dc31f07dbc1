import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';

export type Column = { name: string; type: string };
export type Reference = { table: string; column: string; target: string; targetColumn: string };

/** Every single-column reference between the product's tables, as the database itself knows them. */
export async function listReferences(db: Db | Tx): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    SELECT source.relname AS "table", a.attname AS "column", target.relname AS target, b.attname AS "targetColumn"
    FROM pg_constraint c
    JOIN pg_class source ON source.oid = c.conrelid
    JOIN pg_class target ON target.oid = c.confrelid
    JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
    JOIN pg_attribute b ON b.attrelid = c.confrelid AND b.attnum = c.confkey[1]
    WHERE c.contype = 'f' AND cardinality(c.conkey) = 1 AND c.connamespace = 'public'::regnamespace
    ORDER BY 1, 2`.execute(db);
  return rows;
}

export async function listColumns(db: Db | Tx): Promise<Map<string, Column[]>> {
  const { rows } = await sql<{ table: string } & Column>`
    SELECT table_name AS "table", column_name AS name, data_type AS type FROM information_schema.columns
    WHERE table_schema = 'public' ORDER BY table_name, ordinal_position`.execute(db);
  return Map.groupBy(rows, ({ table }) => table) as Map<string, Column[]>;
}

/** How rows of a table are found from a person: by a column that names them, or through rows that are theirs. */
export type Way =
  | { table: string; column: string }
  | { table: string; column: string; through: Way; targetColumn: string };

type Row = Record<string, unknown>;
const MOST_ROWS = 100_000;

export async function readRows(db: Db | Tx, way: Way, columns: string[], userId: string): Promise<Row[]> {
  const list = sql.join(columns.map((column) => sql.ref(column)));
  const { rows } = await sql<Row>`
    SELECT ${list} FROM ${sql.table(way.table)} WHERE ${condition(way, userId)} LIMIT ${MOST_ROWS}`.execute(db);
  return rows;
}

function condition(way: Way, userId: string): ReturnType<typeof sql<boolean>> {
  if (!('through' in way)) return sql<boolean>`${sql.ref(way.column)} = ${userId}`;
  const inner = sql`SELECT ${sql.ref(way.targetColumn)} FROM ${sql.table(way.through.table)} WHERE ${condition(way.through, userId)}`;
  return sql<boolean>`${sql.ref(way.column)} IN (${inner})`;
}

/** The texts that ids refer to: by the id of the row, or by another column, of which the newest row is used. */
export async function readTexts(
  db: Db | Tx,
  { table, by = 'id', text }: { table: string; by?: string; text: string },
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; text: string }>`
    SELECT ${sql.ref(by)} AS id, ${sql.ref(text)} AS text FROM ${sql.table(table)}
    WHERE ${sql.ref(by)} = ANY(${ids}) ORDER BY ${sql.table(table)}.id`.execute(db);
  return new Map(rows.map((row) => [row.id, row.text]));
}

/** Actions on the account, its payments and its proofs, without the actor. */
export async function listActionsOn(db: Db | Tx, userId: string): Promise<Row[]> {
  const payments = db.selectFrom('payments').where('student_id', '=', userId);
  const subjects = await Promise.all([
    payments.select('id').execute(),
    db
      .selectFrom('payment_proofs')
      .select('id')
      .where('payment_id', 'in', payments.select('id'))
      .limit(MOST_ROWS)
      .execute(),
  ]);
  const [ownPayments, ownProofs] = subjects;
  return db
    .selectFrom('audit_events')
    .select(['at', 'action', 'details'])
    .where('subject', 'in', [
      `user:${userId}`,
      ...ownPayments.map(({ id }) => `payment:${id}`),
      ...ownProofs.map(({ id }) => `proof:${id}`),
    ])
    .orderBy('id')
    .limit(MOST_ROWS)
    .execute();
}
