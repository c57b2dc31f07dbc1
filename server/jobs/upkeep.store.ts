import type { Db } from '#server/db/handle.ts';

export type UpkeepResult = Record<string, number>;

/** Only the last run of each job is stored. */
export async function saveRun(db: Db, name: string, ranAt: Date, result: UpkeepResult): Promise<void> {
  const row = { ran_at: ranAt, result: JSON.stringify(result) };
  await db
    .insertInto('maintenance_runs')
    .values({ name, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
}

export async function findRun(db: Db, name: string) {
  const row = await db
    .selectFrom('maintenance_runs')
    .select(['ran_at as ranAt', 'result'])
    .where('name', '=', name)
    .executeTakeFirst();
  return row && { ...row, result: row.result as UpkeepResult };
}

export async function listRuns(db: Db) {
  const rows = await db
    .selectFrom('maintenance_runs')
    .select(['name', 'ran_at as ranAt', 'result'])
    .orderBy('name')
    .limit(50)
    .execute();
  return rows.map((row) => ({ ...row, result: row.result as UpkeepResult }));
}
