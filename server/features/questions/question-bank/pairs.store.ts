import { sql } from 'kysely';
import type { PairVerdict } from '#contract/questions/question-pairs.ts';
import type { Db, Tx } from '#server/db/handle.ts';

export type PairRow = { firstId: number; secondId: number; likeness: number };

/** Only pairs of active questions: an outdated or annulled question needs no decision. */
const open = sql`question_pairs p JOIN questions a ON a.id = p.first_id AND a.in_bank AND a.status = 'active'
  JOIN questions b ON b.id = p.second_id AND b.in_bank AND b.status = 'active'`;

export async function listOpenPairs(db: Db, page: { limit: number; behind: PairRow | null }): Promise<PairRow[]> {
  const rest = page.behind
    ? sql`(-p.likeness, p.first_id, p.second_id) > (${-page.behind.likeness}::real, ${page.behind.firstId}, ${page.behind.secondId})`
    : sql`true`;
  const { rows } = await sql<PairRow>`
    SELECT p.first_id AS "firstId", p.second_id AS "secondId", p.likeness FROM ${open}
    WHERE p.verdict IS NULL AND ${rest} ORDER BY -p.likeness, p.first_id, p.second_id LIMIT ${page.limit}`.execute(db);
  return rows;
}

export async function countOpenPairs(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM ${open} WHERE p.verdict IS NULL`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

export type Decision = { firstId: number; secondId: number; verdict: PairVerdict; by: string; now: Date };

/** Saves a verdict, also for a pair that the comparison did not find. */
export async function decidePair(tx: Tx, pair: Decision & { likeness: number }): Promise<void> {
  await sql`
    INSERT INTO question_pairs (first_id, second_id, likeness, verdict, decided_by, decided_at)
    SELECT a.id, b.id, ${pair.likeness}::real, ${pair.verdict}, ${pair.by}::uuid, ${pair.now}::timestamptz
    FROM questions a, questions b WHERE a.id = ${pair.firstId} AND b.id = ${pair.secondId} FOR KEY SHARE
    ON CONFLICT (first_id, second_id) DO UPDATE
    SET verdict = excluded.verdict, decided_by = excluded.decided_by, decided_at = excluded.decided_at`.execute(tx);
}

/** False when the pair does not exist. */
export async function setVerdict(tx: Tx, pair: Decision): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('question_pairs')
    .set({ verdict: pair.verdict, decided_by: pair.by, decided_at: pair.now })
    .where('first_id', '=', pair.firstId)
    .where('second_id', '=', pair.secondId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Replaces the pairs of these questions. Pairs with a verdict stay. */
export async function replacePairs(tx: Tx, ids: readonly number[], pairs: readonly PairRow[]): Promise<void> {
  await sql`
    DELETE FROM question_pairs WHERE verdict IS NULL
      AND (first_id = ANY(${ids}::int[]) OR second_id = ANY(${ids}::int[]))`.execute(tx);
  if (pairs.length === 0) return;
  await sql`
    INSERT INTO question_pairs (first_id, second_id, likeness)
    SELECT p."firstId", p."secondId", p.likeness
    FROM jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) AS p ("firstId" int, "secondId" int, likeness real)
    JOIN questions a ON a.id = p."firstId" JOIN questions b ON b.id = p."secondId"
    ORDER BY 1, 2
    ON CONFLICT (first_id, second_id) DO UPDATE SET likeness = excluded.likeness`.execute(tx);
}
