import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createPerson } from '#server/testing/factories.ts';
import { takenHere } from './ha/network.ts';
import { missingHere as missingForNodes } from './ha/set-up.ts';
import { openDb } from './parts.ts';
import { missingHere, startArchivedPostgres } from './pitr/archived-postgres.ts';
import { tryCluster } from './pitr/cluster.ts';
import { createJournal, lossOf } from './pitr/writes.ts';
import { startServer } from './start-server.ts';
import { request, stopServer } from './wait.ts';

/**
 * npm run test:pitr [-- --timeout 60 --writes 5000 --no-machine --no-cluster]: pgBackRest with the file of deploy/ha, a
 * full and a differential backup under load; the machine is lost with its disk and restored as far as the archive goes
 * (how much was lost, how long it took); then everything again to a moment in the past, of which every acknowledged
 * write is known. Then the same with the three nodes of deploy/ha under Patroni, all of them lost at once.
 */
const { values } = parseArgs({
  options: {
    timeout: { type: 'string', default: '60' },
    writes: { type: 'string', default: '5000' },
    machine: { type: 'boolean', default: true },
    cluster: { type: 'boolean', default: true },
  },
  allowNegative: true,
});
const [timeout, writes] = [Number(values.timeout), Number(values.writes)];

const missing = missingHere() ?? (values.cluster ? (missingForNodes() ?? (await takenHere())) : undefined);
if (missing) {
  console.error(`Point-in-time recovery cannot be tried: ${missing}.`);
  process.exit(1);
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
const faults: string[] = [];

async function tryMachine(): Promise<void> {
  // A signal ends the process normally, so that the exit handlers stop the servers.
  const leave = () => process.exit(1);
  for (const signal of SIGNALS) process.once(signal, leave);
  const postgres = await startArchivedPostgres(timeout);
  try {
    await loseMachine(postgres);
  } finally {
    await postgres.stop();
    for (const signal of SIGNALS) process.off(signal, leave);
  }
}

async function loseMachine(postgres: Awaited<ReturnType<typeof startArchivedPostgres>>): Promise<void> {
  const serve = (name: string) =>
    startServer(join(postgres.directory, name), { DATABASE_URL: postgres.url, LOG_LEVEL: 'silent' });
  const server = await serve('data');
  const { db, close } = openDb({ connectionString: postgres.url });
  const teacher = await createPerson(db, { role: 'teacher', now: new Date() });
  await close();

  const { acknowledged, write } = createJournal(teacher.cookie);
  const stored = async () =>
    new Set((await postgres.ask<{ name: string }>('SELECT name FROM subjects')).map(({ name }) => name));

  await write(server.url, 'Antes', writes / 5, () => postgres.backUp('full'));
  await write(server.url, 'Entre', writes / 5, () => postgres.backUp('diff'));
  const before = acknowledged.map(({ name }) => name);
  // What is written from here on is to be gone after going back to this moment.
  await pause(50);
  const [moment] = await postgres.ask<{ at: string }>('SELECT clock_timestamp()::text AS at');
  await pause(50);
  await write(server.url, 'Depois', (writes * 3) / 5, () => pause(timeout * 1500));
  const lostAt = performance.now();
  await postgres.destroy();

  const recovery = await postgres.restore();
  const kept = await stored();
  const { lost, seconds: lostSeconds, disorder } = lossOf(acknowledged, kept, lostAt);
  const bytes = (await postgres.ask<{ bytes: number }>('SELECT pg_database_size(current_database()) AS bytes'))[0]
    ?.bytes;
  console.log(
    `The machine is lost: ${acknowledged.length} acknowledged, ${lost} lost, the last ${lostSeconds.toFixed(1)} s (RPO); taking writes again after ${recovery.toFixed(1)} s (RTO, database of ${Math.round(Number(bytes) / 1e6)} MB, repository of ${Math.round((await postgres.repositoryBytes()) / 1e6)} MB).`,
  );
  if (lostSeconds > timeout * 1.5 + 5) faults.push(`more than archive_timeout is lost: ${lostSeconds.toFixed(1)} s`);
  if (disorder > 0) faults.push(`${disorder} later writes are there while earlier ones are not`);

  await postgres.destroy();
  const back = await postgres.restore(moment?.at);
  const then = await stored();
  const absent = before.filter((name) => !then.has(name));
  const later = [...then].filter((name) => name.startsWith('Depois'));
  console.log(
    `Back to ${moment?.at}: ${before.length} acknowledged before it, ${absent.length} of them missing; ${later.length} later ones there; after ${back.toFixed(1)} s.`,
  );
  if (absent.length > 0 || later.length > 0) faults.push('the moment was not met');

  await stopServer(server);
  const after = await serve('after');
  const ready = (await request(`${after.url}/readyz`)).status;
  console.log(`The product starts on what was restored: /readyz ${ready}.`);
  if (ready !== 200) faults.push('the product is not ready');
  await stopServer(after);
}

try {
  if (values.machine) await tryMachine();
  if (values.cluster) faults.push(...(await tryCluster(timeout, writes)));
} catch (error) {
  faults.push((error as Error).message);
}
for (const fault of faults) console.error(`Missed: ${fault}`);
process.exit(faults.length > 0 ? 1 : 0);
