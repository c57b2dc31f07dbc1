import { writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';
import type pg from 'pg';
import { residentMb } from './cpu.ts';
import { load, type Request } from './load.ts';
import { type Ceiling, type Cost, costOf, startCeiling, totalOf } from './machine.ts';
import type { Run } from './run-details.ts';
import type { Prepared } from './scenario.ts';

export type Server = {
  url: string;
  pid: number;
  databasePid: number;
  connection: { connectionString: string };
  scratch: string;
};

/** What the load of the machine does not move: medians of single requests, one after the other. */
export type Counts = { statements: number; bytes: number };

export type Measured = {
  perSecond: number;
  p50AtHalf: number;
  p99AtHalf: number;
  cpuMs: { server: number; database: number };
  memoryMb: number;
  /** CPU of the ceiling divided by ours, server and database together: 1 is as cheap as the ceiling. */
  httpRatio: number | null;
  pgRatio: number | null;
  /** CPU of the `beside` request divided by ours: above 1, ours is cheaper. */
  besideRatio: number | null;
  /** CPU milliseconds of a step that is reported separately. */
  ofWhich: { name: string; cpuMs: number } | null;
};

/** Counts and cost come from the same run, or from two: `npm run bench -- --counts` replaces the counts alone. */
export type Result = {
  scenario: string;
  counts: Counts & { run: Run };
  cost: (Measured & { run: Run }) | null;
};

export const totalMs = ({ cpuMs }: Pick<Measured, 'cpuMs'>) => cpuMs.server + cpuMs.database;

const round = (value: number, digits = 2) => Number(value.toFixed(digits));

/** Requests that are counted one by one. The measurement goes on behind them where data is single-use. */
const COUNTED = 15;

/**
 * Statements and bytes of one request: the median of some, so that a job in the background does not count. The session
 * is remembered, because it is looked up once in half a minute, and whether that was in this request is chance.
 */
export async function count(url: string, client: pg.Client, prepared: Prepared): Promise<Counts> {
  const { request, expect = [200], most = COUNTED, countsSession = false } = prepared;
  const statements: number[] = [];
  const bytes: number[] = [];
  const send = (one: Request, statuses: readonly number[]) =>
    load({ url, request: () => one, expect: statuses, connections: 1, seconds: 60, most: 1 });
  await untilQuiet(client);
  for (let n = 0; n < Math.min(COUNTED, most); n += 1) {
    const one = request(n);
    if (one.cookie && !countsSession) await send({ method: 'GET', path: WHO, cookie: one.cookie }, [200]);
    const before = await statementCalls(client);
    const sent = await send(one, expect);
    statements.push((await statementCalls(client)) - before);
    bytes.push(sent.bytes);
  }
  return { statements: median(statements), bytes: Math.round(median(bytes)) };
}

const WHO = '/api/auth/user';
/** Two looks are this far apart; between them a server without requests sends fewer statements than QUIET. */
const LOOK_MS = 500;
const QUIET = 3;
const LOOKS_MAX = 600;

/** Waits for the jobs that the requests of the scenario before have left: their statements are not those of this one. */
async function untilQuiet(client: pg.Client): Promise<void> {
  let quiet = 0;
  let before = await statementCalls(client);
  for (let looks = 0; looks < LOOKS_MAX && quiet < 3; looks += 1) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    const now = await statementCalls(client);
    quiet = now - before < QUIET ? quiet + 1 : 0;
    before = now;
  }
  if (quiet < 3) throw new Error('The server still works in the background: statements cannot be counted.');
}

/** The requests that `count` has left. */
export const afterCounting = (prepared: Prepared): Prepared =>
  prepared.most === undefined
    ? prepared
    : { ...prepared, request: (n) => prepared.request(n + COUNTED), most: prepared.most - COUNTED };

/** A measurement is divided into this many slices: the load of the machine changes from second to second. */
const SLICES = 7;

/**
 * Measures one scenario at saturation and at half of it. Its ceilings run between the slices, a slice each, so that
 * both run under the same load of the machine. Reports the median of the slices, and of the ratios of neighbouring
 * slices.
 */
export async function measure(server: Server, prepared: Prepared, seconds: number): Promise<Measured> {
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
      const cost = await costOf(server.pid, server.databasePid, () => load({ ...plain, seconds: slice, most }));
      const ratio = async (ceiling: Pick<Ceiling, 'cost'> | null | undefined) =>
        ceiling ? totalOf(await ceiling.cost(Math.min(slice, seconds / SLICES))) / totalOf(cost) : null;
      slices.push({ cost, http: await ratio(http), pg: await ratio(bare), beside: await ratio(other) });
    }
    const middle = (of: (slice: Slice) => number) => median(slices.map(of));
    const perSecond = middle(({ cost }) => cost.perSecond);
    const half =
      most === undefined ? await load({ ...plain, seconds, rate: perSecond / 2 }) : (slices[0]?.cost as Cost);
    return {
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
      memoryMb: Math.round(await residentMb(server.pid)),
      httpRatio: http && round(middle((each) => each.http ?? 0)),
      pgRatio: bare && round(middle((each) => each.pg ?? 0)),
      besideRatio: other ? round(middle((each) => each.beside ?? 0)) : null,
      ofWhich: ofWhich ? { name: ofWhich.name, cpuMs: round(await cpuOfOnce(ofWhich.once)) } : null,
    };
  } finally {
    http?.stop();
    bare?.stop();
  }
}

type Slice = { cost: Cost; http: number | null; pg: number | null; beside: number | null };

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
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

/** The settings of a connection (server/db/prepared.ts) read nothing, and travel with the statement behind them. */
async function statementCalls(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ calls: number }>(
    "SELECT coalesce(sum(calls), 0)::float8 AS calls FROM pg_stat_statements WHERE query !~* '(pgboss|pg_stat_statements|^SET plan_cache_mode)'",
  );
  return rows[0]?.calls ?? 0;
}

async function httpCeiling(server: Server, request: Request, connections: number): Promise<Ceiling> {
  const file = join(server.scratch, 'baseline-bytes');
  const { body, headers } = await answerOf(server.url, request);
  await writeFile(file, body);
  return startCeiling(server.databasePid, ['http', file, JSON.stringify(headers)], () => request, connections);
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
  return startCeiling(server.databasePid, ['pg', server.connection.connectionString, text], request, connections);
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
