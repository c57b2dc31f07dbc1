import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type pg from 'pg';
import { cpuOfDatabase, cpuOfProcess } from './cpu.ts';
import { type Load, load, type Request } from './load.ts';
import type { Bars, Prepared, Scenario } from './scenario.ts';

export type Server = {
  url: string;
  pid: number;
  databasePid: number;
  connection: { connectionString: string };
  scratch: string;
};

export type Result = {
  scenario: string;
  perSecond: number;
  p50AtHalf: number;
  p99AtHalf: number;
  cpuMs: { server: number; database: number };
  bytes: number;
  queriesPerRequest: number;
  memoryMb: number;
  /** CPU of the ceiling over ours, server and database together: 1 is as cheap as the ceiling. */
  httpRatio: number | null;
  pgRatio: number | null;
  /** CPU milliseconds of a part that is told apart. */
  ofWhich: { name: string; cpuMs: number } | null;
  missed: string[];
};

export const totalMs = ({ cpuMs }: Pick<Result, 'cpuMs'>) => cpuMs.server + cpuMs.database;

const round = (value: number, digits = 2) => Number(value.toFixed(digits));

type Cost = Load & { serverMs: number; databaseMs: number };

async function costOf(pid: number, databasePid: number, run: () => Promise<Load>): Promise<Cost> {
  const before = { server: await cpuOfProcess(pid), database: await cpuOfDatabase(databasePid) };
  const result = await run();
  const after = { server: await cpuOfProcess(pid), database: await cpuOfDatabase(databasePid) };
  const perRequest = (part: 'server' | 'database') =>
    (1000 * (after[part] - before[part])) / Math.max(1, result.requests);
  return { ...result, serverMs: perRequest('server'), databaseMs: perRequest('database') };
}

/** Measures one scenario: at saturation, at half of it, and its ceilings right after, in the same minute of the same machine. */
export async function measure(
  server: Server,
  client: pg.Client,
  scenario: Scenario,
  prepared: Prepared,
  seconds: number,
  /** What was measured before in this run. */
  before: readonly Result[],
): Promise<Result> {
  const { request, expect = [200], connections = 32, most } = prepared;
  const plain = { url: server.url, request, expect, connections };
  // Compiles and fills caches, except where the point is that nothing is cached yet.
  if (most === undefined) await load({ ...plain, seconds: Math.min(2, seconds) });
  const callsBefore = await statementCalls(client);
  const full = await costOf(server.pid, server.databasePid, () => load({ ...plain, seconds, most }));
  const queries = ((await statementCalls(client)) - callsBefore) / Math.max(1, full.requests);
  const half = most === undefined ? await load({ ...plain, seconds, rate: full.perSecond / 2 }) : full;

  const total = full.serverMs + full.databaseMs;
  const ratio = async (baseline: Promise<Cost> | null) => {
    if (!baseline) return null;
    const cost = await baseline;
    return round((cost.serverMs + cost.databaseMs) / total);
  };
  const httpRatio = await ratio(prepared.httpBaseline ? httpCeiling(server, request(0), connections, seconds) : null);
  const pgRatio = await ratio(
    prepared.pgBaseline ? pgCeiling(server, prepared.pgBaseline, connections, seconds) : null,
  );
  const { ofWhich } = prepared;
  const result: Omit<Result, 'missed'> = {
    scenario: scenario.name,
    perSecond: Math.round(full.perSecond),
    p50AtHalf: half.p50,
    p99AtHalf: half.p99,
    cpuMs: { server: round(full.serverMs, 3), database: round(full.databaseMs, 3) },
    bytes: Math.round(full.bytes),
    queriesPerRequest: round(queries),
    memoryMb: await residentMb(server.pid),
    httpRatio,
    pgRatio,
    ofWhich: ofWhich ? { name: ofWhich.name, cpuMs: round(await cpuOfOnce(ofWhich.once)) } : null,
  };
  return { ...result, missed: missedBars(scenario.bars ?? {}, result, before) };
}

/** A 304 that costs a hundredth more than its 200 is as fast: two runs of the same thing differ more than that. */
const NOISE = 1.1;

function missedBars(bars: Bars, result: Omit<Result, 'missed'>, before: readonly Result[]): string[] {
  const { httpRatio, pgRatio } = result;
  const total = totalMs(result);
  const other = before.find(({ scenario }) => scenario === bars.atMostCostOf);
  const lines: string[] = [];
  if (bars.cpuMs !== undefined && total > bars.cpuMs) lines.push(`CPU ${round(total)} ms, bar ${bars.cpuMs} ms`);
  if (bars.httpRatio !== undefined && httpRatio !== null && httpRatio < bars.httpRatio)
    lines.push(`${httpRatio} of node:http, bar ${bars.httpRatio}`);
  if (bars.pgRatio !== undefined && pgRatio !== null && pgRatio < bars.pgRatio)
    lines.push(`${pgRatio} of bare pg, bar ${bars.pgRatio}`);
  if (other && total > totalMs(other) * NOISE)
    lines.push(`CPU ${round(total, 3)} ms, ${other.scenario} ${round(totalMs(other), 3)} ms`);
  return lines;
}

/** In this process, alone: CPU milliseconds of all its threads. */
async function cpuOfOnce(once: () => Promise<unknown>): Promise<number> {
  const times = 20;
  await once();
  const before = process.cpuUsage();
  for (let i = 0; i < times; i += 1) await once();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / times;
}

async function statementCalls(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ calls: number }>(
    "SELECT coalesce(sum(calls), 0)::float8 AS calls FROM pg_stat_statements WHERE query !~* '(pgboss|pg_stat_statements)'",
  );
  return rows[0]?.calls ?? 0;
}

async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}

async function httpCeiling(server: Server, request: Request, connections: number, seconds: number): Promise<Cost> {
  const file = join(server.scratch, 'baseline-bytes');
  await writeFile(file, await bodyOf(server.url, request));
  return ceiling(server, ['http', file], () => request, connections, seconds);
}

function pgCeiling(
  server: Server,
  { text, values }: NonNullable<Prepared['pgBaseline']>,
  connections: number,
  seconds: number,
): Promise<Cost> {
  const request = (n: number): Request => ({
    method: 'GET',
    path: `/${encodeURIComponent(JSON.stringify(values(n)))}`,
  });
  return ceiling(server, ['pg', server.connection.connectionString, text], request, connections, seconds);
}

async function ceiling(
  server: Server,
  args: string[],
  request: (n: number) => Request,
  connections: number,
  seconds: number,
): Promise<Cost> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'baseline.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [url] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    const plain = { url, request, expect: [200], connections };
    await load({ ...plain, seconds: Math.min(2, seconds) });
    return await costOf(child.pid ?? 0, server.databasePid, () => load({ ...plain, seconds }));
  } finally {
    child.kill();
  }
}

/** The body exactly as it travels, still compressed. */
function bodyOf(url: string, { path, cookie }: Request): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const headers = { 'accept-encoding': 'br, gzip', ...(cookie ? { cookie } : {}) };
    get(url + path, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve(Buffer.concat(chunks)));
    }).on('error', reject);
  });
}
