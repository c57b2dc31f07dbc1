import pg from 'pg';
import { ConfigError } from '#server/environment.ts';
import type { Log } from '#server/log.ts';
import { CONNECT_MS, type Connection, timeLimits } from './connect.ts';
import { connectionTo } from './primary.ts';

const TRIES = 5;

/**
 * A pooler in transaction mode gives each transaction another connection: session locks, LISTEN and our time limits are
 * lost. Two clients that are open at once and reach the same PostgreSQL process are behind one.
 */
export async function isBehindPooler(connection: Connection): Promise<boolean> {
  return withClients(connection, 2, async ([first, second]) => {
    for (let round = 0; round < TRIES; round += 1) {
      if ((await backendOf(first)) === (await backendOf(second))) return true;
    }
    return false;
  });
}

/** The time limits that are not set on connections through this address. */
export async function missingLimits(connection: Connection): Promise<string[]> {
  return withClients(connection, 1, async ([client]) => {
    const names = Object.keys(timeLimits);
    const { rows } = await client.query<{ name: string }>(
      "SELECT name FROM pg_settings WHERE name = ANY($1) AND setting = '0' ORDER BY name",
      [names],
    );
    return rows.map(({ name }) => name);
  });
}

/**
 * Runs before anything is written: behind a pooler session locks do not hold, and two processes could migrate at once.
 * Throws when no direct address is configured; missing time limits are only logged.
 */
export async function checkPooler(addresses: { url: string; direct: string | undefined }, log: Log): Promise<void> {
  const { url, direct } = addresses;
  if (await isBehindPooler(connectionTo(direct ?? url))) {
    throw new ConfigError(
      direct
        ? 'DATABASE_DIRECT_URL: leads through a pooler in transaction mode; expected the address of PostgreSQL itself.'
        : 'DATABASE_DIRECT_URL: required, because DATABASE_URL leads through a pooler in transaction mode.',
    );
  }
  if (!direct) return;
  const missing = await missingLimits(connectionTo(url));
  if (missing.length > 0) {
    log.warn(
      { missing },
      'connections of the pooler have no time limits: put the connect_query of deploy/pgbouncer.ini into its database line',
    );
  }
}

async function backendOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid ?? 0;
}

async function withClients<T>(
  connection: Connection,
  count: number,
  work: (clients: [pg.Client, pg.Client]) => Promise<T>,
): Promise<T> {
  const clients = Array.from(
    { length: count },
    () => new pg.Client({ ...connection, connectionTimeoutMillis: CONNECT_MS }),
  );
  // A broken client fails at its next statement.
  for (const client of clients) client.on('error', () => undefined);
  try {
    for (const client of clients) await client.connect();
    return await work(clients as [pg.Client, pg.Client]);
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}
