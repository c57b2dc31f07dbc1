import { sql } from 'kysely';
import type { Bus, startBus } from '#server/db/bus.ts';

type Subscription = { topic: string; drop: (key: string) => void; flush: () => void };

/**
 * The wire between the simulated processes. The real one delivers when the database's message arrives, which depends on
 * the real clock; here the simulator delivers after each call and each turn of the queue. A message of a transaction
 * that was rolled back is delivered, too: dropping a cached value is always allowed. A process whose listener is silent
 * misses its messages, and flushes its caches when it hears again, as the real one does.
 */
export function simulatedWire() {
  const messages: { topic: string; key: string }[] = [];
  const listeners = new Set<{ state: { isSilent: boolean }; subscriptions: Subscription[] }>();

  function openBus() {
    const subscriptions: Subscription[] = [];
    const state = { isSilent: false };
    const listener = { state, subscriptions };
    listeners.add(listener);
    const flushAll = () => {
      for (const { flush } of subscriptions) flush();
    };
    const deliver: Bus['deliver'] = (topic, key) => {
      for (const subscription of subscriptions) if (subscription.topic === topic) subscription.drop(key);
    };
    const bus: Awaited<ReturnType<typeof startBus>> = {
      get connected() {
        return !state.isSilent;
      },
      databaseUp: true,
      onDatabaseDown: () => undefined,
      async publish(tx, topic, key) {
        await sql`SELECT pg_notify('alvorada', ${`${topic}:${key}`})`.execute(tx);
        messages.push({ topic, key });
      },
      deliver,
      subscribe: (topic, drop, flush) => void subscriptions.push({ topic, drop, flush }),
      stop: async () => void listeners.delete(listener),
    };
    return {
      bus,
      hear(isSilent: boolean): void {
        if (state.isSilent !== isSilent) flushAll();
        state.isSilent = isSilent;
      },
    };
  }

  return {
    openBus,
    deliverAll() {
      for (const { topic, key } of messages.splice(0)) {
        for (const { state, subscriptions } of listeners) {
          if (state.isSilent) continue;
          for (const subscription of subscriptions) if (subscription.topic === topic) subscription.drop(key);
        }
      }
    },
  };
}

export type SimulatedWire = ReturnType<typeof simulatedWire>;
export type SimulatedBus = ReturnType<SimulatedWire['openBus']>;
