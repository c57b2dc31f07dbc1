import cluster, { type Worker } from 'node:cluster';
import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '#server/clock.ts';
import type { Config } from '#server/config.ts';
import { connectionUrl, type EmbeddedConnection } from '#server/db/embedded-socket.ts';
import { type Database, openDatabase } from '#server/db/open-database.ts';
import type { Log } from '#server/log.ts';
import { outliveStrayFaults } from '#server/stray-faults.ts';
import { readVersion } from '#server/version.ts';
import { answerMetricsOfAll } from './metrics-cluster.ts';
import { broadcastWorkerState } from './state.ts';
import { type Child, createSupervisor } from './supervisor.ts';

/** Longer than a worker's own limit for a graceful stop. */
const WORKER_STOP_MS = 12_000;

/**
 * Runs WORKERS processes on one port. The first process serves no requests: it owns the embedded database, starts
 * workers and restarts those that end. SIGHUP replaces them one after the other, with the code and files that are on
 * disk then.
 */
export async function superviseWorkers(config: Config, log: Log): Promise<void> {
  const database = await openDatabase(config, log);
  answerMetricsOfAll();
  const environment = environmentFor(config, database);
  const supervisor = createSupervisor({
    wanted: config.workers,
    fork: (extra) => forkWorker({ ...environment, ...extra }, config.drainSeconds),
    pause: (ms) => delay(ms),
    now: systemClock.now,
    log,
    tell: broadcastWorkerState,
  });

  let isStopping = false;
  const stop = async (reason: string, exitCode: number) => {
    if (isStopping) return;
    isStopping = true;
    log.info({ reason }, 'stopping the workers');
    await supervisor.stop();
    await database.stop();
    process.exit(exitCode);
  };
  process.on('SIGTERM', () => void stop('SIGTERM', 0));
  process.on('SIGINT', () => void stop('SIGINT', 0));
  process.on('SIGHUP', () => void supervisor.roll());
  void database.ended.then(() => stop('the database ended', 1));

  try {
    // The first worker starts alone: it loads sample content and prints the logins, the others find everything done.
    await supervisor.start(
      database.isNewEmbedded && !config.isProduction
        ? { SAMPLE_CONTENT: config.sampleContent === false ? 'off' : 'on' }
        : {},
      { SAMPLE_CONTENT: 'off' },
    );
    outliveStrayFaults(log);
    log.info({ workers: config.workers }, 'all workers are listening');
  } catch (error) {
    isStopping = true;
    await supervisor.stop();
    await database.stop();
    throw error;
  }
}

/** Workers use the database that this process has opened, and the secret that it has read. */
function environmentFor(config: Config, { connection }: Database): Record<string, string> {
  const url = config.databaseUrl ?? connectionUrl(connection as EmbeddedConnection);
  return { DATABASE_URL: url, SESSION_SECRET: config.sessionSecret };
}

function forkWorker(environment: Record<string, string>, drainSeconds: number): Child {
  const worker: Worker = cluster.fork(environment);
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const ready = new Promise<void>((resolve, reject) => {
    worker.once('listening', () => resolve());
    worker.once('exit', (code, signal) => {
      reject(new Error(`A worker ended with ${signal ?? code} before it listened.`));
    });
  });
  return {
    pid: worker.process.pid,
    version: readVersion(),
    ready,
    ended,
    async stop() {
      if (worker.isDead()) return;
      worker.process.kill('SIGTERM');
      const timer = setTimeout(() => worker.process.kill('SIGKILL'), WORKER_STOP_MS + drainSeconds * 1000);
      await ended;
      clearTimeout(timer);
    },
  };
}
