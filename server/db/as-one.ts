import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from './handle.ts';
import { type Gathered, gatheredReads } from './reads-together.ts';

/** A row as JSON represents it: dates are text, for `new Date()`. */
export type Carried<Row> = {
  [Key in keyof Row]: Row[Key] extends Date[]
    ? string[]
    : Date extends Row[Key]
      ? Exclude<Row[Key], Date> | string
      : Row[Key];
};
type Queries = Record<string, RawBuilder<unknown>>;
type Rows<Queries> = {
  [Name in keyof Queries]: Queries[Name] extends RawBuilder<infer Row> ? Carried<Row>[] : never;
};

/**
 * Runs several reads as one statement, each with its rows in order. For a screen that reads many small things about one
 * person: the overhead of a statement, in PostgreSQL and here, exceeds the cost of each read. A timestamp in a
 * condition goes into a subquery (`> (SELECT ${now}::timestamptz)`): as a plain parameter it makes PostgreSQL plan each
 * execution, and planning the combined statement costs more than its reads. Calls of one document that read in the
 * same turn of the event loop share a statement.
 */
export function readAsOne<Own extends Queries>(db: Db, queries: Own): Promise<Rows<Own>> {
  const gathered = db.isTransaction ? undefined : gatheredReads();
  return gathered ? readWithOthers(gathered, db, queries) : readAlone(db, queries);
}

type Member = { queries: Queries; resolve: (rows: Rows<Queries>) => void; reject: (error: unknown) => void };
/** The reads of this turn of a document, by database. */
const turns = new WeakMap<Gathered, Map<Db, Member[]>>();

function readWithOthers<Own extends Queries>(gathered: Gathered, db: Db, queries: Own): Promise<Rows<Own>> {
  return new Promise((resolve, reject) => {
    const member = { queries, resolve: resolve as Member['resolve'], reject };
    const turn = turns.get(gathered) ?? new Map<Db, Member[]>();
    turns.set(gathered, turn);
    const others = turn.get(db);
    if (others) {
      others.push(member);
      return;
    }
    const members = [member];
    turn.set(db, members);
    setImmediate(() => {
      turn.delete(db);
      void readMembers(db, members);
    });
  });
}

async function readMembers(db: Db, members: readonly Member[]): Promise<void> {
  // In a fixed order: calls arrive in any, and every connection plans each text separately.
  const ordered = members.toSorted((a, b) => (namesOf(a) < namesOf(b) ? -1 : 1));
  try {
    if (ordered.length > 1) {
      const all = ordered.flatMap(({ queries }, at) =>
        Object.entries(queries).map(([name, query]) => [`${at}_${name}`, query] as const),
      );
      const rows = await readAlone(db, Object.fromEntries(all));
      for (const [at, { queries, resolve }] of ordered.entries()) {
        resolve(Object.fromEntries(Object.keys(queries).map((name) => [name, rows[`${at}_${name}`] ?? []])));
      }
      return;
    }
  } catch {
    // One of them fails: read alone below, the others get their rows and the error goes to its own call.
  }
  await Promise.all(ordered.map(({ queries, resolve, reject }) => readAlone(db, queries).then(resolve, reject)));
}

const namesOf = ({ queries }: Member) => Object.keys(queries).join();

async function readAlone<Own extends Queries>(db: Db, queries: Own): Promise<Rows<Own>> {
  const parts = Object.entries(queries).map(
    ([name, query]) => sql`(SELECT coalesce(json_agg(part), '[]') FROM (${query}) AS part) AS ${sql.ref(name)}`,
  );
  const { rows } = await sql<Rows<Own>>`SELECT ${sql.join(parts)}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('A SELECT of values has one row.');
  return row;
}

/** Runs several writes as one statement: all of them or none. Answers how many rows each of them has written. */
export async function writeAsOne(db: Db | Tx, writes: readonly RawBuilder<unknown>[]): Promise<number[]> {
  const parts = writes.map((write, at) => sql`${sql.ref(`write_${at}`)} AS (${write} RETURNING true)`);
  const counts = writes.map((_, at) => sql`(SELECT count(*)::int FROM ${sql.ref(`write_${at}`)})`);
  const { rows } = await sql<{ written: number[] }>`
    WITH ${sql.join(parts)} SELECT ARRAY[${sql.join(counts)}] AS written`.execute(db);
  return rows[0]?.written ?? [];
}
