import cluster from 'node:cluster';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { findMailPause } from './backup/paused-mail.store.ts';
import type { Config } from './config.ts';
import type { Bus } from './db/bus.ts';
import type { Database } from './db/open-database.ts';
import type { Login } from './features/people/accounts/first-admin.service.ts';
import { announceLogins, firstStart } from './first-start.ts';
import type { Log } from './log.ts';
import { releaseMemoryWhenIdle } from './release-memory.ts';
import { openDeps } from './start.ts';
import { outliveStrayFaults } from './stray-faults.ts';
import { receiveWorkerState } from './workers/state.ts';

const REQUEST_LIMIT_MS = 6000;
const STOP_LIMIT_MS = 9000;
/**
 * A replaced worker closes idle connections, and a client may be about to use one. An active client gets an answer
 * within this time, which asks it to open a new connection, and another worker accepts that.
 */
const WORKER_DRAIN_MS = 500;

/** Runs one serving process: database → app → listen; signals → graceful stop. */
export async function runServer(config: Config, log: Log, database: Database): Promise<void> {
  receiveWorkerState();
  // Signals are handled before the server is announced: a reader of the announcement may stop it at once.
  const { logins, address } = await serve(config, log, database, (running) => stopOnSignals(running, { config, log }));
  // Until here a fault aborts the start; from here on the process serves others and must survive it.
  outliveStrayFaults(log);
  const isFirst = !cluster.worker || cluster.worker.id === 1;
  if (isFirst || logins.length > 0) {
    announceLogins(logins, config.publicUrl ?? address.replace('127.0.0.1', 'localhost'));
  }
}

/** The resources that `serve` has opened, and how it ends. */
export type Running = { app: FastifyInstance; bus: Bus; close: () => Promise<void>; ended: Promise<void> };

/** Serves within this process and stops the database with it. `onOpen` is called with it before it listens. */
export async function serve(
  config: Config,
  log: Log,
  database: Database,
  onOpen: (running: Running) => void,
): Promise<{ address: string; logins: Login[] }> {
  try {
    const opened = await openDeps(config, database.connection, log);
    const { deps } = opened;
    const app = await buildApp(deps);
    const stopResting = releaseMemoryWhenIdle(app.server, log);
    const close = async () => {
      stopResting();
      await app.close();
      await opened.close();
      await database.stop();
    };
    onOpen({ app, bus: deps.bus, close, ended: database.ended });
    const heldSince = await findMailPause(deps.db);
    if (heldSince) {
      log.warn(
        { restoredAt: heldSince },
        'this is a restored copy: its e-mails and messages to devices wait until they are let go at /admin/system',
      );
    }
    await deps.jobs.start({ work: true, held: heldSince ? ['mail', 'push'] : [] });
    const logins = await firstStart(deps, { isNewEmbedded: database.isNewEmbedded });
    return { address: await app.listen({ port: config.port, host: config.host }), logins };
  } catch (error) {
    await database.stop();
    throw error;
  }
}

function stopOnSignals({ app, close, ended }: Running, { config, log }: { config: Config; log: Log }): void {
  const stop = async (reason: string, exitCode: number) => {
    log.info({ reason }, 'stopping');
    // The readiness probe fails, and the proxy sends new requests elsewhere; those in transit are still served.
    app.drain();
    const drainMs = Math.max(config.drainSeconds * 1000, cluster.isWorker ? WORKER_DRAIN_MS : 0);
    if (reason === 'SIGTERM' && drainMs > 0) await delay(drainMs);
    // A client that never finishes its request must not prevent a clean stop of the database.
    setTimeout(() => app.server.closeAllConnections(), REQUEST_LIMIT_MS).unref();
    setTimeout(() => process.exit(exitCode || 1), STOP_LIMIT_MS).unref();
    await close();
    process.exit(exitCode);
  };
  let stopping = false;
  const stopOnce = (reason: string, exitCode: number) => {
    if (stopping) return;
    stopping = true;
    stop(reason, exitCode).catch((error: unknown) => {
      log.error({ err: error }, 'the stop failed');
      process.exit(1);
    });
  };
  process.on('SIGINT', () => stopOnce('SIGINT', 0));
  process.on('SIGTERM', () => stopOnce('SIGTERM', 0));
  void ended.then(() => stopOnce('the database ended', 1));
}
