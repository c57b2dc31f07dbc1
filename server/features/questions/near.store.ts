import { sql } from 'kysely';
import type { Db, Tx } from '../../db/handle.ts';

/**
 * Questions of the bank that share bands with these, by their place, those that share most first. By place: one
 * statement for all.
 */
export async function listSharingBands(db: Db | Tx, bands: readonly (readonly number[])[], most: number) {
  const { rows } = await sql<{ place: number; questionId: number }>`
    SELECT given.place::int - 1 AS place, near.question_id AS "questionId"
    FROM (SELECT ARRAY(SELECT jsonb_array_elements_text(list)::int) AS bands, place
          FROM jsonb_array_elements(${JSON.stringify(bands)}::jsonb) WITH ORDINALITY AS told (list, place)) AS given
    CROSS JOIN LATERAL (
      SELECT i.question_id, (SELECT count(*) FROM unnest(i.bands) AS band WHERE band = ANY(given.bands)) AS shared
      FROM question_index i WHERE i.bands && given.bands
      ORDER BY shared DESC, i.question_id LIMIT ${most}) AS near`.execute(db);
  return rows;
}

export type ToCompare = { id: number; versionId: number };

/**
 * Questions that nothing was compared with yet. Those that somebody holds are left for later: whoever saves or removes
 * questions holds them first and what is known of them then, and waits for nobody who waits for them.
 */
export async function takeUncompared(tx: Tx, limit: number): Promise<ToCompare[]> {
  const { rows } = await sql<ToCompare>`
    SELECT i.question_id AS id, q.current_version_id AS "versionId"
    FROM question_index i JOIN questions q ON q.id = i.question_id
    WHERE NOT i.compared AND q.in_bank AND q.current_version_id IS NOT NULL
    ORDER BY i.question_id LIMIT ${limit} FOR KEY SHARE OF q SKIP LOCKED FOR UPDATE OF i SKIP LOCKED`.execute(tx);
  return rows;
}

/** Of these, those that nobody holds: they stay until the end of the transaction. */
export async function keepFree(tx: Tx, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM questions WHERE id = ANY(${ids}::int[]) ORDER BY id FOR KEY SHARE SKIP LOCKED`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** What they are found by, from now on; they themselves were compared. */
export async function markCompared(
  tx: Tx,
  compared: readonly { id: number; bands: readonly number[] }[],
): Promise<void> {
  await sql`
    UPDATE question_index i SET compared = true, bands = ARRAY(SELECT jsonb_array_elements_text(c.bands)::int)
    FROM jsonb_to_recordset(${JSON.stringify(compared)}::jsonb) AS c (id int, bands jsonb)
    WHERE i.question_id = c.id`.execute(tx);
}
