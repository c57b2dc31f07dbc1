import { sql } from 'kysely';
import pg from 'pg';
import type { Log } from '#server/log.ts';
import { CONNECT_MS, type Connection, type ConnectWays, connect } from './connect.ts';
import type { Db, LaggingDb } from './handle.ts';
import { replayPositions } from './replay-positions.ts';

const POLL_MS = 1000;
const SILENCE_MS = 2000;
/** A replica that lags more than this is not read: the primary answers. */
export const LAG_MAX_SECONDS = 30;

/** Where a read that may lag went, and why. */
export type ReadReason = 'replica' | 'away' | 'behind' | 'own_write' | 'refused' | 'failed';

export type ReplicaState = { state: 'ready' | 'away' | 'behind'; lagSeconds: number | null };

/** A read replica, for reads that may be some seconds old. */
export type Replica = {
  readonly db: LaggingDb;
  readonly state: ReplicaState;
  /** Number of reads by reason, since the start. */
  readonly counts: Record<ReadReason, number>;
  /**
   * The current time by the primary's clock or later, never earlier, in milliseconds: everything committed by now was
   * committed before it.
   */
  primaryNow(): number;
  /** Where to read for a person whose last write was visible at `wroteAt`. Anything but `replica`: the primary. */
  choose(wroteAt: number): ReadReason;
  /** Polls both servers once, for tests that do not want to wait for the next poll. */
  look(): Promise<void>;
  stop(): Promise<void>;
};

type Options = {
  connection: Connection;
  primary: Db;
  log: Pick<Log, 'warn' | 'info'>;
  size: number;
  onQuery?: ConnectWays['onQuery'];
};

/**
 * Follows a streaming replica. Every second the primary reports its time and log position, and the replica reports its
 * replayed position. Together they give the last moment up to which the replica has everything. A person who wrote
 * after that moment reads from the primary. Nothing is queried per write and nothing is estimated.
 */
export async function openReplica({ connection, primary, log, size, onQuery }: Options): Promise<Replica> {
  let state: ReplicaState['state'] = 'away';
  let through = Number.NEGATIVE_INFINITY;
  /** The primary's clock minus this process's; may be too large, never too small. */
  let ahead = Date.now() - performance.now();
  let marks = replayPositions();
  let watcher: pg.Client | undefined;
  let lineage: { system: string; timeline: number } | undefined;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const counts: Replica['counts'] = { replica: 0, away: 0, behind: 0, own_write: 0, refused: 0, failed: 0 };
  const { db, cut } = connect(connection, log, size, { isUp: () => state !== 'away', onQuery });

  const primaryNow = () => performance.now() + ahead;
  const lagSeconds = () => (Number.isFinite(through) ? Math.max(0, (primaryNow() - through) / 1000) : null);

  let told: ReplicaState['state'] | undefined;
  const become = (next: ReplicaState['state'], why?: unknown) => {
    state = next;
    if (next === told) return;
    told = next;
    if (next === 'ready') log.info({ lagSeconds: lagSeconds() }, 'what may lag is read from the replica');
    else log.warn({ state: next, lagSeconds: lagSeconds(), err: why }, 'the primary answers what the replica would');
    // Reads that wait for an unreachable replica fail here and are retried on the primary.
    if (next === 'away') cut();
  };

  const lookAtPrimary = async () => {
    const asked = performance.now();
    const { rows } = await sql<{ at: Date; lsn: string; system: string; timeline: number }>`
      SELECT clock_timestamp() AS at, pg_current_wal_insert_lsn()::text AS lsn,
             (SELECT system_identifier::text FROM pg_control_system()) AS system,
             ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int AS timeline`.execute(primary);
    const [row] = rows;
    if (!row) return;
    // Rounded up: a Date has no fractions of a millisecond.
    ahead = row.at.getTime() + 1 - asked;
    // Another primary: log positions of the previous one do not apply to it.
    if (lineage?.system !== row.system || lineage.timeline !== row.timeline) {
      marks = replayPositions();
      through = Number.NEGATIVE_INFINITY;
    }
    lineage = { system: row.system, timeline: row.timeline };
    marks.note(row.at.getTime(), row.lsn);
  };

  const lookAtReplica = async () => {
    watcher ??= await openWatcher(connection);
    const { rows } = await watcher.query<{ lsn: string | null; follows: boolean; system: string; timeline: number }>(
      `SELECT pg_last_wal_replay_lsn()::text AS lsn, pg_is_in_recovery() AS follows,
              (SELECT system_identifier::text FROM pg_control_system()) AS system,
              greatest((SELECT timeline_id FROM pg_control_checkpoint()),
                       (SELECT min_recovery_end_timeline FROM pg_control_recovery())) AS timeline`,
    );
    const [row] = rows;
    if (!row?.follows || row.lsn === null) throw new Error('DATABASE_REPLICA_URL leads to a server that follows none.');
    if (row.system !== lineage?.system) {
      throw new Error('DATABASE_REPLICA_URL leads to the replica of another database.');
    }
    // A replica that had replayed more of the old primary's log than the new primary has diverged for ever, although
    // its log position looks valid. A replica on the primary's timeline has passed the fork. The timeline that a
    // replica reports is from its last restart point: after a failover it may be minutes out of date.
    if (row.timeline !== lineage.timeline) {
      throw new Error(
        `The replica has not shown yet that it follows the primary: timeline ${row.timeline}, the primary's is ${lineage.timeline}.`,
      );
    }
    through = marks.replayed(row.lsn);
  };

  const look = async () => {
    try {
      await lookAtPrimary();
    } catch {
      // An outage of the primary is reported elsewhere. Meanwhile the replica only gets older.
    }
    try {
      if (lineage === undefined) return;
      await lookAtReplica();
      const lag = lagSeconds();
      become(lag !== null && lag <= LAG_MAX_SECONDS ? 'ready' : 'behind');
    } catch (error) {
      watcher?.connection.stream.destroy();
      watcher = undefined;
      become('away', error);
    }
  };

  let looking: Promise<void> = Promise.resolve();
  const lookAgain = () => {
    looking = looking.then(look).finally(() => {
      if (!stopped) timer = setTimeout(lookAgain, POLL_MS).unref();
    });
    return looking;
  };
  await lookAgain();

  return {
    db: db as LaggingDb,
    get state() {
      return { state, lagSeconds: lagSeconds() };
    },
    counts,
    primaryNow,
    choose(wroteAt) {
      if (state !== 'ready') return state;
      // Polling may have stalled since.
      if ((lagSeconds() ?? Number.POSITIVE_INFINITY) > LAG_MAX_SECONDS) return 'behind';
      return wroteAt < through ? 'replica' : 'own_write';
    },
    look,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await looking;
      watcher?.connection.stream.destroy();
      await db.destroy();
    },
  };
}

async function openWatcher(connection: Connection): Promise<pg.Client> {
  const client = new pg.Client({
    ...connection,
    application_name: 'alvorada-replica',
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: SILENCE_MS,
    keepAlive: true,
  });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
