import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp();

/**
 * Deleting a row searches for the rows that reference it: without an index that begins with a referencing column,
 * PostgreSQL scans the table under a lock. A partial index counts only when it covers the rows that reference
 * something.
 */
it('every foreign key leads an index', async () => {
  const { rows } = await sql<{ key: string }>`
    SELECT key.conrelid::regclass || ' (' || columns.names || ')' AS key
    FROM pg_constraint key
    CROSS JOIN LATERAL (
      SELECT string_agg(attname, ', ' ORDER BY place) AS names
      FROM unnest(key.conkey) WITH ORDINALITY AS part (attnum, place)
      JOIN pg_attribute USING (attnum) WHERE attrelid = key.conrelid
    ) AS columns
    WHERE key.contype = 'f' AND key.connamespace = 'public'::regnamespace AND NOT EXISTS (
      SELECT FROM pg_index
      WHERE indrelid = key.conrelid AND indisvalid
        AND indkey[0] = ANY (key.conkey)
        AND (indpred IS NULL OR pg_get_expr(indpred, indrelid) = '(' || columns.names || ' IS NOT NULL)')
    )
    ORDER BY 1`.execute(test.deps.db);
  expect(rows.map(({ key }) => key)).toEqual([]);
});
