import type pg from 'pg';

/**
 * How to partition the tables that grow with every answer, once a table is too large to be vacuumed and indexed as a
 * whole (docs/past-one-primary.md). Rows, columns and statements stay as they are. The only key that changes is that of
 * `answer_log`: it gains the student, who is in every statement that names one of its rows.
 */
export type Cut = {
  table: string;
  by: 'HASH' | 'RANGE';
  column: string;
  /** The primary key, where the plain one lacks the partition column. */
  key?: string;
  /** Storage settings of the partitions, which do not inherit them. */
  settings?: string;
};

export const cuts: readonly Cut[] = [
  { table: 'attempt_questions', by: 'HASH', column: 'attempt_id', settings: 'fillfactor = 70' },
  { table: 'practice_questions', by: 'HASH', column: 'practice_id' },
  { table: 'answer_log', by: 'HASH', column: 'user_id', key: '(user_id, id)' },
  // Ids grow with time: old rows share partitions, which can be moved away as a unit.
  { table: 'audit_events', by: 'RANGE', column: 'id' },
];

/** Rows per range partition. The last partition takes all later rows. */
const RANGE_ROWS = 10_000_000;

type Definitions = { constraints: string[]; indexes: string[]; triggers: string[]; identities: string[] };

/** The definitions that `LIKE` does not copy, in PostgreSQL's wording. */
async function definitionsOf(client: pg.ClientBase, { table, key }: Cut): Promise<Definitions> {
  const read = async (query: string) =>
    (await client.query<{ text: string }>(query, [table])).rows.map(({ text }) => text);
  return {
    constraints: (
      await read(`SELECT format('ADD CONSTRAINT %I %s', conname, pg_get_constraintdef(oid)) AS text FROM pg_constraint
                  WHERE conrelid = $1::regclass AND contype IN ('p', 'u', 'f') ORDER BY contype DESC, conname`)
    ).map((text) => (key ? text.replace(/PRIMARY KEY \(.*\)/, `PRIMARY KEY ${key}`) : text)),
    indexes: await read(`SELECT pg_get_indexdef(indexrelid) AS text FROM pg_index
                         WHERE indrelid = $1::regclass
                           AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND conrelid = indrelid)`),
    triggers: await read(`SELECT pg_get_triggerdef(oid) AS text FROM pg_trigger
                          WHERE tgrelid = $1::regclass AND NOT tgisinternal`),
    identities: await read(`SELECT attname AS text FROM pg_attribute
                            WHERE attrelid = $1::regclass AND attidentity <> ''`),
  };
}

function partitionSqlOf({ table, by, settings }: Cut, index: number, parts: number): string {
  const range = `FROM (${index === 0 ? 'MINVALUE' : index * RANGE_ROWS}) TO (${index === parts - 1 ? 'MAXVALUE' : (index + 1) * RANGE_ROWS})`;
  const place = by === 'HASH' ? `WITH (MODULUS ${parts}, REMAINDER ${index})` : range;
  return `CREATE TABLE ${table}_${index} PARTITION OF ${table}_cut FOR VALUES ${place} ${settings ? `WITH (${settings})` : ''}`;
}

/**
 * Replaces the plain table by one with `parts` partitions, in one transaction: a failure changes nothing. The caller
 * ensures that no other session uses the table meanwhile. `tell` is called at every step.
 */
export async function cutTable(
  client: pg.ClientBase,
  cut: Cut,
  parts: number,
  tell: (step: string) => void = () => undefined,
): Promise<void> {
  const { table, by, column } = cut;
  const run = async (step: string, ...statements: string[]) => {
    tell(step);
    for (const statement of statements) await client.query(statement);
  };
  await client.query('BEGIN');
  try {
    await run('lock', `LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    const { constraints, indexes, triggers, identities } = await definitionsOf(client, cut);
    await run(
      'parts',
      `CREATE TABLE ${table}_cut (LIKE ${table} INCLUDING ALL EXCLUDING INDEXES) PARTITION BY ${by} (${column})`,
      ...Array.from({ length: parts }, (_, index) => partitionSqlOf(cut, index, parts)),
    );
    await run('copy', `INSERT INTO ${table}_cut OVERRIDING SYSTEM VALUE SELECT * FROM ${table}`);
    await run(
      'take the place of the plain table',
      ...identities.map(
        (name) => `SELECT setval(pg_get_serial_sequence('${table}_cut', '${name}'),
                                 nextval(pg_get_serial_sequence('${table}', '${name}')))`,
      ),
      `DROP TABLE ${table}`,
      `ALTER TABLE ${table}_cut RENAME TO ${table}`,
    );
    await run(
      'keys and indexes',
      ...constraints.map((text) => `ALTER TABLE ${table} ${text}`),
      ...indexes,
      ...triggers,
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}
