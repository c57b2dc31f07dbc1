import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '#server/db/handle.ts';
import { createPerson } from '#server/testing/factories.ts';

const PATIENCE_MS = 30_000;
/** Sessions are cached for 30 s: one that ends sooner on the other server was invalidated by the bus. */
const BUS_MS = 5000;

type Server = { url: string; dataDir: string };

async function until(what: string, patienceMs: number, isSo: () => Promise<boolean>): Promise<number> {
  const began = performance.now();
  while (!(await isSo().catch(() => false))) {
    if (performance.now() - began > patienceMs) throw new Error(`${what}: not within ${patienceMs / 1000} s.`);
    await pause(50);
  }
  return (performance.now() - began) / 1000;
}

const mails = async (servers: readonly Server[]) =>
  (await Promise.all(servers.map(({ dataDir }) => readdir(join(dataDir, 'mail')).catch(() => [])))).flat().length;

/**
 * After a fault: both servers are ready, an e-mail that one is asked for leaves by the job queue, and the end of a
 * session on the one is known to the other by the bus. In seconds.
 */
export async function proveAlive(db: Db, servers: readonly [Server, Server]): Promise<{ job: number; bus: number }> {
  const [first, second] = servers;
  for (const { url } of servers) {
    await until('ready', PATIENCE_MS, async () => (await fetch(`${url}/readyz`)).ok);
  }
  const person = await createPerson(db, { now: new Date() });
  const before = await mails(servers);
  const asked = await fetch(`${first.url}/api/password/forgot`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: person.email }),
  });
  if (!asked.ok) throw new Error(`A new password was asked for and refused: ${asked.status} ${await asked.text()}`);
  const job = await until('an e-mail', PATIENCE_MS, async () => (await mails(servers)) > before);

  const statusOnSecond = async () =>
    (await fetch(`${second.url}/api/auth/user`, { headers: { cookie: person.cookie } })).status;
  await until('a session', PATIENCE_MS, async () => (await statusOnSecond()) === 200);
  await until('the end of a session', PATIENCE_MS, async () => {
    const left = await fetch(`${first.url}/api/logout`, { method: 'POST', headers: { cookie: person.cookie } });
    return left.ok || left.status === 401;
  });
  const bus = await until('the bus', BUS_MS, async () => (await statusOnSecond()) === 401);
  return { job, bus };
}
