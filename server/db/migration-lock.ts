import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

/** An arbitrary number: every process of the product takes this lock before it migrates. */
const ADVISORY_LOCK = 7_261_001;
const POLL_MS = 250;
/** A large table takes minutes; a hanging process never ends. */
const PATIENCE_MS = 300_000;
const REPORT_MS = 15_000;

export type LockOptions = {
  /** Called with the holder of the lock, at once and then every 15 seconds. */
  tell?: (line: string) => void;
  patienceMs?: number;
};

/** One process migrates, the others wait for `patienceMs` at most, and report the process they wait for. */
export async function takeMigrationLock(
  client: pg.Client,
  { tell = () => undefined, patienceMs = PATIENCE_MS }: LockOptions = {},
): Promise<void> {
  const began = performance.now();
  let told = Number.NEGATIVE_INFINITY;
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [
      ADVISORY_LOCK,
    ]);
    if (rows[0]?.taken) return;
    const now = performance.now();
    if (now - told >= REPORT_MS) {
      told = now;
      tell(`waiting for the migration lock: ${await holder(client)}`);
    }
    // Reported first: on a slow machine the time may be over at the first check.
    if (now - began >= patienceMs) {
      throw new Error(
        `The migration lock was not free within ${patienceMs / 1000} s: ${await holder(client)}. End that process, or wait for it.`,
      );
    }
    await pause(Math.min(POLL_MS, patienceMs));
  }
}

async function holder(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ pid: number; name: string; address: string | null; since: string | null }>(
    `SELECT l.pid, coalesce(a.application_name, '') AS name, host(a.client_addr) AS address,
            to_char(a.backend_start AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS"Z"') AS since
       FROM pg_locks l LEFT JOIN pg_stat_activity a ON a.pid = l.pid
      WHERE l.locktype = 'advisory' AND l.granted AND l.objid = $1 AND l.classid = 0
        AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [ADVISORY_LOCK],
  );
  const [held] = rows;
  if (!held) return 'nobody holds it any more';
  const from = held.address ? ` from ${held.address}` : '';
  return `held by "${held.name}", database process ${held.pid}${from}${held.since ? `, connected since ${held.since}` : ''}`;
}
