import { sql } from 'kysely';
import pg from 'pg';
import type { Log } from '#server/log.ts';
import { CONNECT_MS, type Connection } from './connect.ts';
import type { Db, Tx } from './handle.ts';
import type { After } from './transact.ts';

const CHANNEL = 'alvorada';
const RECONNECT_MS = 500;
/** A connection that a firewall or a frozen machine has dropped reports no error; only a heartbeat detects it. */
const HEARTBEAT_MS = 1000;
const SILENCE_MS = 2000;

/**
 * Tells every process of the product that something cached has changed. Published inside the transaction that
 * changes it, delivered at its commit. While the listener is not connected nothing may be served from a cache
 * (`connected` is false), and on reconnect every cache is flushed, because messages were missed.
 */
export type Bus = {
  readonly connected: boolean;
  publish(tx: Db | Tx, topic: string, key: string): Promise<void>;
  /** Calls the subscribers of this process, without the database. */
  deliver(topic: string, key: string): void;
  subscribe(topic: string, drop: (key: string) => void, flush: () => void): void;
  stop(): Promise<void>;
};

/** The listener's heartbeat also shows whether the database is reachable. */
export type DatabaseWatch = {
  /** False when the listener was lost and no new connection can be made: the database is down for everybody. */
  readonly databaseUp: boolean;
  /** Called each time the database goes down. */
  onDatabaseDown(listener: () => void): void;
};

/**
 * Publishes a change. This process receives it right after the commit, before the request is answered, so that a person
 * who changed something never reads a stale cache. The other processes receive it from the database.
 */
export async function publishChange(bus: Bus, tx: Tx, after: After, topic: string, key: string): Promise<void> {
  await bus.publish(tx, topic, key);
  after(() => bus.deliver(topic, key));
}

type Subscription = { topic: string; drop: (key: string) => void; flush: () => void };

export async function startBus(connection: Connection, log: Log): Promise<Bus & DatabaseWatch> {
  const subscriptions: Subscription[] = [];
  let client: pg.Client | undefined;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let databaseUp = true;
  const downListeners: (() => void)[] = [];

  const flushAll = () => {
    for (const { flush } of subscriptions) flush();
  };

  const deliver = (topic: string, key: string) => {
    for (const subscription of subscriptions) if (subscription.topic === topic) subscription.drop(key);
  };

  const receive = (payload: string) => {
    const cut = payload.indexOf(':');
    deliver(payload.slice(0, cut), payload.slice(cut + 1));
  };

  const lost = (broken: pg.Client) => {
    if (client !== broken) return;
    client = undefined;
    flushAll();
    // A dropped connection would wait for ever for the confirmation of its end.
    broken.connection.stream.destroy();
    schedule(reconnect, RECONNECT_MS);
  };

  const schedule = (work: () => void, ms: number) => {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(work, ms);
  };

  const heartbeat = (current: pg.Client) => {
    if (client !== current) return;
    schedule(() => lost(current), SILENCE_MS);
    current.query('SELECT 1').then(
      () => client === current && schedule(() => heartbeat(current), HEARTBEAT_MS),
      () => lost(current),
    );
  };

  const open = async () => {
    const next = new pg.Client({
      ...connection,
      application_name: 'alvorada-bus',
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_MS,
    });
    next.on('error', () => lost(next));
    next.on('end', () => lost(next));
    next.on('notification', ({ payload }) => receive(payload ?? ''));
    await next.connect();
    await next.query(`LISTEN ${CHANNEL}`);
    flushAll();
    client = next;
    databaseUp = true;
    schedule(() => heartbeat(next), HEARTBEAT_MS);
  };

  const reconnect = () => {
    open().catch((error: unknown) => {
      if (databaseUp) {
        databaseUp = false;
        log.error({ err: error }, 'the database is away');
        for (const listener of downListeners) listener();
      }
      schedule(reconnect, RECONNECT_MS);
    });
  };

  await open();
  return {
    get connected() {
      return client !== undefined;
    },
    get databaseUp() {
      return databaseUp;
    },
    onDatabaseDown(listener) {
      downListeners.push(listener);
    },
    async publish(tx, topic, key) {
      await sql`SELECT pg_notify(${CHANNEL}, ${`${topic}:${key}`})`.execute(tx);
    },
    deliver,
    subscribe(topic, drop, flush) {
      subscriptions.push({ topic, drop, flush });
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      const current = client;
      client = undefined;
      await current?.end();
    },
  };
}
