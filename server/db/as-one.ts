import { type RawBuilder, sql } from 'kysely';
import type { Db } from './handle.ts';

/** A row as JSON carries it: moments are text, for `new Date()`. */
export type Carried<Row> = {
  [Key in keyof Row]: Row[Key] extends Date[]
    ? string[]
    : Date extends Row[Key]
      ? Exclude<Row[Key], Date> | string
      : Row[Key];
};
type Rows<Queries> = {
  [Name in keyof Queries]: Queries[Name] extends RawBuilder<infer Row> ? Carried<Row>[] : never;
};

/**
 * Several reads in one statement, each with its rows in their order. For a screen that asks many small things of one
 * person: being a statement of its own costs more than each of them, in PostgreSQL and here. A moment in a condition
 * stands in a SELECT of its own (`> (SELECT ${now}::timestamptz)`): seen plainly, it makes PostgreSQL plan anew each
 * time, and the plan of all is dearer than their reading.
 */
export async function readAsOne<Queries extends Record<string, RawBuilder<unknown>>>(
  db: Db,
  queries: Queries,
): Promise<Rows<Queries>> {
  const parts = Object.entries(queries).map(
    ([name, query]) => sql`(SELECT coalesce(json_agg(part), '[]') FROM (${query}) AS part) AS ${sql.ref(name)}`,
  );
  const { rows } = await sql<Rows<Queries>>`SELECT ${sql.join(parts)}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('A SELECT of values has one row.');
  return row;
}
