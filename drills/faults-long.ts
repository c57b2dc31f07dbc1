import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createPerson } from '#server/testing/factories.ts';
import { watchOutage } from '#server/testing/outage.ts';
import type { ServerProcess } from '#server/testing/server-process.ts';
import { honest } from '#server/testing/writers.ts';
import { ask, openDb, startOutsidePostgres, startWriters } from './parts.ts';
import { startServer } from './start-server.ts';
import { stopServer, until, within } from './wait.ts';

const LONGEST_MS = 7_200_000;
const RETURN_MS = 120_000;

/**
 * npm run test:faults:long [-- kills writes seconds]: 200 kills and 20,000 acknowledged writes over HTTP, two servers
 * on one PostgreSQL. Each round kills one of the servers, every tenth the database; then the database stays away for a
 * minute. Not part of npm test: it takes about ten minutes on two cores.
 */
const [kills = 200, writes = 20_000, outageSeconds = 60] = process.argv.slice(2).map(Number);
const begun = performance.now();
const directory = await mkdtemp(join(tmpdir(), 'alvorada-long-'));
await chmod(directory, 0o711);
// A signal ends the process normally, so that the exit handlers stop the servers.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const database = await startOutsidePostgres(join(directory, 'outside'));
const servers: ServerProcess[] = [];
let writers: ReturnType<typeof startWriters> | undefined;

const start = (index: number, port = '0') =>
  startServer(join(directory, String(index)), {
    DATABASE_URL: database.url,
    SESSION_SECRET: 'the same secret in every process',
    PORT: port,
    LOG_LEVEL: 'silent',
  });

/** Kills one of the servers, every tenth time the database, and brings it back. */
async function kill(number: number, urls: readonly string[]): Promise<void> {
  if (number % 10 === 0) {
    await database.crash();
    await database.bringBack();
    return;
  }
  const index = number % servers.length;
  const server = servers[index];
  if (server) await stopServer(server, 'SIGKILL');
  servers[index] = await start(index, new URL(urls[index] ?? '').port);
}

async function runDrill(): Promise<boolean> {
  servers.push(await start(0), await start(1));
  const { db, close } = openDb(database.connection);
  const teacher = await createPerson(db, { role: 'teacher', now: new Date() });
  await close();

  const urls = servers.map(({ url }) => url);
  const writing = startWriters({ urls, cookie: teacher.cookie, clients: 8, name: 'Matéria' });
  writers = writing;
  let killed = 0;
  const end = performance.now() + LONGEST_MS;
  while (killed < kills || writing.acknowledged.length < writes) {
    if (performance.now() > end) {
      throw new Error(`${kills} kills and ${writes} acknowledged writes: not within ${LONGEST_MS / 1000} s.`);
    }
    await pause(200 + Math.random() * 800);
    if (killed >= kills) continue;
    killed += 1;
    await kill(killed, urls);
    console.log(`${killed} kills, ${writing.acknowledged.length} acknowledged writes`);
  }

  await database.stop();
  await pause(3000);
  const forMs = outageSeconds * 1000;
  const watches = urls.map((url) => watchOutage({ url, cookie: teacher.cookie, forMs }));
  const watched = await within('the end of the outage', forMs + RETURN_MS, Promise.all(watches));
  const wrong = watched.flatMap((outage) => outage.wrong);
  const asked = watched.reduce((sum, outage) => sum + outage.asked, 0);
  const before = writing.acknowledged.length;
  await database.bringBack();
  const returned = performance.now();
  const isWriting = () => writing.acknowledged.length >= before + 20;
  await until('twenty writes after the database came back', RETURN_MS, isWriting, 20);
  const recovery = (performance.now() - returned) / 1000;
  console.log(`${outageSeconds} s without database: ${asked} requests, ${wrong.length} wrong answers`);
  console.log(`20 new writes ${recovery.toFixed(1)} s after its return, no restart`);
  await writing.stop();

  const rows = await ask<{ name: string }>(database.connection, 'SELECT name FROM subjects');
  const stored = new Set(rows.map(({ name }) => name));
  const lost = writing.acknowledged.filter((name) => !stored.has(name));
  const dishonest = writing.attempts.filter((attempt) => !honest(attempt));
  console.log(
    `${killed} kills, ${writing.acknowledged.length} acknowledged, ${lost.length} lost, ${rows.length - stored.size} twice`,
  );
  console.log(`${writing.attempts.length} requests, ${dishonest.length} answered with neither success nor 503`);
  const faults = lost.length + dishonest.length + wrong.length + rows.length - stored.size;
  return faults === 0 && recovery <= 5;
}

/** Whatever one of them does, the others are ended. */
async function cleanUp(): Promise<void> {
  const tell = (error: Error) => console.error(error.message);
  await writers?.stop().catch(tell);
  for (const server of servers) await stopServer(server).catch(tell);
  await database.stop().catch(tell);
  await rm(directory, { recursive: true, force: true, maxRetries: 20 });
}

let isHeld = false;
try {
  isHeld = await runDrill();
} catch (error) {
  console.error(`Missed: ${(error as Error).message}`);
} finally {
  await cleanUp();
}
console.log(`${((performance.now() - begun) / 60_000).toFixed(1)} minutes`);
process.exit(isHeld ? 0 : 1);
