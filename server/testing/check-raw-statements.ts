import { appendFileSync } from 'node:fs';
import pg from 'pg';
import { inject } from 'vitest';
import { FOLDED_BEGIN } from '#server/db/folded-reads.ts';
import type { ColumnKind, RawStatement } from './raw-statements.ts';

const { statements, notesFile } = inject('rawStatements');
const { builtins } = pg.types;

const kindsByType = new Map<number, ColumnKind>([
  ...[builtins.BOOL].map((oid) => [oid, 'boolean'] as const),
  ...[builtins.INT2, builtins.INT4, builtins.INT8, builtins.FLOAT4, builtins.FLOAT8].map(
    (oid) => [oid, 'number'] as const,
  ),
  ...[builtins.TEXT, builtins.VARCHAR, builtins.BPCHAR, builtins.UUID, builtins.NUMERIC].map(
    (oid) => [oid, 'string'] as const,
  ),
  ...[builtins.DATE, builtins.TIMESTAMP, builtins.TIMESTAMPTZ].map((oid) => [oid, 'date'] as const),
]);

/** Whether an executed text was made from this statement: contains its texts in order. */
function isFrom({ texts }: RawStatement, executed: string): boolean {
  const [first = '', ...others] = texts;
  if (!executed.startsWith(first)) return false;
  let at = first.length;
  for (const text of others) {
    const next = executed.indexOf(text, at);
    if (next < 0) return false;
    at = next + text.length;
  }
  return executed.endsWith(texts.at(-1) ?? '');
}

const ownText = ({ texts }: RawStatement) => texts.join('').length;

/** A statement that is mostly fragments has few texts, which occur in others, too: the most matching text wins. */
function closest(executed: string): RawStatement[] {
  const found = statements.filter((one) => isFrom(one, executed));
  const most = Math.max(...found.map(ownText));
  return found.filter((one) => ownText(one) === most);
}

type Answer = { fields?: readonly { name: string; dataTypeID: number }[] };

/** Columns that a row type claims and the statement does not return. */
function wrongColumns({ columns }: RawStatement, fields: NonNullable<Answer['fields']>): string[] {
  return Object.entries(columns ?? {}).flatMap(([name, claimed]) => {
    const field = fields.find((one) => one.name === name);
    if (!field) return [`'${name}' is not returned`];
    const kind = kindsByType.get(field.dataTypeID);
    if (claimed === 'other' || kind === undefined || kind === claimed) return [];
    return [`'${name}' is claimed as ${claimed} and returned as ${kind}`];
  });
}

const known = new Set<string>();

/** global-setup.ts reads the notes at the end of the run: within a request, an error would only become a 500. */
const note = (kind: 'seen' | 'wrong', text: string) => appendFileSync(notesFile, `${kind} ${text}\n`);

function check(executed: string, { fields = [] }: Answer): void {
  // Each read of a folded statement was sent alone before.
  if (known.has(executed) || executed.startsWith('EXPLAIN') || executed.startsWith(FOLDED_BEGIN)) return;
  known.add(executed);
  const found = closest(executed).map((statement) => ({ ...statement, wrong: wrongColumns(statement, fields) }));
  for (const { site } of found) note('seen', site);
  // Two statements of the same text: one that fits is enough.
  if (found.some(({ wrong }) => wrong.length === 0)) return;
  for (const { site, wrong } of found) for (const one of wrong) note('wrong', `${site}: ${one}`);
}

const marker = Symbol.for('alvorada.checksRawStatements');
const client = pg.Client.prototype as unknown as { query(...args: unknown[]): unknown; [marker]?: true };

// Once per worker, although its test files load their setup one after the other.
if (!client[marker]) {
  client[marker] = true;
  const query = client.query;
  client.query = function (this: unknown, ...args: unknown[]) {
    const answer = query.apply(this, args);
    const text = typeof args[0] === 'string' ? args[0] : (args[0] as { text?: string }).text;
    if (!(answer instanceof Promise) || text === undefined) return answer;
    return answer.then((result: Answer) => {
      check(text.replace(/^\/\* prepared \*\/ /, ''), result);
      return result;
    });
  };
}
