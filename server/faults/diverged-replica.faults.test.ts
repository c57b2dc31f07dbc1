import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { connect } from '#server/db/connect.ts';
import type { Db } from '#server/db/handle.ts';
import { connectionTo } from '#server/db/primary.ts';
import { openReplica, type Replica } from '#server/db/replica.ts';
import {
  asAdmin,
  type PlainPostgres,
  startPlainPostgres,
  startReplicaOf,
} from '#server/parts/testing/plain-postgres.ts';

/**
 * A failover to a standby that was behind: one replica had replayed more of the dead primary's log than the new
 * primary. No other server has its rows beyond the fork, and it will never see the writes of the new primary.
 */
let old: PlainPostgres;
let next: PlainPostgres;
let further: PlainPostgres;
let faithful: PlainPostgres;
let db: Db;
const copies: Replica[] = [];
const running = new Set<PlainPostgres>();

beforeAll(async () => {
  old = await startPlainPostgres();
  running.add(old);
  await asAdmin(old, (admin) => admin.query('CREATE TABLE noted (words text); GRANT ALL ON noted TO PUBLIC'));
  [next, further, faithful] = [
    await startReplicaOf(old, '0'),
    await startReplicaOf(old, '0'),
    await startReplicaOf(old, '0'),
  ];
  for (const one of [next, further, faithful]) running.add(one);
  const hosts = [old, next].map(({ port }) => `127.0.0.1:${port}`).join();
  db = connect(connectionTo(`postgres://alvorada@${hosts}/alvorada`), { warn: () => undefined }, 2).db;
}, 60_000);

afterAll(async () => {
  for (const copy of copies) await copy.stop();
  await db?.destroy();
  for (const one of running) await one.stop();
});

async function read(from: PlainPostgres) {
  const told: string[] = [];
  const log = { warn: ({ err }: { err?: Error }) => void told.push(err?.message ?? ''), info: () => undefined };
  const copy = await openReplica({ connection: { connectionString: from.url }, primary: db, log, size: 1 });
  copies.push(copy);
  return { copy, told };
}

const follow = (one: PlainPostgres, whom: PlainPostgres | null) =>
  asAdmin(one, async (admin) => {
    const conninfo = whom ? `host=127.0.0.1 port=${whom.port} user=owner` : '';
    await admin.query(`ALTER SYSTEM SET primary_conninfo = '${conninfo}'`);
    await admin.query('SELECT pg_reload_conf()');
    if (whom) return;
    await vi.waitFor(async () => expect((await admin.query('SELECT FROM pg_stat_wal_receiver')).rowCount).toBe(0));
  });

const patient = { timeout: 30_000, interval: 50 };
const usedBy = (copy: Replica) =>
  vi.waitFor(async () => {
    await copy.look();
    expect(copy.choose(0)).toBe('replica');
  }, patient);

test('a diverged replica is not read from, one that follows the new primary is', async () => {
  const [ahead, right] = [await read(further), await read(faithful)];
  await usedBy(ahead.copy);
  await usedBy(right.copy);

  await follow(next, null);
  await follow(faithful, null);
  await asAdmin(old, (admin) =>
    admin.query("INSERT INTO noted SELECT repeat('x', 1000) FROM generate_series(1, 1000)"),
  );
  await vi.waitFor(async () => {
    const { rows } = await asAdmin(further, (admin) => admin.query<{ n: number }>('SELECT count(*) AS n FROM noted'));
    expect(rows[0]?.n).toBe(1000);
  }, patient);
  running.delete(old);
  await old.stop();
  await asAdmin(next, (admin) => admin.query('SELECT pg_promote()'));
  await follow(further, next);
  await follow(faithful, next);

  // Now another server is primary, with a log shorter than this replica's.
  await vi.waitFor(async () => {
    const { rows } = await sql<{ port: number }>`SELECT inet_server_port() AS port`.execute(db);
    expect(rows[0]?.port).toBe(next.port);
  }, patient);
  await ahead.copy.look();
  expect(ahead.copy.choose(0)).toBe('away');
  expect(ahead.told.at(-1)).toBe(
    "The replica has not shown yet that it follows the primary: timeline 1, the primary's is 2.",
  );

  // Each restart point lets the following replica show its timeline; the diverged one cannot make one there.
  await vi.waitFor(async () => {
    for (const one of [further, faithful]) await asAdmin(one, (admin) => admin.query('CHECKPOINT'));
    await right.copy.look();
    expect(right.copy.choose(0)).toBe('replica');
  }, patient);
  await ahead.copy.look();
  expect(ahead.copy.choose(0)).toBe('away');
});
