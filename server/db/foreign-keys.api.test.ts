import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp();

/**
 * Deleting a row looks for whoever points at it: without an index that begins with a pointing column, PostgreSQL reads
 * the whole table, under a lock. An index of some rows only counts where those are the rows that point at something.
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
