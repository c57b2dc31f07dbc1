import cluster, { type Worker } from 'node:cluster';
import { readVersionOf } from '#server/version.ts';
import type { Child } from './supervisor.ts';

/** Longer than a worker's own limit for a graceful stop. */
const WORKER_STOP_MS = 12_000;

/** Starts a worker of the release that `main` belongs to. */
export function forkWorker(main: string, environment: Record<string, string>, drainSeconds: number): Child {
  cluster.setupPrimary({ exec: main });
  const worker: Worker = cluster.fork(environment);
  const ended = Promise.withResolvers<void>();
  const ready = Promise.withResolvers<void>();
  worker.once('listening', () => ready.resolve());
  worker.once('exit', (code, signal) => {
    ready.reject(new Error(`A worker ended with ${signal ?? code} before it listened.`));
    ended.resolve();
  });
  worker.on('error', (error: Error) => {
    // A process that was never started does not exit. Of one that runs, a message got lost, and its exit follows.
    if (worker.process.pid !== undefined) return;
    ready.reject(new Error(`A worker could not be started: ${error.message}`, { cause: error }));
    ended.resolve();
  });
  return {
    pid: worker.process.pid,
    version: readVersionOf(main),
    ready: ready.promise,
    ended: ended.promise,
    async stop() {
      if (worker.isDead() || worker.process.pid === undefined) return;
      worker.process.kill('SIGTERM');
      const timer = setTimeout(() => worker.process.kill('SIGKILL'), WORKER_STOP_MS + drainSeconds * 1000);
      await ended.promise;
      clearTimeout(timer);
    },
  };
}
