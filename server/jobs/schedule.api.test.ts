import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp();
const root = join(import.meta.dirname, '../..');

it('the scheduled jobs are those of docs/jobs.md, each in the file it names', async () => {
  const page = await readFile(join(root, 'docs/jobs.md'), 'utf8');
  const rows = [...page.matchAll(/^\| `([a-z_-]+)` \| .* \| `([\w/.-]+\.ts)`/gm)];
  const { rows: scheduled } = await sql<{ name: string }>`SELECT name FROM pgboss.schedule`.execute(test.deps.db);
  expect(rows.map(([, name]) => name).sort()).toEqual(scheduled.map(({ name }) => name).sort());
  for (const [, name = '', file = ''] of rows) {
    expect(await readFile(join(root, 'server', file), 'utf8'), file).toMatch(new RegExp(`['"]${name}['"]`));
  }
});
