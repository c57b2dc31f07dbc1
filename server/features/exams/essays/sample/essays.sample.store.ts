import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';

export async function markSampleThemes(db: Db | Tx, teacherId: string): Promise<void> {
  await sql`UPDATE essay_themes SET is_sample = true WHERE author_id = ${teacherId}`.execute(db);
}

/** Deletes the themes of the sample that have no essays, and returns their ids; the others become themes of the school. */
export async function deleteSampleThemes(tx: Tx): Promise<number[]> {
  const deleted = await sql<{ id: number }>`
    DELETE FROM essay_themes t
    WHERE is_sample AND NOT EXISTS (SELECT FROM essays e WHERE e.theme_id = t.id) RETURNING id`.execute(tx);
  await sql`UPDATE essay_themes SET is_sample = false WHERE is_sample`.execute(tx);
  return deleted.rows.map(({ id }) => id);
}
