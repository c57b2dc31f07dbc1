import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { DAY_MS } from '#contract/time.ts';
import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import type { Connection } from '#server/db/connect.ts';
import type { Deps } from '#server/deps.ts';
import { loadSample } from '#server/features/school/sample-school/load.service.ts';
import { PLAIN_NAMES_DAYS } from '#server/http/cookies.ts';
import { createLog } from '#server/http/logging.ts';
import type { HttpSettings } from '#server/http/server.ts';
import { openDeps } from '#server/start.ts';
import { listenForInvalidations, waitForCaches } from './cache-invalidation.ts';
import { cloneDatabase, cloneSampleSchool, dropDatabase, type TestConnection } from './cluster.ts';
import { withCompiledOnce } from './compiled-once.ts';
import { beginWithFewConnections } from './few-connections.ts';
import { listUnnamedValues } from './unnamed-values.ts';

/** A clock that only the test moves. */
export function testClock(start = '2026-11-15T12:00:00.000Z') {
  let now = new Date(start);
  return {
    now: () => new Date(now),
    set: (value: string | Date) => {
      now = new Date(value);
    },
    advance: (ms: number) => {
      now = new Date(now.getTime() + ms);
    },
  };
}

export const SAMPLE_PASSWORD = 'segredo1';

export type TestApp = {
  app: FastifyInstance;
  deps: Deps;
  /** The database of this test file, for a second process on it. */
  connection: Connection;
  clock: ReturnType<typeof testClock>;
  /** One request, with an optional session cookie (see factories). */
  request(options: InjectOptions & { as?: { cookie: string } | undefined }): Promise<LightMyRequestResponse>;
  /** Every line logged so far, as text: nothing secret may be in it. */
  logged(): string;
};

/** With TLS a cookie's plain name is read for some days only, and tests let years pass: sends both names. */
const bothNames = (cookie: string) =>
  cookie
    .split('; ')
    .flatMap((pair) => (pair.startsWith('__Host-') ? [pair] : [pair, `__Host-${pair}`]))
    .join('; ');

/** At the time at which the clocks of tests begin. */
async function loadSampleSchool(connection: TestConnection, dataDir: string): Promise<void> {
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', DATA_DIR: dataDir });
  const { deps, close } = await openDeps(config, connection, createLog(config), testClock());
  const app = await withCompiledOnce(() => buildApp(deps));
  await deps.jobs.start({ work: false });
  await loadSample(deps, () => SAMPLE_PASSWORD);
  await app.close();
  await close();
}

/**
 * The real app on a separate database, for one test file. With `hasSample` the sample school is there, with
 * SAMPLE_PASSWORD for its logins. Call it at the top level of the file; the returned object is
 * filled before the first test runs.
 */
export function useTestApp(
  environment: Record<string, string> = {},
  http: HttpSettings = {},
  { hasSample = false }: { hasSample?: boolean } = {},
): TestApp {
  const lines: string[] = [];
  const unlisted: unknown[] = [];
  const name = `t${process.pid}_${Math.trunc(performance.now() * 1000)}`;
  const test = { clock: testClock() } as TestApp;
  let close: (() => Promise<void>) | undefined;
  /** The module of a test file stays in its worker: an app that it holds would be marked at every garbage collection. */
  const forget = () => {
    lines.length = 0;
    close = undefined;
    for (const name of ['app', 'deps', 'connection'] as const) Reflect.deleteProperty(test, name);
  };

  beforeAll(async () => {
    const cluster = inject('cluster');
    const dataDir = await mkdtemp(join(tmpdir(), 'alvorada-data-'));
    const connection = await (hasSample
      ? cloneSampleSchool(cluster, { suite: 'api', name, files: dataDir }, loadSampleSchool)
      : cloneDatabase(cluster, name));
    test.connection = connection;
    const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'info', DATA_DIR: dataDir, ...environment });
    const log = createLog(config, { write: (line: string) => void lines.push(line) });
    const opened = await openDeps(config, connection, log, test.clock);
    const stopLooking = environment.DATABASE_POOL ? () => undefined : beginWithFewConnections(opened.deps.pool);
    // The database uses real time, the clock of a test is fixed.
    opened.deps.plainCookiesUntil = new Date(test.clock.now().getTime() + PLAIN_NAMES_DAYS * DAY_MS);
    test.deps = opened.deps;
    waitForCaches(opened.deps.db, listenForInvalidations(opened.deps.bus));
    const tellUnlisted = (fault: unknown) => void unlisted.push(fault);
    test.app = await withCompiledOnce(() => buildApp(opened.deps, { tellUnlisted, ...http }));
    await opened.deps.jobs.start({ work: false });
    await test.app.ready();
    close = async () => {
      stopLooking();
      await test.app.close();
      await opened.close();
      await dropDatabase(cluster, name);
      await rm(dataDir, { recursive: true, force: true });
      forget();
    };
  });

  // A call may only answer with errors that the contract lists for it.
  afterEach(() => expect(unlisted.splice(0)).toEqual([]));
  afterAll(async () => {
    if (!close) return;
    // A test may have ended the database.
    const unnamed = await listUnnamedValues(test.deps.db).catch(() => []);
    await close();
    expect(unnamed).toEqual([]);
  });

  test.request = ({ as, ...options }) =>
    test.app.inject({ ...options, headers: { ...options.headers, ...(as ? { cookie: bothNames(as.cookie) } : {}) } });
  test.logged = () => lines.join('');
  return test;
}
