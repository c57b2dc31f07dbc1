import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';
import { isUnpaused, type Pausing } from '#server/db/unpaused.ts';

/** Essays that were promised before `dueBefore`, are not returned, and whose correction was spent and not returned. */
export async function listOverdue(
  db: Db,
  { dueBefore, pausing, limit }: { dueBefore: Date; pausing: Pausing; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT e.id FROM essays e
    WHERE e.state = 'delivered' AND e.due_at < ${dueBefore}
      AND EXISTS (SELECT FROM correction_entries s WHERE s.subject = 'essay:' || e.id AND s.kind = 'spent')
      AND NOT EXISTS (SELECT FROM correction_entries r WHERE r.subject = 'essay:' || e.id AND r.kind = 'returned')
      AND ${isUnpaused(pausing, sql`e.id`)}
    ORDER BY e.due_at, e.id LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Locks an essay that is still not returned. */
export async function lockUndelivered(tx: Tx, id: number): Promise<{ studentId: string; title: string } | undefined> {
  const { rows } = await sql<{ studentId: string; title: string }>`
    SELECT e.student_id AS "studentId", v.title FROM essays e JOIN essay_theme_versions v ON v.id = e.theme_version_id
    WHERE e.id = ${id} AND e.state = 'delivered' FOR UPDATE OF e`.execute(tx);
  return rows[0];
}
