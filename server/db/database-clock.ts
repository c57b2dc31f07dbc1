import { sql } from 'kysely';
import { CLOCK_SKEW_MAX_SECONDS, type Clock } from '#server/clock.ts';
import type { Log } from '#server/log.ts';
import type { Db } from './handle.ts';

const EVERY_MS = 30_000;
/** An answer that took longer says little of the moment it was made. */
const SLOW_MS = 1000;

export type DatabaseClock = Required<Clock> & { measure(): Promise<void>; stop(): void };

/**
 * Any number of machines, one time: this machine's clock, corrected by how far it is from the database's. A jump of
 * either is told; while they disagree, `certain` is the earlier of the two.
 */
export async function watchDatabaseClock(
  db: Db,
  log: Pick<Log, 'warn' | 'info'>,
  local: () => number = Date.now,
): Promise<DatabaseClock> {
  let offsetMs = 0;
  let wasSure = true;

  const measure = async () => {
    const asked = local();
    const { rows } = await sql<{ at: Date }>`SELECT clock_timestamp() AS at`.execute(db);
    const answered = local();
    const [row] = rows;
    if (!row || answered - asked > SLOW_MS) return;
    offsetMs = row.at.getTime() - (asked + answered) / 2;
    const skewSeconds = Math.round(-offsetMs / 100) / 10;
    const sure = Math.abs(skewSeconds) <= CLOCK_SKEW_MAX_SECONDS;
    if (!sure) {
      log.warn({ skewSeconds }, "this machine's clock and the database's differ; no attempt is closed while they do");
    } else if (!wasSure) {
      log.info({ skewSeconds }, 'the clocks agree again');
    }
    wasSure = sure;
  };

  await measure();
  const timer = setInterval(() => {
    // A database that is away is told of by others; the last offset holds.
    void measure().catch(() => undefined);
  }, EVERY_MS).unref();
  return {
    now: () => new Date(local() + offsetMs),
    certain: () => new Date(local() + Math.min(0, offsetMs)),
    skewSeconds: () => -offsetMs / 1000,
    measure,
    stop: () => clearInterval(timer),
  };
}
