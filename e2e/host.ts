import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { firstStart } from '#server/first-start.ts';
import { createLog } from '#server/http/logging.ts';
import { type Running, serve } from '#server/run.ts';
import { openDeps } from '#server/start.ts';
import { outliveStrayFaults } from '#server/stray-faults.ts';
import { listenForInvalidations } from '#server/testing/cache-invalidation.ts';

/** One server after the other, as a worker wishes. It ends when the worker is gone. */
export type Wishes = {
  start: Record<string, string>;
  stop: null;
  hear: string;
  /** The first start of a school with these settings, and all its jobs; nothing is served. */
  prepare: Record<string, string>;
};
export type Order = { [Wish in keyof Wishes]: { id: number; wish: Wish; what: Wishes[Wish] } }[keyof Wishes];
export type Answer = { id: number; fault?: string };

let running: Running | null = null;
let hear: ReturnType<typeof listenForInvalidations> | null = null;
let forget = (): void => {};

async function start(environment: Record<string, string>): Promise<void> {
  const config = readConfig(environment);
  const log = createLog(config);
  await serve(config, log, await openDatabase(config, log), (opened) => {
    running = opened;
    hear = listenForInvalidations(opened.bus);
  });
  forget = outliveStrayFaults(log);
}

async function prepare(environment: Record<string, string>): Promise<void> {
  const config = readConfig(environment);
  const log = createLog(config);
  const database = await openDatabase(config, log);
  const { deps, close } = await openDeps(config, database.connection, log);
  const app = await buildApp(deps);
  await deps.jobs.start({ work: false });
  await firstStart(deps, database);
  await deps.jobs.drain();
  await app.close();
  await close();
  await database.stop();
}

async function stop(): Promise<void> {
  // As at SIGTERM: what browsers keep open is not waited for.
  running?.app.drain();
  await running?.close();
  running = null;
  hear = null;
  forget();
}

function fulfil({ wish, what }: Order): Promise<void> {
  if (wish === 'start') return start(what);
  if (wish === 'stop') return stop();
  if (wish === 'prepare') return prepare(what);
  return hear ? hear(what) : Promise.reject(new Error('No server runs.'));
}

process.on('message', (order: Order) => {
  const answer = (fault?: string) => process.send?.({ id: order.id, ...(fault ? { fault } : {}) } satisfies Answer);
  fulfil(order).then(
    () => answer(),
    (error: unknown) => answer((error as Error).stack ?? String(error)),
  );
});
process.on('disconnect', () => void stop().then(() => process.exit(0)));
