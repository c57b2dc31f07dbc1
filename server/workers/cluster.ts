import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '#server/clock.ts';
import type { Config } from '#server/config.ts';
import { connectionUrl, type EmbeddedConnection } from '#server/db/embedded-socket.ts';
import { type Database, openDatabase } from '#server/db/open-database.ts';
import type { Log } from '#server/log.ts';
import { outliveStrayFaults, strayFaults } from '#server/stray-faults.ts';
import { forkWorker } from './fork.ts';
import { answerMetricsOfAll } from './metrics-cluster.ts';
import { startedRelease } from './release.ts';
import { broadcastWorkerState, type WorkersState } from './state.ts';
import { createSupervisor } from './supervisor.ts';

/**
 * Runs WORKERS processes on one port. The first process serves no requests: it owns the embedded database, starts
 * workers and restarts those that end. SIGHUP replaces them one after the other, with the release that is installed by
 * then; until then a worker that ends comes back as the release that this process began with.
 */
export async function superviseWorkers(config: Config, log: Log): Promise<void> {
  const database = await openDatabase(config, log);
  answerMetricsOfAll();
  const environment = environmentFor(config, database);
  const release = startedRelease();
  let told: WorkersState | undefined;
  const supervisor = createSupervisor({
    wanted: config.workers,
    fork: (extra) => forkWorker(release.main(), { ...environment, ...extra }, config.drainSeconds),
    takeInstalledRelease: release.takeInstalled,
    pause: (ms) => delay(ms),
    now: systemClock.now,
    log,
    tell: (state) => {
      told = state;
      broadcastWorkerState({ ...told, faults: countStrayFaults() });
    },
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
    outliveStrayFaults(log, () => {
      if (told) broadcastWorkerState({ ...told, faults: countStrayFaults() });
    });
    log.info({ workers: config.workers }, 'all workers are listening');
  } catch (error) {
    isStopping = true;
    await supervisor.stop();
    await database.stop();
    throw error;
  }
}

const countStrayFaults = () => strayFaults.exception + strayFaults.rejection;

/** Workers use the database that this process has opened, and the secret that it has read. */
function environmentFor(config: Config, { connection }: Database): Record<string, string> {
  const url = config.databaseUrl ?? connectionUrl(connection as EmbeddedConnection);
  return { DATABASE_URL: url, SESSION_SECRET: config.sessionSecret };
}
