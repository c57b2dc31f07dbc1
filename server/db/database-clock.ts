import { sql } from 'kysely';
import { CLOCK_SKEW_MAX_SECONDS, type Clock } from '#server/clock.ts';
import type { Log } from '#server/log.ts';
import type { Db } from './handle.ts';

const EVERY_MS = 30_000;
/** A slower answer is too imprecise to measure the offset. */
const SLOW_MS = 1000;

export type DatabaseClock = Required<Omit<Clock, 'present'>> & { measure(): Promise<void>; stop(): void };

/**
 * One time for any number of machines: this machine's clock, corrected by its offset from the database's clock. A
 * jump of either is logged. While they disagree, `certain` is the earlier of the two.
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
    // An outage of the database is reported elsewhere; the last offset stays in use.
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
