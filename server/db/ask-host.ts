import pg from 'pg';
import type { Host } from './hosts.ts';

/** A server that does not answer within this time counts as down; a search without any answer ends by then. */
const ASK_MS = 1000;

/** The answer of one of several servers about itself. `timeline` grows with every failover; 0: unknown. */
export type HostSays = { isWritable: true; timeline: number; system: string } | { isWritable: false; reason: string };

const WRITABLE = `SELECT NOT pg_is_in_recovery() AND current_setting('transaction_read_only') = 'off' AS writable`;
const TIMELINE_SQL = `SELECT ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int AS timeline,
                      (SELECT system_identifier::text FROM pg_control_system()) AS system`;

/** Never throws: a timeout, a refused connection and a wrong password are answers, too. */
export async function askHost({ address }: Host): Promise<HostSays> {
  const client = new pg.Client({
    connectionString: address,
    connectionTimeoutMillis: ASK_MS,
    query_timeout: ASK_MS,
    application_name: 'alvorada-primary',
  });
  // The pending call below rejects with the same error.
  client.on('error', () => undefined);
  const overdue = setTimeout(() => client.connection.stream.destroy(new Error('does not answer')), ASK_MS);
  try {
    await client.connect();
    const { rows } = await client.query<{ writable: boolean }>(WRITABLE);
    if (!rows[0]?.writable) return { isWritable: false, reason: 'only takes reads' };
    return { isWritable: true, ...(await timelineOf(client)) };
  } catch (error) {
    return { isWritable: false, reason: `(${(error as Error).message})` };
  } finally {
    clearTimeout(overdue);
    // A server that has stopped since would never confirm the end of the connection.
    const silent = setTimeout(() => client.connection.stream.destroy(), ASK_MS);
    void client.end().then(
      () => clearTimeout(silent),
      () => clearTimeout(silent),
    );
  }
}

/** Where a service denies this query, its answer about writes has to be enough. */
async function timelineOf(client: pg.Client): Promise<{ timeline: number; system: string }> {
  try {
    const { rows } = await client.query<{ timeline: number; system: string }>(TIMELINE_SQL);
    return rows[0] ?? { timeline: 0, system: '' };
  } catch (error) {
    if (error instanceof pg.DatabaseError) return { timeline: 0, system: '' };
    throw error;
  }
}
