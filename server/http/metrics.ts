import { createHash, timingSafeEqual } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import * as contract from '#contract/platform/system.ts';
import type { Deps } from '#server/deps.ts';
import { missingFiles } from '#server/files/missing-files.ts';
import { strayFaults } from '#server/stray-faults.ts';
import { version } from '#server/version.ts';
import { metricsOfAll, offerMetrics } from '#server/workers/metrics-cluster.ts';
import { notFound } from './errors.ts';
import { countJobs, countOpenAttempts, lastBackupAt } from './metrics.store.ts';
import { measureReplica } from './metrics-replica.ts';
import { measureWorkers } from './metrics-workers.ts';
import { route } from './route.ts';
import { isWritable } from './system.store.ts';

/** nginx's status for a client that disconnected. */
const CLIENT_LEFT = 499;
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Counted also when nothing scrapes the metrics. */
const browserFaults = new Counter({
  name: 'alvorada_browser_faults_total',
  help: 'Parts of pages that broke in browsers, as browsers reported them.',
  labelNames: ['kind'],
  registers: [],
});

export const countBrowserFault = (kind: string): void => browserFaults.inc({ kind });

const pushes = new Counter({
  name: 'alvorada_push_messages_total',
  help: 'Messages to devices, by what became of them; `removed` is a device that nothing reaches any more.',
  labelNames: ['outcome'],
  registers: [],
});

export const countPush = (outcome: 'sent' | 'failed' | 'removed'): void => pushes.inc({ outcome });

/** `/metrics` for Prometheus, only with METRICS_TOKEN. Routes are labelled by their pattern: no ids, no codes. */
export function registerMetrics(app: FastifyInstance, deps: Deps): void {
  const { metricsToken } = deps.config;
  const registry = metricsToken ? collect(app, deps) : null;
  route(app, contract.metrics, async ({ request, reply }) => {
    const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (!registry || !metricsToken || !isSame(given, metricsToken)) throw notFound();
    const text = (await metricsOfAll()) ?? (await registry.metrics());
    return reply.type(registry.contentType).header('Cache-Control', 'no-store').send(text);
  });
}

const isSame = (given: string, expected: string) => {
  const hash = (value: string) => createHash('sha256').update(value).digest();
  return timingSafeEqual(hash(given), hash(expected));
};

function collect(app: FastifyInstance, deps: Deps): Registry {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  registry.registerMetric(browserFaults);
  registry.registerMetric(pushes);
  offerMetrics(registry);
  new Gauge({
    name: 'alvorada_info',
    help: 'The version that runs.',
    labelNames: ['version'],
    registers,
    aggregator: 'max',
  }).set({ version }, 1);
  measureWorkers(registers);
  const skew = new Gauge({
    name: 'alvorada_clock_skew_seconds',
    help: "How far this machine's clock is ahead of the database's.",
    registers,
    aggregator: 'max',
    collect() {
      skew.set(deps.clock.skewSeconds?.() ?? 0);
    },
  });
  measureRequests(app, registers);
  measureProcess(app, deps, registers);
  measureDisk(deps, registers);
  measureDatabase(deps, registers);
  measureReplica(deps, registers);
  return registry;
}

function measureRequests(app: FastifyInstance, registers: Registry[]): void {
  const duration = new Histogram({
    name: 'alvorada_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers,
  });
  const count = (request: FastifyRequest, reply: FastifyReply, status: number) => {
    const route = request.routeOptions.url ?? 'none';
    duration.observe({ method: request.method, route, status }, reply.elapsedTime / 1000);
  };
  app.addHook('onRequest', (request, reply, done) => {
    // An answer whose client disconnected is neither a success nor our fault.
    reply.raw.once('close', () => {
      const { statusCode, writableFinished } = reply.raw;
      const isCut = !writableFinished && (request.raw.socket?.destroyed ?? true);
      if (isCut) count(request, reply, statusCode >= 500 ? statusCode : CLIENT_LEFT);
    });
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    count(request, reply, reply.statusCode);
    done();
  });
}

function measureProcess(app: FastifyInstance, { pool, jobs }: Deps, registers: Registry[]): void {
  const connections = new Gauge({
    name: 'alvorada_db_pool_connections',
    help: 'Connections of the pool for requests, by state; `waiting` are requests without one.',
    labelNames: ['state'],
    registers,
    collect() {
      connections.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      connections.set({ state: 'idle' }, pool.idleCount);
      connections.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
  const waits = new Histogram({
    name: 'alvorada_db_pool_wait_seconds',
    help: 'How long a request waited for one of them.',
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 1.5],
    registers,
  });
  pool.onWait((seconds) => waits.observe(seconds));
  const inFlight = new Gauge({
    name: 'alvorada_http_requests_in_flight',
    help: 'Requests that have come in and are not answered; `receiving`: their body is on its way.',
    labelNames: ['state'],
    registers,
    collect() {
      const { inFlight: working, receiving } = app.pressure();
      inFlight.set({ state: 'working' }, working);
      inFlight.set({ state: 'receiving' }, receiving);
    },
  });
  const places = new Gauge({
    name: 'alvorada_places',
    help: 'Places for work that costs much, by kind: taken, and requests that wait for one.',
    labelNames: ['work', 'state'],
    registers,
    collect() {
      for (const [work, room] of Object.entries(app.places)) {
        places.set({ work, state: 'taken' }, room.taken());
        places.set({ work, state: 'waiting' }, room.waiting());
      }
    },
  });
  const stray = new Counter({
    name: 'alvorada_stray_faults_total',
    help: 'Faults that nobody caught and that the process has outlived; each has a line in the log.',
    labelNames: ['kind'],
    registers,
    collect() {
      stray.reset();
      for (const [kind, count] of Object.entries(strayFaults)) stray.inc({ kind }, count);
    },
  });
  const lost = new Counter({
    name: 'alvorada_missing_files_total',
    help: 'Reads of stored files that were not in the file store; each has a line in the log.',
    registers,
    collect() {
      lost.reset();
      lost.inc(missingFiles.count);
    },
  });
  const runs = new Histogram({
    name: 'alvorada_job_duration_seconds',
    help: 'Background jobs by kind and result.',
    labelNames: ['queue', 'result'],
    buckets: [0.01, 0.1, 1, 10, 60],
    registers,
  });
  jobs.onRun(({ name, seconds, ok }) => runs.observe({ queue: name, result: ok ? 'done' : 'failed' }, seconds));
}

/** The disk of uploads and the embedded database, so that it is noticed before it is full. */
function measureDisk({ config }: Deps, registers: Registry[]): void {
  const disk = new Gauge({
    name: 'alvorada_disk_bytes',
    help: 'The disk under DATA_DIR: its size, and what is free.',
    labelNames: ['state'],
    registers,
    aggregator: 'max',
    async collect() {
      disk.reset();
      const found = await statfs(config.dataDir).catch(() => null);
      if (!found) return;
      disk.set({ state: 'size' }, found.blocks * found.bsize);
      disk.set({ state: 'free' }, found.bavail * found.bsize);
    },
  });
}

/** Read from the database on each scrape; every process reports the same, so the maximum counts, not the sum. */
function measureDatabase({ db, clock }: Deps, registers: Registry[]): void {
  const read = async () => {
    const [jobs, open, last, writable] = await Promise.all([
      countJobs(db, clock.now()),
      countOpenAttempts(db),
      lastBackupAt(db),
      isWritable(db),
    ]);
    return { jobs, open, last, writable };
  };
  // The gauges are collected one by one, at the same time: one query serves them all. Null: the database is down.
  let reading: Promise<Awaited<ReturnType<typeof read>> | null> | null = null;
  const figures = () => {
    reading ??= read()
      .catch(() => null)
      .finally(() => setImmediate(() => (reading = null)));
    return reading;
  };

  const up = new Gauge({
    name: 'alvorada_database_up',
    help: '1 while the database answers.',
    registers,
    aggregator: 'min',
    async collect() {
      up.set((await figures()) ? 1 : 0);
    },
  });
  const ready = new Gauge({
    name: 'alvorada_ready',
    help: '1 while the database answers and takes writes, as /readyz says.',
    registers,
    aggregator: 'min',
    async collect() {
      ready.set((await figures())?.writable ? 1 : 0);
    },
  });
  const queue = new Gauge({
    name: 'alvorada_jobs',
    help: 'Jobs that are waiting, running or have failed for good.',
    labelNames: ['queue', 'state'],
    registers,
    aggregator: 'max',
    async collect() {
      queue.reset();
      for (const { queue: name, state, count } of (await figures())?.jobs ?? [])
        queue.set({ queue: name, state }, count);
    },
  });
  const age = new Gauge({
    name: 'alvorada_oldest_job_age_seconds',
    help: 'How long the longest waiting job has been due.',
    labelNames: ['queue'],
    registers,
    aggregator: 'max',
    async collect() {
      age.reset();
      for (const { queue: name, oldestSeconds } of (await figures())?.jobs ?? []) {
        if (oldestSeconds !== null) age.set({ queue: name }, Math.max(0, oldestSeconds));
      }
    },
  });
  const attempts = new Gauge({
    name: 'alvorada_open_attempts',
    help: 'Simulados being taken now.',
    registers,
    aggregator: 'max',
    async collect() {
      attempts.set((await figures())?.open ?? 0);
    },
  });
  measureBackups(async () => (await figures())?.last, registers);
}

/** Neither is reported while the database is away: a backup of yesterday does not age faster by an outage. */
function measureBackups(readLast: () => Promise<Date | null | undefined>, registers: Registry[]): void {
  const at = new Gauge({
    name: 'alvorada_last_backup_timestamp_seconds',
    help: 'When the last backup ended; absent where none was made.',
    registers,
    aggregator: 'max',
    async collect() {
      const last = await readLast();
      if (last) at.set(last.getTime() / 1000);
      else at.remove();
    },
  });
  const made = new Gauge({
    name: 'alvorada_backup_made',
    help: '1 where a backup was ever made, 0 where none was.',
    registers,
    aggregator: 'max',
    async collect() {
      const last = await readLast();
      if (last === undefined) made.remove();
      else made.set(last ? 1 : 0);
    },
  });
}
