import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { startEmbedded } from '#server/db/embedded.ts';
import { connectionUrl } from '#server/db/embedded-socket.ts';
import { cpuOfDatabase, cpuOfProcess } from './cpu.ts';
import { type Load, load, type Request } from './load.ts';
import { endWithUs } from './product.ts';
import type { Machine } from './run-details.ts';
import { postmasterOf } from './server.ts';

export type Cost = Load & { serverMs: number; databaseMs: number };

export const totalOf = ({ serverMs, databaseMs }: Pick<Cost, 'serverMs' | 'databaseMs'>) => serverMs + databaseMs;

/** CPU per request of a server and its database while `run` loads it. */
export async function costOf(pid: number, databasePid: number, run: () => Promise<Load>): Promise<Cost> {
  const before = { server: await cpuOfProcess(pid), database: await cpuOfDatabase(databasePid) };
  const result = await run();
  const after = { server: await cpuOfProcess(pid), database: await cpuOfDatabase(databasePid) };
  const perRequest = (part: 'server' | 'database') =>
    (1000 * (after[part] - before[part])) / Math.max(1, result.requests);
  return { ...result, serverMs: perRequest('server'), databaseMs: perRequest('database') };
}

export type Ceiling = { cost: (seconds: number) => Promise<Cost>; stop: () => void };

/** Starts baseline.ts with these arguments, and warms it up. */
export async function startCeiling(
  databasePid: number,
  args: string[],
  request: (n: number) => Request,
  connections: number,
): Promise<Ceiling> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'baseline.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  endWithUs(child);
  const [url] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const plain = { url, request, expect: [200], connections };
  await load({ ...plain, seconds: 1 });
  return {
    cost: (seconds) => costOf(child.pid ?? 0, databasePid, () => load({ ...plain, seconds })),
    stop: () => child.kill(),
  };
}

type Database = { connection: { connectionString: string }; databasePid: number; scratch: string };

const SECONDS = 0.7;
const get = (path: string) => (): Request => ({ method: 'GET', path });

/** Measures the two ceilings of this machine, on the database of a run. `take` returns their mean. */
export async function watchMachine({ connection, databasePid, scratch }: Database) {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query('CREATE TABLE IF NOT EXISTS bench_ceiling (id bigserial PRIMARY KEY, value int NOT NULL)');
  await client.end();
  const file = join(scratch, 'ceiling-text');
  await writeFile(file, JSON.stringify({ ok: true }));
  const headers = JSON.stringify({ 'content-type': 'application/json; charset=utf-8', 'content-length': 11 });
  const node = await startCeiling(databasePid, ['http', file, headers], get('/'), 32);
  const text = 'INSERT INTO bench_ceiling (value) VALUES ($1) RETURNING id';
  const insert = await startCeiling(databasePid, ['pg', connection.connectionString, text], get('/[1]'), 8);
  const measured: Machine[] = [];
  return {
    async measure(): Promise<void> {
      // The database has nothing to do with the first of them.
      measured.push({ nodeMs: (await node.cost(SECONDS)).serverMs, insertMs: totalOf(await insert.cost(SECONDS)) });
    },
    /** The mean of what was measured since the last call, whose last measurement counts again. */
    take(): Machine {
      const mean = (name: keyof Machine) =>
        Number((measured.reduce((sum, one) => sum + one[name], 0) / Math.max(1, measured.length)).toFixed(4));
      const machine = { nodeMs: mean('nodeMs'), insertMs: mean('insertMs') };
      measured.splice(0, measured.length - 1);
      return machine;
    },
    stop(): void {
      node.stop();
      insert.stop();
    },
  };
}

/** The ceilings on a separate database, for programs that have none. */
export async function measureMachine(): Promise<Machine> {
  const scratch = await mkdtemp(join(tmpdir(), 'alvorada-ceiling-'));
  await chmod(scratch, 0o711);
  const postgres = await startEmbedded({ dataDir: scratch, log: () => undefined });
  try {
    const connection = { connectionString: connectionUrl(postgres.connection) };
    const watch = await watchMachine({ connection, databasePid: await postmasterOf(connection), scratch });
    await watch.measure();
    watch.stop();
    return watch.take();
  } finally {
    await postgres.stop();
    await rm(scratch, { recursive: true, force: true, maxRetries: 20 });
  }
}
