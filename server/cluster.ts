import cluster, { type Worker } from 'node:cluster';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from './config.ts';
import { connectionUrl, type EmbeddedConnection } from './db/embedded-socket.ts';
import { type Database, openDatabase } from './db/open-database.ts';
import { answerMetricsOfAll } from './http/metrics-cluster.ts';
import type { Log } from './log.ts';
import { outliveStrayFaults } from './stray-faults.ts';

/** A worker that ends within this time after its start is started again more and more slowly. */
const SHORT_LIFE_MS = 10_000;
const LONGEST_PAUSE_MS = 30_000;
/** Longer than a worker's own limit for a graceful stop. */
const WORKER_STOP_MS = 12_000;

/**
 * WORKERS processes on one port. The first process serves nothing: it owns the embedded database, starts workers and
 * starts them again when they end. SIGHUP replaces them one after the other, each new one listening before its
 * predecessor stops, with the code and the files that lie on disk by then.
 */
export async function superviseWorkers(config: Config, log: Log): Promise<void> {
  const database = await openDatabase(config, log);
  answerMetricsOfAll();
  const environment = environmentFor(config, database);
  let stopping = false;
  let failures = 0;

  const start = async (extra: Record<string, string> = {}): Promise<Worker> => {
    const worker = cluster.fork({ ...environment, ...extra });
    const began = performance.now();
    worker.once('exit', (code, signal) => {
      if (stopping || worker.exitedAfterDisconnect || replaced.has(worker)) return;
      failures = performance.now() - began < SHORT_LIFE_MS ? failures + 1 : 0;
      const pause = failures === 0 ? 0 : Math.min(LONGEST_PAUSE_MS, 250 * 2 ** failures);
      log.error({ worker: worker.process.pid, code, signal, pause }, 'a worker ended and is started again');
      void delay(pause).then(() => (stopping ? undefined : start().catch(() => undefined)));
    });
    await listening(worker);
    return worker;
  };

  const replaced = new WeakSet<Worker>();
  const replaceAll = async () => {
    log.info('replacing the workers one by one');
    for (const old of Object.values(cluster.workers ?? {})) {
      if (!old || stopping) continue;
      await start();
      replaced.add(old);
      await end(old);
    }
    log.info('the workers were replaced');
  };

  const stop = async (reason: string, exitCode: number) => {
    if (stopping) return;
    stopping = true;
    log.info({ reason }, 'stopping the workers');
    await Promise.all(Object.values(cluster.workers ?? {}).map((worker) => worker && end(worker, config.drainSeconds)));
    await database.stop();
    process.exit(exitCode);
  };
  process.on('SIGTERM', () => void stop('SIGTERM', 0));
  process.on('SIGINT', () => void stop('SIGINT', 0));
  void database.ended.then(() => stop('the database ended', 1));
  let replacing = Promise.resolve();
  process.on('SIGHUP', () => {
    replacing = replacing.then(replaceAll).catch((error: unknown) => {
      log.error({ err: error }, 'the workers could not be replaced; the old ones go on');
    });
  });

  try {
    // The first one alone: it loads sample content and prints the logins, the others find everything done.
    await start(
      database.isNewEmbedded && !config.isProduction
        ? { SAMPLE_CONTENT: config.sampleContent === false ? 'off' : 'on' }
        : {},
    );
    await Promise.all(Array.from({ length: config.workers - 1 }, () => start({ SAMPLE_CONTENT: 'off' })));
    outliveStrayFaults(log);
    log.info({ workers: config.workers }, 'all workers are listening');
  } catch (error) {
    stopping = true;
    await database.stop();
    throw error;
  }
}

/** Workers use the database that this process has opened, and the secret that it has read. */
function environmentFor(config: Config, { connection }: Database): Record<string, string> {
  const url =
    'connectionString' in connection ? connection.connectionString : connectionUrl(connection as EmbeddedConnection);
  return { DATABASE_URL: url, SESSION_SECRET: config.sessionSecret };
}

function listening(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once('listening', () => resolve());
    worker.once('exit', (code) => reject(new Error(`A worker ended with ${code} before it listened.`)));
  });
}

async function end(worker: Worker, drainSeconds = 0): Promise<void> {
  const gone = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  worker.process.kill('SIGTERM');
  const timer = setTimeout(() => worker.process.kill('SIGKILL'), WORKER_STOP_MS + drainSeconds * 1000);
  await gone;
  clearTimeout(timer);
}
