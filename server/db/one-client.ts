import pg from 'pg';
import type { Connection } from './connect.ts';

/**
 * A single connection for work that is not a request. When the server goes away, the pending statement rejects; without
 * a listener the client's error event would end the process.
 */
export async function oneClient(connection: Connection, name: string): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, application_name: name });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
