import { jobOwners, tableOwners, writesAnyTable } from '#server/db/table-owners.ts';

/** A table that a file writes, or null where the table is not named in the text. */
export type TableWrite = { table: string | null; index: number };

const kysely = /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*(?:'([a-z_.]+)[^']*'|[^'\s])/g;
const name = '(?:ONLY\\s+)?(?:"?([a-z_][a-z_.]*)"?|\\$\\{)';
const plain = new RegExp(
  [
    `\\b(?:INSERT\\s+INTO|DELETE\\s+FROM|MERGE\\s+INTO|TRUNCATE(?:\\s+TABLE)?)\\s+${name}`,
    // A row lock (FOR UPDATE) and an upsert (DO UPDATE SET) name no table.
    `(?<!\\bFOR\\s+|\\bFOR\\s+NO\\s+KEY\\s+|\\bDO\\s+)\\bUPDATE\\s+${name}(?:\\s+(?:AS\\s+)?[a-z_]+)?\\s+SET\\b`,
    `\\bCOPY\\s+${name}[^\`]*?\\sFROM\\s+STDIN`,
  ].join('|'),
  'gi',
);

/** Every insert, update and delete in a file's code, composed with Kysely or written as SQL. */
export function tableWrites(code: string): TableWrite[] {
  return [kysely, plain].flatMap((pattern) =>
    [...code.matchAll(pattern)].map((found) => ({
      table:
        found
          .slice(1)
          .find((part) => part !== undefined)
          ?.toLowerCase() ?? null,
      index: found.index,
    })),
  );
}

const owners: Record<string, string> = { ...tableOwners, ...jobOwners };
const isWithin = (path: string, folder: string) => path.startsWith(`${folder}/`);

/** Why this file may not write that table, or null. */
export function ownershipFault(path: string, table: string | null): string | null {
  if (isWithin(path, writesAnyTable)) return null;
  if (table === null) return 'writes a table that the text does not name';
  const owner = owners[table];
  if (owner === undefined) return `writes ${table}, which has no owner in server/db/table-owners.ts`;
  return isWithin(path, owner) ? null : `writes ${table}, which belongs to ${owner}`;
}
