import pg from 'pg';
import type { Column, Rule, SchemaState } from './schema-state.ts';

/** The values of an insert; the database fills in the omitted ones. */
export type Row = Record<string, unknown>;
type Random = () => number;

/** A seeded generator: the same rows at every run. */
export function seeded(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const TRIES = 400;
/** A table that has a row for everything it may speak of takes no other. */
const TAKEN = 25;
const chosen = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
const hex = (random: Random, bytes: number) =>
  Array.from({ length: bytes }, () =>
    Math.floor(random() * 256)
      .toString(16)
      .padStart(2, '0'),
  ).join('');

/** Formats that checks of the schema require. */
const texts = (random: Random) => [
  'texto',
  'a',
  '',
  `${hex(random, 4)}@exemplo.com.br`,
  // Codes of a payment and of a certificate.
  hex(random, 8).toUpperCase(),
  hex(random, 6).toUpperCase(),
  hex(random, 32),
  `E${hex(random, 16).slice(0, 31)}`,
  `https://exemplo.com.br/${hex(random, 4)}`,
  '12345678901',
  'image/png',
  '<p>texto</p>',
  'Título',
];

function someValue(random: Random, type: string): unknown {
  const base = type.replace(/\(.*\)/, '');
  if (base.endsWith('[]')) return chosen(random, [[], [someValue(random, base.slice(0, -2))]]);
  switch (base) {
    case 'uuid':
      return `${hex(random, 4)}-${hex(random, 2)}-7${hex(random, 1)}0-8${hex(random, 1)}0-${hex(random, 6)}`;
    case 'smallint':
    case 'integer':
    case 'bigint':
      return chosen(random, [1, 2, 0, 3, 4, 5, 10, 60, 100, Math.floor(random() * 30_000)]);
    case 'numeric':
    case 'real':
    case 'double precision':
      return chosen(random, [1, 0, 0.5, 2, 10]);
    case 'boolean':
      return random() < 0.5;
    case 'timestamp with time zone':
      return new Date(Date.UTC(2026, 0, 1) + Math.floor(random() * 300) * 86_400_000).toISOString();
    case 'date':
      return `2026-0${1 + Math.floor(random() * 9)}-1${Math.floor(random() * 10)}`;
    case 'time without time zone':
      return '12:00';
    case 'jsonb':
    case 'json':
      return chosen(random, ['{}', '[]', '{"a":1}', '[1]']);
    case 'bytea':
      return Buffer.from(hex(random, chosen(random, [32, 32, 16, 64, 12, 8])), 'hex');
    case 'inet':
      return '192.0.2.1';
    case 'bit':
      return '1'.padEnd(Number(/\d+/.exec(type)?.[0] ?? 1), '0');
    case 'tsvector':
      return '';
    case 'xid8':
      return '1';
    default:
      return chosen(random, texts(random));
  }
}

/** Words and numbers named in the column's checks are the values it most likely accepts. */
function wordsOf(rules: readonly Rule[], column: Column): unknown[] {
  const own = rules.filter(({ kind, columns }) => kind === 'c' && columns.includes(column.name));
  if (column.type === 'text') {
    return own.flatMap(({ definition }) => [...definition.matchAll(/'((?:[^']|'')*)'::text/g)].map(([, word]) => word));
  }
  if (/int|numeric|real|double/.test(column.type)) {
    return own.flatMap(({ definition }) =>
      [...definition.matchAll(/\b\d+(?:\.\d+)?\b/g)].map(([word]) => Number(word)),
    );
  }
  return [];
}

const literal = (value: unknown): string =>
  Array.isArray(value)
    ? pg.escapeLiteral(`{${value.map((one) => JSON.stringify(String(one))).join(',')}}`)
    : Buffer.isBuffer(value)
      ? pg.escapeLiteral(`\\x${value.toString('hex')}`)
      : pg.escapeLiteral(value instanceof Date ? value.toISOString() : String(value));

function insertOf(table: string, row: Row): string {
  const into = `INSERT INTO ${pg.escapeIdentifier(table)}`;
  const names = Object.keys(row);
  if (names.length === 0) return `${into} DEFAULT VALUES`;
  const columns = names.map((name) => pg.escapeIdentifier(name)).join(', ');
  return `${into} (${columns}) VALUES (${names.map((name) => literal(row[name])).join(', ')})`;
}

/** Why PostgreSQL refused an insert. */
type Fault = { code: string; message: string; constraint: string | null; column: string | null };

/** Prepares this connection to try an insert in one call, and to roll it back unless it is to be kept. */
export async function prepareTries(client: pg.Client): Promise<void> {
  await client.query(`
    CREATE FUNCTION pg_temp.try_insert(statement text, keep boolean) RETURNS json LANGUAGE plpgsql AS $$
    DECLARE code text; message text; rule text; name text;
    BEGIN
      EXECUTE statement;
      IF NOT keep THEN RAISE EXCEPTION USING ERRCODE = 'DRILL'; END IF;
      RETURN NULL;
    EXCEPTION WHEN OTHERS THEN
      GET STACKED DIAGNOSTICS code = RETURNED_SQLSTATE, message = MESSAGE_TEXT, rule = CONSTRAINT_NAME, name = COLUMN_NAME;
      IF code = 'DRILL' THEN RETURN NULL; END IF;
      RETURN json_build_object('code', code, 'message', message, 'constraint', nullif(rule, ''), 'column', nullif(name, ''));
    END $$`);
}

/** Undefined: the row was accepted. */
export async function tryInsert(client: pg.Client, table: string, row: Row, keep: boolean): Promise<Fault | undefined> {
  const { rows } = await client.query<{ fault: Fault | null }>('SELECT pg_temp.try_insert($1, $2) AS fault', [
    insertOf(table, row),
    keep,
  ]);
  return rows[0]?.fault ?? undefined;
}

type Making = { client: pg.Client; schema: SchemaState; random: Random };

/**
 * Finds a row that the table accepts now, by trial: a value that a rule refuses is replaced by another. A string says
 * why there is none.
 */
export async function findRow(
  { client, schema, random }: Making,
  table: string,
  { keep, sayAll }: { keep: boolean; sayAll: boolean },
): Promise<Row | string> {
  const columns = schema.columns.filter((column) => column.table === table && !column.generated);
  const rules = schema.rules.filter((rule) => rule.table === table);
  const foreign = rules.filter(({ kind }) => kind === 'f');
  const row: Row = {};
  const targets = new Map<string, Row[]>();
  for (const { name, columns: linked, refers } of foreign) {
    if (!refers) continue;
    const what = refers.columns.map((column) => pg.escapeIdentifier(column)).join(', ');
    const { rows } = await client.query<Row>(`SELECT ${what} FROM ${pg.escapeIdentifier(refers.table)} LIMIT 50`);
    targets.set(name, rows);
    const isNeeded = columns.some((column) => linked.includes(column.name) && column.mandatory && !column.filled);
    if (isNeeded && rows.length === 0 && refers.table !== table) return `${refers.table} has no row`;
  }

  const choose = (column: Column, mustBe = false) => {
    const link = foreign.find(({ columns: linked }) => linked.includes(column.name));
    const isOptional = !column.mandatory || column.filled;
    if (!mustBe && isOptional && (!sayAll || random() < 0.4)) {
      delete row[column.name];
      return;
    }
    if (!link?.refers) {
      const words = wordsOf(rules, column);
      // E-mail addresses and usernames share one namespace: an address is never another account's username.
      const name = /^(email|username)/.exec(column.type === 'text' ? column.name : '')?.[1];
      if (name) row[column.name] = `${name}-${hex(random, 4)}${name === 'email' ? '@exemplo.com.br' : ''}`;
      else
        row[column.name] = words.length > 0 && random() < 0.7 ? chosen(random, words) : someValue(random, column.type);
      return;
    }
    const rows = targets.get(link.name) ?? [];
    const target = rows.length > 0 ? chosen(random, rows) : undefined;
    link.columns.forEach((name, place) => {
      const value = target?.[link.refers?.columns[place] ?? ''];
      if (value === undefined || value === null) delete row[name];
      else row[name] = value;
    });
  };

  for (const column of columns) if (!(column.name in row)) choose(column);
  let last = '';
  let taken = 0;
  for (let count = 0; count < TRIES; count += 1) {
    const fault = await tryInsert(client, table, row, keep);
    if (!fault) return row;
    last = fault.message;
    if (fault.code === '23505') taken += 1;
    if (taken > TAKEN) break;
    const rule = rules.find(({ name }) => name === fault.constraint);
    const concerned = fault.column
      ? columns.filter(({ name }) => name === fault.column)
      : rule && random() < 0.9
        ? columns.filter(({ name }) => rule.columns.includes(name))
        : columns;
    for (const column of concerned) choose(column, fault.code === '23502' || random() < 0.3);
  }
  return last;
}

/** How many rows a table gets: those that others have one row for each keep some without. */
export function wantedRows({ rules }: SchemaState, table: string): number {
  const own = rules.filter((rule) => rule.table === table);
  const primary = own.find(({ kind }) => kind === 'p')?.columns ?? [];
  const linked = new Set(own.filter(({ kind }) => kind === 'f').flatMap(({ columns }) => columns));
  return primary.length > 0 && primary.every((name) => linked.has(name)) ? 2 : 4;
}
