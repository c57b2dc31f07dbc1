import { expect, test } from 'vitest';
import { listMigrations } from './migrate.ts';

/** Statements that break the previous version while it still runs (docs/decisions/071-migrations.md). */
const breaksOldVersion =
  /\b(DROP\s+(TABLE|COLUMN)|RENAME\s+(TO|COLUMN)|ALTER\s+COLUMN\s+\w+\s+(SET\s+DATA\s+)?TYPE|ALTER\s+COLUMN\s+\w+\s+SET\s+NOT\s+NULL)\b/i;

const withoutComments = (sql: string) => sql.replace(/--.*$/gm, '');

test.each(['ALTER TABLE a DROP COLUMN b', 'DROP TABLE a', 'ALTER TABLE a RENAME COLUMN b TO c'])(
  '%s would be found',
  (sql) => {
    expect(sql).toMatch(breaksOldVersion);
  },
);

test('no migration drops or renames what the previous version still uses', async () => {
  const migrations = await listMigrations();
  expect(migrations.length).toBeGreaterThan(10);
  for (const { name, sql } of migrations)
    expect([name, withoutComments(sql).match(breaksOldVersion)]).toEqual([name, null]);
});

test('a column added to an existing table may be omitted by inserts of the previous version', async () => {
  for (const { name, sql } of await listMigrations()) {
    const added = withoutComments(sql).match(/ADD\s+COLUMN[^,;]+/gi) ?? [];
    const mandatory = added.filter((column) => /NOT\s+NULL/i.test(column) && !/DEFAULT|GENERATED/i.test(column));
    expect([name, mandatory]).toEqual([name, []]);
  }
});
