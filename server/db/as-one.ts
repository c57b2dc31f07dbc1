import { CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from './handle.ts';
import { type Gathered, gatheredReads, isRepeatable } from './reads-together.ts';

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
      const { parts, namesOfParts } = distinctParts(db, ordered);
      const rows = await readParts(db, parts);
      for (const [at, { resolve }] of ordered.entries()) {
        // Each caller may change its rows.
        const own = (part: string) => (rows[part] ?? []).map((row) => ({ ...row }));
        resolve(Object.fromEntries((namesOfParts[at] ?? []).map(([name, part]) => [name, own(part)])));
      }
      return;
    }
  } catch {
    // One of them fails: read alone below, the others get their rows and the error goes to its own call.
  }
  await Promise.all(ordered.map(({ queries, resolve, reject }) => readAlone(db, queries).then(resolve, reject)));
}

const namesOf = ({ queries }: Member) => Object.keys(queries).join();

type Part = { name: string; text: string; values: readonly unknown[] };

/** Calls of one document ask many of the same things: a read with the text and values of an earlier one is sent once. */
function distinctParts(db: Db, members: readonly Member[]) {
  const parts = new Map<string, Part>();
  const namesOfParts = members.map(({ queries }, at) =>
    Object.entries(queries).map(([name, query]) => {
      const { sql: text, parameters: values } = query.compile(db);
      const own = { name: `${at}_${name}`, text, values };
      const key = isRepeatable(text) ? `${text}\0${JSON.stringify(values)}` : own.name;
      const part = parts.get(key) ?? own;
      parts.set(key, part);
      return [name, part.name] as const;
    }),
  );
  return { parts: [...parts.values()], namesOfParts };
}

type JsonRows = Record<string, Record<string, unknown>[]>;

async function readParts(db: Db, parts: readonly Part[]): Promise<JsonRows> {
  const values: unknown[] = [];
  const texts = parts.map((part) => {
    const text = `(SELECT coalesce(json_agg(part), '[]') FROM (${behind(values.length, part)}) AS part) AS "${part.name}"`;
    values.push(...part.values);
    return text;
  });
  const { rows } = await db.executeQuery(CompiledQuery.raw(`SELECT ${texts.join(', ')}`, values));
  return onlyRow(rows as JsonRows[]);
}

/** The text with its parameters behind those of the parts before it. */
function behind(count: number, { name, text, values }: Part): string {
  let found = 0;
  const moved = text.replace(/\$(\d+)/g, (_, number) => {
    found += 1;
    return `$${Number(number) + count}`;
  });
  // A constant that looks like a parameter would be changed as well.
  if (found !== values.length) throw new Error(`The read ${name} has ${found} parameters and ${values.length} values.`);
  return moved;
}

async function readAlone<Own extends Queries>(db: Db, queries: Own): Promise<Rows<Own>> {
  const parts = Object.entries(queries).map(
    ([name, query]) => sql`(SELECT coalesce(json_agg(part), '[]') FROM (${query}) AS part) AS ${sql.ref(name)}`,
  );
  const { rows } = await sql<Rows<Own>>`SELECT ${sql.join(parts)}`.execute(db);
  return onlyRow(rows);
}

function onlyRow<Row>([row]: readonly Row[]): Row {
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
