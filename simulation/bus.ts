import { sql } from 'kysely';
import type { Bus, startBus } from '#server/db/bus.ts';

/**
 * The bus of one simulated process. The real one delivers when the database's message arrives, which depends on the
 * real clock; here the simulator delivers after each call and each turn of the queue. A message of a transaction that
 * was rolled back is delivered, too: dropping a cached value is always allowed.
 */
export function simulatedBus() {
  const subscriptions: { topic: string; drop: (key: string) => void }[] = [];
  const messages: { topic: string; key: string }[] = [];
  const deliver: Bus['deliver'] = (topic, key) => {
    for (const subscription of subscriptions) if (subscription.topic === topic) subscription.drop(key);
  };
  const bus: Awaited<ReturnType<typeof startBus>> = {
    connected: true,
    databaseUp: true,
    onDatabaseDown: () => undefined,
    async publish(tx, topic, key) {
      await sql`SELECT pg_notify('alvorada', ${`${topic}:${key}`})`.execute(tx);
      messages.push({ topic, key });
    },
    deliver,
    subscribe: (topic, drop) => void subscriptions.push({ topic, drop }),
    stop: async () => undefined,
  };
  return {
    ...bus,
    deliverAll() {
      for (const { topic, key } of messages.splice(0)) deliver(topic, key);
    },
  };
}

export type SimulatedBus = ReturnType<typeof simulatedBus>;
