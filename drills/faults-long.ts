import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { connect } from '#server/db/connect.ts';
import { createPerson } from '#server/testing/factories.ts';
import { watchOutage } from '#server/testing/outage.ts';
import { startOutsidePostgres } from '#server/testing/outside-postgres.ts';
import { honest, startWriters } from '#server/testing/writers.ts';
import { startServer } from './start-server.ts';
import { stopServer, until } from './wait.ts';

const LONGEST_MS = 7_200_000;

/**
 * npm run test:faults:long [-- kills writes seconds]: 200 kills and 20,000 acknowledged writes over HTTP, two servers
 * on one PostgreSQL. Each round kills one of the servers, every tenth the database; then the database stays away for a
 * minute. Not part of npm test: it takes about ten minutes on two cores.
 */
const [kills = 200, writes = 20_000, outageSeconds = 60] = process.argv.slice(2).map(Number);
const begun = performance.now();
const directory = await mkdtemp(join(tmpdir(), 'alvorada-long-'));
await chmod(directory, 0o711);
const database = await startOutsidePostgres(join(directory, 'outside'));
const start = (index: number, port = '0') =>
  startServer(join(directory, String(index)), {
    DATABASE_URL: database.url,
    SESSION_SECRET: 'the same secret in every process',
    PORT: port,
    LOG_LEVEL: 'silent',
  });
const servers = [await start(0), await start(1)];
const { db } = connect(database.connection, console, 1);
const teacher = await createPerson(db, { role: 'teacher', now: new Date() });
await db.destroy();

const urls = servers.map(({ url }) => url);
const writers = startWriters({ urls, cookie: teacher.cookie, clients: 8, name: 'Matéria' });
let killed = 0;
const end = performance.now() + LONGEST_MS;
while (killed < kills || writers.acknowledged.length < writes) {
  if (performance.now() > end) {
    throw new Error(`${kills} kills and ${writes} acknowledged writes: not within ${LONGEST_MS / 1000} s.`);
  }
  await pause(200 + Math.random() * 800);
  if (killed >= kills) continue;
  killed += 1;
  if (killed % 10 === 0) {
    await database.crash();
    await database.bringBack();
  } else {
    const index = killed % servers.length;
    const server = servers[index];
    if (server) await stopServer(server, 'SIGKILL');
    servers[index] = await start(index, new URL(urls[index] ?? '').port);
  }
  console.log(`${killed} kills, ${writers.acknowledged.length} acknowledged writes`);
}

await database.stop();
await pause(3000);
const watched = await Promise.all(
  urls.map((url) => watchOutage({ url, cookie: teacher.cookie, forMs: outageSeconds * 1000 })),
);
const wrong = watched.flatMap((outage) => outage.wrong);
const asked = watched.reduce((sum, outage) => sum + outage.asked, 0);
const before = writers.acknowledged.length;
await database.bringBack();
const returned = performance.now();
await until(
  'twenty writes after the database came back',
  120_000,
  () => writers.acknowledged.length >= before + 20,
  20,
);
const recovery = (performance.now() - returned) / 1000;
console.log(`${outageSeconds} s without database: ${asked} requests, ${wrong.length} wrong answers`);
console.log(`20 new writes ${recovery.toFixed(1)} s after its return, no restart`);
await writers.stop();

const client = new pg.Client(database.connection);
await client.connect();
const { rows } = await client.query<{ name: string }>('SELECT name FROM subjects');
await client.end();
const stored = new Set(rows.map(({ name }) => name));
const lost = writers.acknowledged.filter((name) => !stored.has(name));
const dishonest = writers.attempts.filter((attempt) => !honest(attempt));
console.log(
  `${killed} kills, ${writers.acknowledged.length} acknowledged, ${lost.length} lost, ${rows.length - stored.size} twice`,
);
console.log(`${writers.attempts.length} requests, ${dishonest.length} answered with neither success nor 503`);
for (const server of servers) await stopServer(server);
await database.stop();
await rm(directory, { recursive: true, force: true, maxRetries: 20 });
console.log(`${((performance.now() - begun) / 60_000).toFixed(1)} minutes`);
const faults = lost.length + dishonest.length + wrong.length + rows.length - stored.size;
process.exit(faults > 0 || recovery > 5 ? 1 : 0);
