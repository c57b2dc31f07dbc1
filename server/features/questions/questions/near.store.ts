import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';
import { isUnpaused, type Pausing } from '#server/db/unpaused.ts';

/**
 * A band that this many questions share is not indexed for further ones: it comes from a common opening phrase, and
 * each comparison would read them all. The other bands of a question still find it.
 */
export const CROWD = 30;

/** Filters bands to those that at least `CROWD` questions share, not counting the questions being written. */
export const crowdedBands = (bands: RawBuilder<unknown>, written: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  SELECT told.band FROM (SELECT DISTINCT band FROM (${bands}) AS given (band)) AS told
  WHERE (SELECT count(*) FROM question_index held
         WHERE held.bands @> ARRAY[told.band] AND held.question_id NOT IN (${written})) >= ${CROWD}`;

/** The bands that a question is indexed by: all except those in `crowded`. */
export const ownBands = (bands: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  ARRAY(SELECT band FROM unnest(${bands}) WITH ORDINALITY AS told (band, at)
        WHERE band NOT IN (SELECT band FROM crowded) ORDER BY at)`;

/**
 * Questions of the bank that share bands with each of the given lists, in one statement; `place` is the index of the
 * list. Rare bands weigh more: a band that many questions share says little.
 */
export async function listSharingBands(db: Db | Tx, bands: readonly (readonly number[])[], most: number) {
  const { rows } = await sql<{ place: number; questionId: number }>`
    SELECT given.place::int - 1 AS place, near.question_id AS "questionId"
    FROM (SELECT ARRAY(SELECT jsonb_array_elements_text(list)::int) AS bands, place
          FROM jsonb_array_elements(${JSON.stringify(bands)}::jsonb) WITH ORDINALITY AS told (list, place)) AS given
    CROSS JOIN LATERAL (
      SELECT met.question_id
      FROM (SELECT i.question_id, count(*) OVER (PARTITION BY band) AS holders
            FROM question_index i CROSS JOIN LATERAL unnest(i.bands) AS band
            WHERE i.bands && given.bands AND band = ANY(given.bands)) AS met
      GROUP BY met.question_id
      ORDER BY sum(1.0::float8 / met.holders) DESC, met.question_id LIMIT ${most}) AS near`.execute(db);
  return rows;
}

export type ToCompare = { id: number; versionId: number };

/** Questions that were not compared yet. */
export async function listUncompared(
  db: Db,
  { pausing, limit }: { pausing: Pausing; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT i.question_id AS id FROM question_index i JOIN questions q ON q.id = i.question_id
    WHERE NOT i.compared AND q.in_bank AND q.current_version_id IS NOT NULL
      AND ${isUnpaused(pausing, sql`i.question_id`)}
    ORDER BY i.question_id LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Locks those of the questions that were not compared yet. Locked rows are skipped and left for a later run: saves and
 * deletes lock the question first and its index row second, so waiting here could deadlock.
 */
export async function takeUncompared(tx: Tx, ids: readonly number[]): Promise<ToCompare[]> {
  const { rows } = await sql<ToCompare>`
    SELECT i.question_id AS id, q.current_version_id AS "versionId"
    FROM question_index i JOIN questions q ON q.id = i.question_id
    WHERE i.question_id = ANY(${ids}::int[]) AND NOT i.compared AND q.in_bank AND q.current_version_id IS NOT NULL
    ORDER BY i.question_id FOR KEY SHARE OF q SKIP LOCKED FOR UPDATE OF i SKIP LOCKED`.execute(tx);
  return rows;
}

/** Locks those of the questions that no other transaction has locked, until the transaction ends. */
export async function lockFreeForShare(tx: Tx, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM questions WHERE id = ANY(${ids}::int[]) ORDER BY id FOR KEY SHARE SKIP LOCKED`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** Stores the bands that the questions are found by, and marks them as compared. */
export async function markCompared(
  tx: Tx,
  compared: readonly { id: number; bands: readonly number[] }[],
): Promise<void> {
  await sql`
    WITH c AS (SELECT * FROM jsonb_to_recordset(${JSON.stringify(compared)}::jsonb) AS c (id int, bands int[])),
    crowded AS MATERIALIZED (${crowdedBands(sql`SELECT unnest(bands) FROM c`, sql`SELECT id FROM c`)})
    UPDATE question_index i SET compared = true, bands = ${ownBands(sql`c.bands`)}
    FROM c WHERE i.question_id = c.id`.execute(tx);
}

export async function compareAgain(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`UPDATE question_index SET compared = false WHERE question_id = ANY(${ids}::int[])`.execute(tx);
}
