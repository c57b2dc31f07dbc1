import { createHash } from 'node:crypto';
import { fromKysely, PgBoss } from 'pg-boss';
import { TIME_ZONE } from '#contract/time.ts';
import { CONNECT_MS, type Connection } from '#server/db/connect.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import type { Log } from '#server/log.ts';
import { noTracing, type Tracing } from '#server/tracing/tracing.ts';
import { MOST_PASSES, NeedsNewerRelease, secondsBeforePass } from './newer-release.ts';
import { kindsThatWait } from './waiting.store.ts';

type JobData = Record<string, unknown>;

/** A kind of background job. `run` may be called more than once for the same job and must be idempotent. */
export type JobKind<T extends JobData = JobData> = {
  name: string;
  run: (data: T, job: { id: string }) => Promise<void>;
  /** Number of retries of a failed job, with growing pauses. */
  retries?: number;
  /** Limit of one run; default: five minutes. */
  longestSeconds?: number;
  /**
   * A worker without a heartbeat for this long is dead, and the job restarts. For long jobs, which otherwise wait for
   * their limit.
   */
  heartbeatSeconds?: number;
  /** A five-field cron expression, for scheduled jobs. */
  every?: string;
  /** Also runs once at every start, for jobs that must not wait for their schedule. */
  atStart?: boolean;
};

export type Jobs = {
  /** Defines a kind of job. Called by the features while the app is built, before `start`. */
  define<T extends JobData>(kind: JobKind<T>): void;
  /**
   * Enqueues inside the caller's transaction: the job exists exactly when the transaction commits. The same `key` is
   * the same job, however often it is sent, also after it has run, for the week that the queue stores it: a key
   * identifies one event, never a thing that may need the work again. Of the waiting jobs the higher `priority`
   * (default 0) runs first, then the older.
   */
  send(
    tx: Db | Tx,
    name: string,
    data: JobData,
    options?: { key?: string; startAfter?: Date; priority?: number },
  ): Promise<void>;
  /** Opens the queue and creates its kinds; with `work`, also starts to run jobs, except of the kinds in `held`. */
  start(options: { work: boolean; held?: readonly string[] }): Promise<void>;
  /** Starts to run a kind that was paused by `held`; no effect when no jobs are run. */
  release(name: string): Promise<void>;
  /** Runs all waiting jobs, and the jobs that these send; returns how many ran. For tests and one-off commands. */
  drain(): Promise<number>;
  /** Called after every run, for the metrics. */
  onRun(listener: (run: { name: string; seconds: number; ok: boolean }) => void): void;
  stop(): Promise<void>;
};

/** A stable UUID for a readable key, because pg-boss deduplicates by id. */
function jobId(key: string): string {
  const hash = createHash('sha256').update(key).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

const queueOf = ({ retries, longestSeconds, heartbeatSeconds }: JobKind) => ({
  retryLimit: retries ?? 12,
  retryDelay: 10,
  retryBackoff: true,
  retryDelayMax: 3600,
  expireInSeconds: longestSeconds ?? 300,
  ...(heartbeatSeconds ? { heartbeatSeconds } : {}),
  notify: true,
});

const holds = <T extends object>(there: T, wanted: Partial<T>) =>
  Object.entries(wanted).every(([name, value]) => there[name as keyof T] === value);

/** The trace context of the sender. Stored beside the job's data, and removed before it runs. */
const TRACE_PARENT = 'traceparent';
/** Beside the job's data as well: how many times a server that lacks a newer release's code has put the job back. */
const PASSES = 'passes';

export function createJobs(connection: Connection, log: Log, tracing: Tracing = noTracing): Jobs {
  const kinds = new Map<string, JobKind>();
  let opened: PgBoss | undefined;
  /** Only a process that runs jobs listens for them, starts scheduled ones and looks after the queue. */
  const open = async (work: boolean): Promise<PgBoss> => {
    if (opened) return opened;
    const boss = new PgBoss({
      ...connection,
      max: 4,
      application_name: 'alvorada-jobs',
      useListenNotify: work,
      supervise: work,
      schedule: work,
      connectionTimeoutMillis: CONNECT_MS,
    });
    boss.on('error', (error) => log.warn({ err: error }, 'the job queue had a fault'));
    opened = boss;
    await boss.start();
    return boss;
  };
  const boss = (): PgBoss => {
    if (!opened) throw new Error('The job queue has not been started.');
    return opened;
  };

  const listeners: Parameters<Jobs['onRun']>[0][] = [];
  const tell = (name: string, began: number, ok: boolean) => {
    for (const listener of listeners) listener({ name, seconds: (performance.now() - began) / 1000, ok });
  };

  /** The same job under another id, later. The id follows from the first: a repeated run puts it back once. */
  const passOn = async (kind: JobKind, data: JobData, id: string, reason: string) => {
    const passes = Number(data[PASSES] ?? 0);
    if (passes >= MOST_PASSES) throw new Error(`${reason} No other server took the job.`);
    await boss().send(
      kind.name,
      { ...data, [PASSES]: passes + 1 },
      { id: jobId(`${kind.name}:${id}:pass`), startAfter: secondsBeforePass(passes) },
    );
    log.warn({ job: kind.name, jobId: id, reason }, 'a job waits for a server of a newer release');
  };

  const runOrPassOn = async (kind: JobKind, stored: JobData, id: string) => {
    const { [TRACE_PARENT]: place, [PASSES]: _, ...data } = stored;
    try {
      await tracing.runJob(kind.name, typeof place === 'string' ? place : undefined, () => kind.run(data, { id }));
    } catch (error) {
      if (!(error instanceof NeedsNewerRelease)) throw error;
      await passOn(kind, stored, id, error.message);
    }
  };

  const run = async (kind: JobKind, stored: JobData, id: string) => {
    const began = performance.now();
    try {
      await runOrPassOn(kind, stored, id);
      tell(kind.name, began, true);
    } catch (error) {
      tell(kind.name, began, false);
      // The queue stores the job and retries it; every failure is logged for the operator.
      log.error({ err: error, job: kind.name, jobId: id }, 'a job failed');
      throw error;
    }
  };

  const begun = new Set<string>();
  let isWorking = false;
  const begin = async (kind: JobKind) => {
    if (begun.has(kind.name)) return;
    begun.add(kind.name);
    const worker = await boss().work<JobData>(
      kind.name,
      { pollingIntervalSeconds: 5, notifyPollingIntervalSeconds: 10 },
      async ([job]) => {
        try {
          if (job) await run(kind, job.data, job.id);
        } finally {
          // A worker polls only at its interval: a thousand e-mails that became due together, after an
          // outage of the mail server, would leave one by one every ten seconds.
          boss().notifyWorker(worker);
        }
      },
    );
  };

  return {
    define(kind) {
      kinds.set(kind.name, kind as unknown as JobKind);
    },

    async send(tx, name, data, options = {}) {
      if (!kinds.has(name)) throw new Error(`There is no job kind ${name}.`);
      const place = tracing.place();
      await boss().send(name, place === undefined ? data : { ...data, [TRACE_PARENT]: place }, {
        ...(options.key ? { id: jobId(`${name}:${options.key}`) } : {}),
        ...(options.startAfter ? { startAfter: options.startAfter } : {}),
        ...(options.priority === undefined ? {} : { priority: options.priority }),
        db: fromKysely(tx),
      });
    },

    async start({ work, held = [] }) {
      isWorking = work;
      const boss = await open(work);
      const queues = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
      const schedules = new Map((await boss.getSchedules()).map((schedule) => [schedule.name, schedule]));
      for (const kind of kinds.values()) {
        // Nearly every start finds the queues unchanged: those are not written again.
        const wanted = queueOf(kind);
        const queue = queues.get(kind.name);
        if (!queue) await boss.createQueue(kind.name, wanted);
        else if (!holds(queue, wanted)) await boss.updateQueue(kind.name, wanted);
        const schedule = schedules.get(kind.name);
        if (kind.every && !(schedule?.cron === kind.every && schedule.timezone === TIME_ZONE)) {
          await boss.schedule(kind.name, kind.every, {}, { tz: TIME_ZONE });
        }
        if (work && !held.includes(kind.name)) await begin(kind);
        if (work && kind.atStart) await boss.send(kind.name, {});
      }
    },

    async release(name) {
      const kind = kinds.get(name);
      if (kind && isWorking) await begin(kind);
    },

    async drain() {
      let count = 0;
      for (;;) {
        const before = count;
        const waiting = await kindsThatWait(boss());
        for (const kind of kinds.values()) {
          while (waiting.has(kind.name)) {
            const [job] = await boss().fetch<JobData>(kind.name);
            if (!job) break;
            count += 1;
            try {
              await run(kind, job.data, job.id);
              await boss().complete(kind.name, job.id);
            } catch (error) {
              await boss().fail(kind.name, job.id, { message: (error as Error).message });
            }
          }
        }
        if (count === before) return count;
      }
    },

    onRun(listener) {
      listeners.push(listener);
    },

    async stop() {
      await opened?.stop({ graceful: true, timeout: 5000 });
    },
  };
}
