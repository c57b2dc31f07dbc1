import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';

/** Filters questions to those that the free trial shows, themselves or as a copy with the same fingerprint. */
export async function listAmongTrial(db: Db | Tx, ids: readonly number[]): Promise<{ id: number; excerpt: string }[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: number; excerpt: string }>`
    SELECT DISTINCT ON (own.id) own.id, indexed.excerpt
    FROM trial_questions shown
    JOIN questions open ON open.id = shown.question_id
    JOIN question_index indexed ON indexed.question_id = open.id
    JOIN questions own ON own.id = ANY(${ids}::int[]) AND (own.id = open.id OR own.fingerprint = open.fingerprint)
    ORDER BY own.id, shown.position`.execute(db);
  return rows;
}
