import { sql } from 'kysely';
import type { Db } from './handle.ts';

export type SharedCheck = { snapshot: string; changed: string[] };

/**
 * The kinds among these with a change that their snapshot did not see; and the snapshot of this statement. A
 * transaction id beyond everything this database has counted was restored from another database, and is ignored.
 */
export const sharedChanges = (kinds: readonly string[], snapshots: readonly string[]) => sql<SharedCheck>`
  SELECT pg_current_snapshot()::text AS snapshot, ARRAY(
    SELECT known.kind FROM unnest(${kinds}::text[], ${snapshots}::pg_snapshot[]) AS known (kind, seen)
    WHERE EXISTS (
      SELECT FROM shared_changes c
      WHERE c.kind = known.kind AND c.xid >= pg_snapshot_xmin(known.seen)
        AND c.xid < pg_snapshot_xmax(pg_current_snapshot()) AND NOT pg_visible_in_snapshot(c.xid, known.seen)
    )
  ) AS changed`;

export async function deleteOldChanges(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM shared_changes WHERE ctid IN (
      SELECT ctid FROM shared_changes WHERE at < ${before} ORDER BY at LIMIT ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
