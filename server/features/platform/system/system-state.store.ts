import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';

export async function describeDatabase(db: Db) {
  const { rows } = await sql<{ version: string; bytes: number; migrations: number }>`
    SELECT current_setting('server_version') AS version, pg_database_size(current_database()) AS bytes,
           (SELECT count(*) FROM migrations) AS migrations`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('PostgreSQL did not describe itself.');
  return row;
}

type QueueRow = { name: string; waiting: number; running: number; retrying: number; failed: number };

export async function describeQueues(db: Db): Promise<QueueRow[]> {
  const { rows } = await sql<QueueRow>`
    SELECT q.name,
           count(*) FILTER (WHERE j.state = 'created') AS waiting,
           count(*) FILTER (WHERE j.state = 'active') AS running,
           count(*) FILTER (WHERE j.state = 'retry') AS retrying,
           count(*) FILTER (WHERE j.state = 'failed') AS failed
    FROM pgboss.queue q
    LEFT JOIN pgboss.job j ON j.name = q.name AND j.state IN ('created', 'active', 'retry', 'failed')
    WHERE q.name NOT LIKE '\\_\\_pgboss%'
    GROUP BY q.name ORDER BY q.name LIMIT 100`.execute(db);
  return rows;
}

export async function findLastBackup(db: Db) {
  return db
    .selectFrom('backups')
    .select(['finished_at as at', 'bytes', 'row_count as rows', 'file_count as files'])
    .orderBy('finished_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export type FailedMailRow = {
  id: string;
  kind: string;
  state: 'failed' | 'retry';
  tries: number;
  createdAt: Date;
  nextTryAt: Date | null;
  error: string;
};

/** All that the list below would show if it had no bound. */
export async function countFailedMailRows(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM pgboss.job WHERE name = 'mail' AND state IN ('failed', 'retry')`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The queue stores ids and kinds, not the mails: there is no content to show. */
export async function listFailedMailRows(db: Db, limit: number): Promise<FailedMailRow[]> {
  const { rows } = await sql<FailedMailRow>`
    SELECT id, coalesce(data->>'kind', '') AS kind, state::text AS state, retry_count AS tries,
           created_on AS "createdAt", CASE WHEN state = 'retry' THEN start_after END AS "nextTryAt",
           left(coalesce(output->>'message', ''), 300) AS error
    FROM pgboss.job WHERE name = 'mail' AND state IN ('failed', 'retry')
    ORDER BY created_on DESC, id LIMIT ${limit}`.execute(db);
  return rows;
}

/**
 * Makes failed and retrying e-mails due, one or all, with a reset retry count. Due since their creation, because the
 * queue uses the clock of the database, not ours.
 */
export async function makeMailsDue(tx: Tx, id?: string): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE pgboss.job
    SET state = 'created', start_after = created_on, retry_count = 0, completed_on = NULL, output = NULL,
        keep_until = keep_until + interval '14 days'
    WHERE name = 'mail' AND state IN ('failed', 'retry') AND (${id ?? null}::uuid IS NULL OR id = ${id ?? null}::uuid)`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0n);
}
