import { sql } from 'kysely';
import type { Db } from '#server/db/handle.ts';
import type { JobKind, Jobs } from '#server/jobs/jobs.ts';
import { lastStart } from './cron.ts';
import type { OutsideWorld } from './outside-world.ts';
import type { VirtualClock } from './school-clock.ts';

/** The queue of the simulated database. `key` identifies a job for ever, as the product's queue does for a week. */
const createQueue = sql`
  CREATE SCHEMA IF NOT EXISTS simulation;
  CREATE TABLE IF NOT EXISTS simulation.jobs (
    id bigserial PRIMARY KEY, name text NOT NULL, key text, data jsonb NOT NULL, due timestamptz NOT NULL,
    priority integer NOT NULL, failures integer NOT NULL DEFAULT 0, done boolean NOT NULL DEFAULT false,
    UNIQUE (name, key))`;

const RETRY_MS = 10_000;

type WaitingJob = { id: number; name: string; data: Record<string, unknown>; failures: number };

/** A job that fails this often without an injected fault is a fault of the product. */
const FAILURES_MAX = 5;

/**
 * The product's job queue for the simulator: jobs are stored in the transaction that sends them, and run when the
 * simulator says so, at the virtual time. pg-boss compares due times with the real clock.
 */
export function simulatedJobs(
  clock: VirtualClock,
  world: Pick<OutsideWorld, 'beginJob' | 'endJob' | 'forgetJob'>,
  onFailure: (name: string, error: unknown) => void,
) {
  const kinds = new Map<string, JobKind>();
  const state: { db?: Db } = {};
  const database = () => {
    if (!state.db) throw new Error('The queue has no database yet.');
    return state.db;
  };

  const jobs: Jobs = {
    define: (kind) => void kinds.set(kind.name, kind as unknown as JobKind),
    async send(tx, name, data, options = {}) {
      if (!kinds.has(name)) throw new Error(`There is no job kind ${name}.`);
      await sql`
        INSERT INTO simulation.jobs (name, key, data, due, priority)
        VALUES (${name}, ${options.key ?? null}, ${JSON.stringify(data)}::jsonb, ${options.startAfter ?? clock.now()},
                ${options.priority ?? 0})
        ON CONFLICT DO NOTHING`.execute(tx);
    },
    start: async () => undefined,
    release: async () => undefined,
    drain: () => runDue(),
    onRun: () => undefined,
    stop: async () => undefined,
  };

  async function runOne({ id, name, data, failures }: WaitingJob): Promise<void> {
    const kind = kinds.get(name);
    if (!kind) throw new Error(`There is no job kind ${name}.`);
    world.beginJob(id);
    try {
      await kind.run(data, { id: String(id) });
      await sql`UPDATE simulation.jobs SET done = true WHERE id = ${id}`.execute(database());
      world.endJob(true);
    } catch (error) {
      world.endJob(false);
      onFailure(name, error);
      const isGivenUp = failures + 1 >= FAILURES_MAX;
      const due = new Date(clock.now().getTime() + RETRY_MS * 2 ** failures);
      await sql`UPDATE simulation.jobs SET failures = failures + 1, due = ${due}, done = ${isGivenUp}
        WHERE id = ${id}`.execute(database());
    }
  }

  /** Runs every due job, and those that these send. */
  async function runDue(): Promise<number> {
    for (let count = 0; ; count += 1) {
      const { rows } = await sql<WaitingJob>`
        SELECT id, name, data, failures FROM simulation.jobs WHERE NOT done AND due <= ${clock.now()}
        ORDER BY priority DESC, id LIMIT 1`.execute(database());
      const [job] = rows;
      if (!job) return count;
      await runOne(job);
    }
  }

  return {
    jobs,
    async openOn(db: Db): Promise<void> {
      state.db = db;
      for (const statement of createQueue.compile(db).sql.split(';')) await sql.raw(statement).execute(db);
    },
    runDue,
    /** The scheduled kinds that start in (`after`, `until`], each once, at its last time. */
    startsBetween: (after: Date, until: Date): { name: string; at: Date }[] =>
      [...kinds.values()]
        .flatMap(({ name, every }) => {
          const at = every ? lastStart(every, after, until) : undefined;
          return at ? [{ name, at }] : [];
        })
        .sort((one, other) => one.at.getTime() - other.at.getTime()),
    isEveryMinute: (name: string) => kinds.get(name)?.every === '* * * * *',
    /** Runs a job that is done once more, as after a worker that died before it could say so. */
    async repeatOne(choose: (ids: readonly number[]) => number | undefined): Promise<void> {
      const { rows } = await sql<{ id: number }>`
        SELECT id FROM simulation.jobs WHERE done AND failures = 0 ORDER BY id DESC LIMIT 30`.execute(database());
      const id = choose(rows.map((row) => row.id));
      if (id === undefined) return;
      world.forgetJob(id);
      await sql`UPDATE simulation.jobs SET done = false WHERE id = ${id}`.execute(database());
    },
  };
}

export type SimulatedJobs = ReturnType<typeof simulatedJobs>;
