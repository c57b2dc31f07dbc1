import { type RawBuilder, sql } from 'kysely';
import type { Db } from './handle.ts';

/** A row as JSON represents it: dates are text, for `new Date()`. */
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
 * Runs several reads as one statement, each with its rows in order. For a screen that reads many small things about one
 * person: the overhead of a statement, in PostgreSQL and here, exceeds the cost of each read. A timestamp in a
 * condition goes into a subquery (`> (SELECT ${now}::timestamptz)`): as a plain parameter it makes PostgreSQL plan each
 * execution, and planning the combined statement costs more than its reads.
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
