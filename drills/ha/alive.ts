import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Connection } from '#server/db/connect.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { openDb } from '../parts.ts';
import { request, until, within } from '../wait.ts';

const PATIENCE_MS = 30_000;
/** Sessions are cached for 30 s: one that ends sooner on the other server was invalidated by the bus. */
const BUS_MS = 5000;

type Server = { url: string; dataDir: string };

const mails = async (servers: readonly Server[]) =>
  (await Promise.all(servers.map(({ dataDir }) => readdir(join(dataDir, 'mail')).catch(() => [])))).flat().length;

/** By a connection of this moment: one from before the fault may lead to a machine that is stopped and never answers. */
async function addPerson(connection: Connection): Promise<Person> {
  const { db, close } = openDb(connection);
  try {
    return await within('a new person after the fault', PATIENCE_MS, createPerson(db, { now: new Date() }));
  } finally {
    await close();
  }
}

/**
 * After a fault: both servers are ready, an e-mail that one is asked for leaves by the job queue, and the end of a
 * session on the one is known to the other by the bus. In seconds.
 */
export async function proveAlive(
  connection: Connection,
  servers: readonly [Server, Server],
): Promise<{ job: number; bus: number }> {
  const [first, second] = servers;
  for (const { url } of servers) {
    await until(`${url} ready`, PATIENCE_MS, async () => (await request(`${url}/readyz`)).ok);
  }
  const person = await addPerson(connection);
  const before = await mails(servers);
  const asked = await request(`${first.url}/api/password/forgot`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: person.email }),
  });
  if (!asked.ok) throw new Error(`A new password was asked for and refused: ${asked.status} ${await asked.text()}`);
  const job = await until('an e-mail', PATIENCE_MS, async () => (await mails(servers)) > before);

  const statusOnSecond = async () =>
    (await request(`${second.url}/api/auth/user`, { headers: { cookie: person.cookie } })).status;
  await until('a session', PATIENCE_MS, async () => (await statusOnSecond()) === 200);
  await until('the end of a session', PATIENCE_MS, async () => {
    const left = await request(`${first.url}/api/logout`, { method: 'POST', headers: { cookie: person.cookie } });
    return left.ok || left.status === 401;
  });
  const bus = await until('the bus', BUS_MS, async () => (await statusOnSecond()) === 401);
  return { job, bus };
}
