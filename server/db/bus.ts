import { sql } from 'kysely';
import pg from 'pg';
import type { Log } from '../deps.ts';
import type { Connection, Db, Tx } from './connect.ts';

const CHANNEL = 'alvorada';
const RECONNECT_MS = 500;

/**
 * Tells every process of the product that something cached has changed. Published inside the transaction that
 * changes it, delivered at its commit. While the listener is not connected nothing may be served from a cache
 * (`connected` is false), and on reconnect every cache is flushed, because messages were missed.
 */
export type Bus = {
  readonly connected: boolean;
  publish(tx: Db | Tx, topic: string, key: string): Promise<void>;
  subscribe(topic: string, drop: (key: string) => void, flush: () => void): void;
  stop(): Promise<void>;
};

type Subscription = { topic: string; drop: (key: string) => void; flush: () => void };

export async function startBus(connection: Connection, log: Log): Promise<Bus> {
  const subscriptions: Subscription[] = [];
  let client: pg.Client | undefined;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  const flushAll = () => {
    for (const { flush } of subscriptions) flush();
  };

  const receive = (payload: string) => {
    const cut = payload.indexOf(':');
    const topic = payload.slice(0, cut);
    const key = payload.slice(cut + 1);
    for (const subscription of subscriptions) if (subscription.topic === topic) subscription.drop(key);
  };

  const lost = (broken: pg.Client) => {
    if (client !== broken) return;
    client = undefined;
    flushAll();
    if (!stopped) timer = setTimeout(reconnect, RECONNECT_MS);
  };

  const open = async () => {
    const next = new pg.Client({ ...connection, application_name: 'alvorada-bus', keepAlive: true });
    next.on('error', () => lost(next));
    next.on('end', () => lost(next));
    next.on('notification', ({ payload }) => receive(payload ?? ''));
    await next.connect();
    await next.query(`LISTEN ${CHANNEL}`);
    flushAll();
    client = next;
  };

  const reconnect = () => {
    open().catch((error: unknown) => {
      log.warn({ err: error }, 'the cache bus cannot reach the database yet');
      if (!stopped) timer = setTimeout(reconnect, RECONNECT_MS);
    });
  };

  await open();
  return {
    get connected() {
      return client !== undefined;
    },
    async publish(tx, topic, key) {
      await sql`SELECT pg_notify(${CHANNEL}, ${`${topic}:${key}`})`.execute(tx);
    },
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
