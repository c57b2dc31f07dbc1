import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type pg from 'pg';
import { cpuOfDatabase, cpuOfProcess, residentMb } from './cpu.ts';
import { type Load, load, type Request } from './load.ts';
import { endWithUs } from './product.ts';
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
  /** CPU of the ceiling divided by ours, server and database together: 1 is as cheap as the ceiling. */
  httpRatio: number | null;
  pgRatio: number | null;
  /** CPU of the `beside` request divided by ours: above 1, ours is cheaper. */
  besideRatio: number | null;
  /** CPU milliseconds of a step that is reported separately. */
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

/** A measurement is divided into this many slices: the load of the machine changes from second to second. */
const SLICES = 7;

/**
 * Measures one scenario at saturation and at half of it. Its ceilings run between the slices, a slice each, so that
 * both run under the same load of the machine. Reports the median of the slices, and of the ratios of neighbouring
 * slices.
 */
export async function measure(
  server: Server,
  client: pg.Client,
  scenario: Scenario,
  prepared: Prepared,
  seconds: number,
): Promise<Result> {
  const { request, expect = [200], connections = 32, most, ofWhich } = prepared;
  const plain = { url: server.url, request, expect, connections };
  // Warm-up: JIT compilation and caches. Skipped for scenarios that measure an empty cache or single-use data.
  if (most === undefined) await load({ ...plain, seconds: Math.min(2, seconds) });
  const http = prepared.httpBaseline ? await httpCeiling(server, request(0), connections) : null;
  const { beside } = prepared;
  const other = beside && {
    cost: (share: number) =>
      costOf(server.pid, server.databasePid, () =>
        load({ url: server.url, connections, seconds: share, expect: [200], ...beside }),
      ),
  };
  const bare = prepared.pgBaseline ? await pgCeiling(server, prepared.pgBaseline, connections) : null;
  try {
    // Single-use data is measured in one slice.
    const slice = most === undefined ? seconds / SLICES : seconds;
    const slices: Slice[] = [];
    for (let i = 0; i < (most === undefined ? SLICES : 1); i += 1) {
      const callsBefore = await statementCalls(client);
      const cost = await costOf(server.pid, server.databasePid, () => load({ ...plain, seconds: slice, most }));
      const queries = ((await statementCalls(client)) - callsBefore) / Math.max(1, cost.requests);
      const ratio = async (ceiling: Pick<Ceiling, 'cost'> | null | undefined) =>
        ceiling ? totalOf(await ceiling.cost(Math.min(slice, seconds / SLICES))) / totalOf(cost) : null;
      slices.push({ cost, queries, http: await ratio(http), pg: await ratio(bare), beside: await ratio(other) });
    }
    const middle = (of: (slice: Slice) => number) => median(slices.map(of));
    const perSecond = middle(({ cost }) => cost.perSecond);
    const half =
      most === undefined ? await load({ ...plain, seconds, rate: perSecond / 2 }) : (slices[0]?.cost as Cost);
    const result: Omit<Result, 'missed'> = {
      scenario: scenario.name,
      perSecond: Math.round(perSecond),
      p50AtHalf: half.p50,
      p99AtHalf: half.p99,
      cpuMs: {
        server: round(
          middle(({ cost }) => cost.serverMs),
          3,
        ),
        database: round(
          middle(({ cost }) => cost.databaseMs),
          3,
        ),
      },
      bytes: Math.round(middle(({ cost }) => cost.bytes)),
      queriesPerRequest: round(middle(({ queries }) => queries)),
      memoryMb: Math.round(await residentMb(server.pid)),
      httpRatio: http && round(middle((each) => each.http ?? 0)),
      pgRatio: bare && round(middle((each) => each.pg ?? 0)),
      besideRatio: other ? round(middle((each) => each.beside ?? 0)) : null,
      ofWhich: ofWhich ? { name: ofWhich.name, cpuMs: round(await cpuOfOnce(ofWhich.once)) } : null,
    };
    return { ...result, missed: missedBars(scenario.bars ?? {}, result) };
  } finally {
    http?.stop();
    bare?.stop();
  }
}

type Slice = { cost: Cost; queries: number; http: number | null; pg: number | null; beside: number | null };

const totalOf = ({ serverMs, databaseMs }: Cost) => serverMs + databaseMs;

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function missedBars(bars: Bars, result: Omit<Result, 'missed'>): string[] {
  const { httpRatio, pgRatio, besideRatio } = result;
  const total = totalMs(result);
  const lines: string[] = [];
  if (bars.cpuMs !== undefined && total > bars.cpuMs) lines.push(`CPU ${round(total)} ms, bar ${bars.cpuMs} ms`);
  if (bars.serverMs !== undefined && result.cpuMs.server > bars.serverMs)
    lines.push(`CPU of the server ${round(result.cpuMs.server)} ms, bar ${bars.serverMs} ms`);
  if (bars.httpRatio !== undefined && httpRatio !== null && httpRatio < bars.httpRatio)
    lines.push(`${httpRatio} of node:http, bar ${bars.httpRatio}`);
  if (bars.pgRatio !== undefined && pgRatio !== null && pgRatio < bars.pgRatio)
    lines.push(`${pgRatio} of bare pg, bar ${bars.pgRatio}`);
  if (bars.besideRatio !== undefined && besideRatio !== null && besideRatio < bars.besideRatio)
    lines.push(`${besideRatio} of the request beside it, bar ${bars.besideRatio}`);
  return lines;
}

/** Runs only this step in this process: CPU milliseconds of all its threads. */
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

type Ceiling = { cost: (seconds: number) => Promise<Cost>; stop: () => void };

async function httpCeiling(server: Server, request: Request, connections: number): Promise<Ceiling> {
  const file = join(server.scratch, 'baseline-bytes');
  const { body, headers } = await answerOf(server.url, request);
  await writeFile(file, body);
  return startCeiling(server, ['http', file, JSON.stringify(headers)], () => request, connections);
}

function pgCeiling(
  server: Server,
  { text, values }: NonNullable<Prepared['pgBaseline']>,
  connections: number,
): Promise<Ceiling> {
  const request = (n: number): Request => ({
    method: 'GET',
    path: `/${encodeURIComponent(JSON.stringify(values(n)))}`,
  });
  return startCeiling(server, ['pg', server.connection.connectionString, text], request, connections);
}

async function startCeiling(
  server: Server,
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
    cost: (seconds) => costOf(child.pid ?? 0, server.databasePid, () => load({ ...plain, seconds })),
    stop: () => child.kill(),
  };
}

/** Headers that node:http adds itself. */
const ownHeaders = new Set(['date', 'connection', 'keep-alive']);

/** The response exactly as sent, still compressed. */
function answerOf(url: string, { path, cookie }: Request): Promise<{ body: Buffer; headers: Record<string, unknown> }> {
  return new Promise((resolve, reject) => {
    const headers = { 'accept-encoding': 'br, gzip', ...(cookie ? { cookie } : {}) };
    get(url + path, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const sent = Object.entries(response.headers).filter(([name]) => !ownHeaders.has(name));
        resolve({ body: Buffer.concat(chunks), headers: Object.fromEntries(sent) });
      });
    }).on('error', reject);
  });
}
