import pg from 'pg';
import type { Connection } from './connect.ts';

/**
 * A single connection for work that is not a request. A server that goes away breaks it; whoever waits for a statement
 * hears of it there, and without a listener it would end the process instead.
 */
export async function oneClient(connection: Connection, name: string): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, application_name: name });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
