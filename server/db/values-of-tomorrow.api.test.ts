import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { endpoints } from '#contract/index.ts';
import { addressOf, missingParams, requiredQuery } from '#server/testing/endpoints.ts';
import { createPerson, createSession } from '#server/testing/factories.ts';
import { queriesOf } from '#server/testing/queries.ts';
import { useTestApp } from '#server/testing/test-app.ts';

/**
 * During a deploy the newer version may already store a value that this one does not know (071). Every column with a
 * fixed list of values gets such a value in every row; no read may then answer 500.
 */
const test = useTestApp({ RATE_LIMIT: 'off' }, {}, { hasSample: true });
const TOMORROW = 'tomorrow-';

type Column = {
  table: string;
  column: string;
  constraint: string /** Checks of this and other columns. */;
  wider: string[];
};
let columns: Column[];
type Reader = { id: string; cookie: string };
let readers: Record<'admin' | 'author' | 'student', Reader>;
type Read = { url: string; as: Reader };
let reads: Read[];
/** The statements of each read, which name tables and views. */
const asked = new Map<Read, string>();
/** The views that depend on a table, including views of views. */
const viewsOn = new Map<string, string[]>();

beforeAll(async () => {
  const { db } = test.deps;
  readers = {
    admin: await createPerson(db, { role: 'admin' }),
    author: await sampleReader('teacher'),
    student: await sampleReader('student'),
  };
  for (const payment of ['pending', 'analyzing', 'approved', 'rejected'] as const) await createPerson(db, { payment });
  const found = await sql<Column>`
    SELECT relation.relname AS "table", attribute.attname AS "column", check_.conname AS "constraint",
           ARRAY(SELECT wider.conname::text FROM pg_constraint AS wider
                 WHERE wider.conrelid = relation.oid AND wider.contype = 'c' AND cardinality(wider.conkey) > 1
                   AND attribute.attnum = ANY (wider.conkey)) AS wider
    FROM pg_constraint AS check_
    JOIN pg_class AS relation ON relation.oid = check_.conrelid
    JOIN pg_attribute AS attribute ON attribute.attrelid = relation.oid AND attribute.attnum = check_.conkey[1]
    WHERE check_.contype = 'c' AND cardinality(check_.conkey) = 1 AND relation.relnamespace = 'public'::regnamespace
      AND pg_get_constraintdef(check_.oid) LIKE '%= ANY (ARRAY[%'
    ORDER BY 1, 2`.execute(db);
  columns = found.rows;
  // Once for all columns: each change of a table makes every connection plan its statements again.
  for (const [table, some] of Map.groupBy(columns, (column) => column.table)) {
    const names = new Set(some.flatMap(({ constraint, wider }) => [constraint, ...wider]));
    const drops = [...names].map((name) => sql`DROP CONSTRAINT ${sql.ref(name)}`);
    await sql`ALTER TABLE ${sql.table(table)} ${sql.join(drops)}`.execute(db);
  }
  const readerOf = ({ access }: EndpointSpec) =>
    access === 'author' ? readers.author : access === 'admin' || access === 'office' ? readers.admin : readers.student;
  reads = await Promise.all(
    (Object.values(endpoints) as EndpointSpec[])
      .filter(({ method, path }) => method === 'GET' && path.startsWith('/api/'))
      .map(async (endpoint) => ({
        url: `${addressOf(endpoint, await realParams(endpoint))}${requiredQuery(endpoint)}`,
        as: readerOf(endpoint),
      })),
  );
  const views = await sql<{ table: string; view: string }>`
    WITH RECURSIVE upon AS (
      SELECT DISTINCT depend.refobjid AS below, rewrite.ev_class AS view FROM pg_depend AS depend
      JOIN pg_rewrite AS rewrite ON rewrite.oid = depend.objid AND rewrite.ev_class <> depend.refobjid
      WHERE depend.classid = 'pg_rewrite'::regclass AND depend.refclassid = 'pg_class'::regclass),
    reached AS (
      SELECT below, view FROM upon UNION SELECT reached.below, upon.view FROM reached JOIN upon ON upon.below = reached.view)
    SELECT below::regclass::text AS "table", view::regclass::text AS view FROM reached`.execute(db);
  for (const { table, view } of views.rows) viewsOn.set(table, [...(viewsOn.get(table) ?? []), view]);
});

/** A person of the sample school with a history to read. */
async function sampleReader(role: 'teacher' | 'student'): Promise<Reader> {
  const { db } = test.deps;
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('username', '=', role === 'teacher' ? 'professora' : 'rafaela')
    .executeTakeFirstOrThrow();
  return { id, cookie: await createSession(db, id, test.clock.now()) };
}

/** Ids of existing rows where the path names their kind; the first rows of the sample have low ids. */
async function realParams(endpoint: EndpointSpec): Promise<Record<string, string>> {
  const params = missingParams(endpoint);
  const code = await test.deps.db.selectFrom('payments').select('payment_code').limit(1).executeTakeFirstOrThrow();
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      name === 'paymentCode' ? code.payment_code : value === '2147483647' ? '1' : value,
    ]),
  );
}

async function faults(some: Read[]): Promise<string[]> {
  const answers = await Promise.all(
    some.map(async ({ url, as }) => ({ url, ...(await test.request({ method: 'GET', url, as })) })),
  );
  return answers.filter(({ statusCode }) => statusCode === 500).map(({ url, body }) => `GET ${url}: ${body}`);
}

/** Reads that use a table: the others cannot be affected. */
const readsOf = (table: string) => {
  const names = new RegExp(`\\b(${[table, ...(viewsOn.get(table) ?? [])].join('|')})\\b`);
  return reads.filter((read) => names.test(asked.get(read) ?? ''));
};

describe('a value of a newer version', () => {
  it('is tried in every column that has a list of values', () => {
    expect(columns.length).toBeGreaterThan(20);
    expect(columns).toContainEqual(expect.objectContaining({ table: 'payments', column: 'status' }));
  });

  // Every read, one after the other.
  it('is the only change: without it every read succeeds', { timeout: 60_000 }, async () => {
    const found: string[] = [];
    for (const read of reads) {
      const texts = await queriesOf(async () => found.push(...(await faults([read]))));
      asked.set(read, texts.join('\n'));
    }
    expect(found).toEqual([]);
    const served = columns.filter(({ table }) => readsOf(table).length > 0);
    expect(served.length).toBeGreaterThan(columns.length / 2);
  });

  const PARTS = 8;
  it.each(Array.from({ length: PARTS }, (_, part) => part))('breaks no read (part %i of the columns)', async (part) => {
    const { db } = test.deps;
    const broken: Record<string, string[]> = {};
    for (const { table, column } of columns.filter((_, place) => place % PARTS === part)) {
      const [at, name] = [sql.table(table), sql.ref(column)];
      const mine = sql.join(Object.values(readers).map(({ id }) => id));
      const others = table === 'users' ? sql`AND id NOT IN (${mine})` : sql``;
      const { numAffectedRows } = await sql`
        UPDATE ${at} SET ${name} = ${TOMORROW} || ${name} WHERE ${name} IS NOT NULL ${others}`.execute(db);
      // No row holds the value: the reads would answer as before.
      if (numAffectedRows === 0n) continue;
      const failed = await faults(readsOf(table));
      if (failed.length > 0) broken[`${table}.${column}`] = failed;
      await sql`
        UPDATE ${at} SET ${name} = substr(${name}, ${TOMORROW.length + 1}) WHERE starts_with(${name}, ${TOMORROW})`.execute(
        db,
      );
    }
    expect(broken).toEqual({});
  });
});
