import pg from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useTestApp } from '#server/testing/test-app.ts';
import { type Bus, startBus } from './bus.ts';

const test = useTestApp();
let bus: Bus;
let dropped: string[];
let flushes: number;

beforeEach(async () => {
  bus = await startBus(test.connection, test.deps.log);
  dropped = [];
  flushes = 0;
  bus.subscribe(
    'session',
    (key) => dropped.push(key),
    () => {
      flushes += 1;
    },
  );
});
afterEach(() => bus.stop());

const until = (check: () => void) => vi.waitFor(check, { timeout: 5000, interval: 10 });

/** Ends the listening connections from outside, as a restart of PostgreSQL or a firewall does. */
async function cutOff(): Promise<void> {
  const client = new pg.Client(test.connection);
  await client.connect();
  await client.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'alvorada-bus' AND datname = current_database()",
  );
  await client.end();
}

it('the bus delivers a message to every process that subscribes to its topic, also with colons in keys', async () => {
  await bus.publish(test.deps.db, 'other', 'x');
  await bus.publish(test.deps.db, 'session', 'a:b');
  await until(() => expect(dropped).toEqual(['a:b']));
});

it('the bus delivers nothing of a rolled-back transaction, and nothing before the commit', async () => {
  const { db } = test.deps;
  const rolledBack = db.transaction().execute(async (tx) => {
    await bus.publish(tx, 'session', 'undone');
    throw new Error('undo');
  });
  await expect(rolledBack).rejects.toThrow('undo');
  await db.transaction().execute(async (tx) => {
    await bus.publish(tx, 'session', 'done');
    expect(dropped).toEqual([]);
  });
  await until(() => expect(dropped).toEqual(['done']));
});

it('the bus detects a lost connection, flushes every cache, and reconnects by itself', async () => {
  expect(bus.connected).toBe(true);
  await cutOff();
  await until(() => expect(bus.connected).toBe(false));
  const whenLost = flushes;
  expect(whenLost).toBeGreaterThan(0);
  await until(() => expect(bus.connected).toBe(true));
  // Messages of the meantime are lost, so every cached value may be stale.
  expect(flushes).toBeGreaterThan(whenLost);
  await bus.publish(test.deps.db, 'session', 'again');
  await until(() => expect(dropped).toEqual(['again']));
});

it('the bus delivers nothing after it was stopped', async () => {
  await bus.stop();
  expect(bus.connected).toBe(false);
  await bus.publish(test.deps.db, 'session', 'late');
  expect(dropped).toEqual([]);
});
