import type { PgBoss } from 'pg-boss';

/** The kinds with a waiting job, also one that is due later. */
export async function kindsThatWait(boss: PgBoss): Promise<ReadonlySet<string>> {
  const { rows } = await boss.getDb().executeSql(`SELECT DISTINCT name FROM pgboss.job WHERE state < 'active'`);
  return new Set((rows as { name: string }[]).map(({ name }) => name));
}
