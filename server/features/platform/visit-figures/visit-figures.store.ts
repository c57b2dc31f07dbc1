import { sql } from 'kysely';
import type { ScreenPattern } from '#contract/platform/screen-patterns.ts';
import type { VisitMetric } from '#contract/platform/visit-figures.ts';
import type { Db, Tx } from '#server/db/handle.ts';

export type VisitFigure = { screen: ScreenPattern; metric: VisitMetric; bucket: number };

/** Always in the same order: two visits that wait for each other's rows would be a deadlock. */
const inOrder = (a: VisitFigure, b: VisitFigure) => `${a.screen} ${a.metric}`.localeCompare(`${b.screen} ${b.metric}`);

export async function countVisitFigures(tx: Tx, day: string, figures: readonly VisitFigure[]): Promise<void> {
  await tx
    .insertInto('visit_figures')
    .values([...figures].sort(inOrder).map((figure) => ({ ...figure, day, visits: 1 })))
    .onConflict((conflict) =>
      conflict
        .columns(['day', 'screen', 'metric', 'bucket'])
        .doUpdateSet({ visits: sql`visit_figures.visits + excluded.visits` }),
    )
    .execute();
}

/** Sums over all days from `since` on. */
export async function listVisitBuckets(db: Db, since: string, limit: number) {
  return db
    .selectFrom('visit_figures')
    .select(['screen', 'metric', 'bucket', sql<number>`sum(visits)::int`.as('visits')])
    .where(sql<boolean>`day >= ${since}::date`)
    .groupBy(['screen', 'metric', 'bucket'])
    .orderBy('screen')
    .orderBy('metric')
    .orderBy('bucket')
    .limit(limit)
    .execute();
}

export async function deleteOldVisitFigures(db: Db, before: string, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM visit_figures WHERE (day, screen, metric, bucket) IN (
      SELECT day, screen, metric, bucket FROM visit_figures WHERE day < ${before}::date LIMIT ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
