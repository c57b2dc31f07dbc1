import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type EmbeddedPostgres, startEmbedded } from './embedded.ts';
import { canEnter } from './embedded-account.ts';
import { copyBinaries, shippedBinaries } from './embedded-binaries.ts';
import { type Account, run } from './embedded-run.ts';

const root = process.getuid?.() === 0;
const nobody: Account = { uid: 65534, gid: 65534 };
const script = join(import.meta.dirname, 'testing/embedded-server.ts');
/** Another account can only start a server from a checkout it can read; root's home is closed to it. */
const othersCanRun =
  root && (await canEnter(nobody, import.meta.dirname)) && (await canEnter(nobody, dirname(process.execPath)));

/** A cluster created once: most faults need an existing one, and initdb is slow. */
let made: string;
let base: string;
const undo: (() => Promise<unknown> | unknown)[] = [];

beforeAll(async () => {
  made = await mkdtemp(join(tmpdir(), 'alvorada-faults-'));
  await chmod(made, 0o711);
  await (await startEmbedded({ dataDir: made, log: () => undefined })).stop();
});

afterAll(() => rm(made, { recursive: true, force: true }));

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'alvorada-faults-'));
  await chmod(base, 0o711);
  // The PostgreSQL of a killed server may still be writing its last files.
  undo.push(() => rm(base, { recursive: true, force: true, maxRetries: 20 }));
});

afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

async function start(dataDir: string, settings = {}, log: string[] = []): Promise<EmbeddedPostgres> {
  const postgres = await startEmbedded({ dataDir, settings, log: (line) => log.push(line) });
  undo.push(postgres.stop);
  return postgres;
}

/** Puts a copy of the existing cluster into the directory. */
async function withCluster(dataDir: string): Promise<void> {
  await run('mkdir', ['-p', dataDir]);
  const copied = await run('cp', ['-a', join(made, 'postgres'), dataDir]);
  expect(copied).toEqual({ code: 0, output: '' });
}

async function query(postgres: EmbeddedPostgres, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(postgres.connection);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

type Report = { ready?: number; host?: string; committed?: number; answer?: number; failed?: string };

/** Starts a server in a child process, to be killed. */
function serverProcess(dataDir: string, task: 'hold' | 'write' | 'finish', account?: Account) {
  const child = spawn(process.execPath, [script, dataDir, task], {
    ...account,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const reports: Report[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => reports.push(JSON.parse(line)));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  undo.push(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return {
    pid: child.pid ?? 0,
    reports,
    ended,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    has: (field: keyof Report) =>
      vi.waitFor(
        () => {
          const report = reports.find((entry) => entry[field] !== undefined || entry.failed !== undefined);
          if (report?.[field] === undefined) throw new Error(report?.failed ?? `not yet ${field}`);
          return report;
        },
        { timeout: 15_000, interval: 10 },
      ),
  };
}

async function postmaster(dataDir: string): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);
}

/** A zombie process has no command line. */
function runs(pid: number): boolean {
  return existsSync(`/proc/${pid}`) && readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '';
}

describe('the embedded database', { timeout: 30_000 }, () => {
  test('is created on the first start and keeps its data across a restart', async () => {
    const dataDir = join(base, 'data');
    const first = await start(dataDir);
    await query(first, "CREATE TABLE words AS SELECT 'manhã' AS word");
    const [facts] = await query(
      first,
      `SELECT current_setting('data_checksums') AS checksums, current_setting('fsync') AS fsync,
              current_setting('listen_addresses') AS listens, upper('ção') AS upper,
              to_tsvector('simple', '“Lições” — d’água')::text AS words`,
    );
    expect(facts).toEqual({
      checksums: 'on',
      fsync: 'on',
      listens: '',
      upper: 'ÇÃO',
      words: "'d':2 'lições':1 'água':3",
    });
    expect((await stat(first.connection.host)).mode & 0o777).toBe(0o700);
    await first.stop();

    const log: string[] = [];
    const second = await start(dataDir, { work_mem: '5MB' }, log);
    expect(await query(second, 'SELECT word FROM words')).toEqual([{ word: 'manhã' }]);
    expect(await query(second, 'SHOW work_mem')).toEqual([{ work_mem: '5MB' }]);
    expect(log).toEqual([]);
    await second.stop();

    await writeFile(join(dataDir, 'postgres/PG_VERSION'), '17\n');
    await expect(start(dataDir)).rejects.toThrow(/made by PostgreSQL 17, .* brings PostgreSQL 18/);
  });

  test('stops when its server is killed, and keeps every acknowledged row', async () => {
    await withCluster(base);
    let known = 0;
    for (let round = 0; round < 3; round += 1) {
      const server = serverProcess(base, 'write');
      await vi.waitFor(() => expect(server.reports.filter((report) => report.committed).length).toBeGreaterThan(20), {
        timeout: 15_000,
      });
      const database = await postmaster(base);
      server.kill('SIGKILL');
      await server.ended;
      if (round === 0) await vi.waitFor(() => expect(runs(database)).toBe(false), { timeout: 20_000, interval: 10 });
      // In the other rounds the next server starts while the old PostgreSQL is still shutting down.
      const next = await start(base);
      known = Math.max(...server.reports.map((report) => report.committed ?? 0));
      const [{ count, last } = {}] = await query(next, 'SELECT count(*)::int AS count, max(id) AS last FROM rows');
      expect(last).toBeGreaterThanOrEqual(known);
      expect(count).toBe(last);
      await query(next, 'TRUNCATE rows');
      await next.stop();
    }
    expect(known).toBeGreaterThan(20);
  });

  test('starts after everything was killed, although its old pid belongs to another process', async () => {
    await withCluster(base);
    const { uid, gid } = await stat(join(base, 'postgres'));
    const stranger = spawn('sleep', ['60'], { uid, gid, stdio: 'ignore' });
    try {
      await writeFile(
        join(base, 'postgres/postmaster.pid'),
        `${stranger.pid}\n${join(base, 'postgres')}\n1700000000\n5432\n/nowhere\n\n  123456  7\nready   \n`,
      );
      const next = await start(base);
      expect(await query(next, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
      await next.stop();
    } finally {
      stranger.kill('SIGKILL');
    }
  });

  test('stops a PostgreSQL whose server and supervisor were both killed', async () => {
    await withCluster(base);
    const server = serverProcess(base, 'hold');
    await server.has('ready');
    const database = await postmaster(base);
    const status = await readFile(`/proc/${database}/status`, 'utf8');
    process.kill(Number(/^PPid:\t(\d+)$/m.exec(status)?.[1]), 'SIGKILL');
    server.kill('SIGKILL');
    await server.ended;
    expect(runs(database)).toBe(true);

    const next = await start(base);
    expect(runs(database)).toBe(false);
    expect(await query(next, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('refuses a second server and names the first', async () => {
    await withCluster(base);
    const server = serverProcess(base, 'hold');
    await server.has('ready');
    await expect(start(base)).rejects.toThrow(`is in use by another Alvorada server (pid ${server.pid})`);
  });

  test('gives a new directory to one of several servers that start together', async () => {
    const servers = [1, 2, 3].map(() => serverProcess(base, 'hold'));
    await vi.waitFor(
      () => expect(servers.every(({ reports }) => reports.some((report) => report.ready || report.failed))).toBe(true),
      { timeout: 15_000 },
    );
    const winner = servers.filter(({ reports }) => reports.some((report) => report.ready));
    expect(winner).toHaveLength(1);
    for (const loser of servers.filter((server) => server !== winner[0])) {
      expect(loser.reports.at(-1)?.failed).toContain(`(pid ${winner[0]?.pid})`);
    }
  });

  test('is not reached by Ctrl-C before the server has answered', async () => {
    await withCluster(base);
    const server = serverProcess(base, 'finish');
    await server.has('ready');
    const database = await postmaster(base);
    process.kill(-server.pid, 'SIGINT');
    expect(await server.ended).toBe(0);
    expect(server.reports.at(-1)).toEqual({ answer: 42 });
    expect(runs(database)).toBe(false);
  });

  test('is created again when the first start was killed half-way', async () => {
    const server = serverProcess(base, 'hold');
    await vi.waitFor(() => expect(existsSync(join(base, 'postgres.unfinished/PG_VERSION'))).toBe(true), {
      timeout: 15_000,
      interval: 5,
    });
    server.kill('SIGKILL');
    await server.ended;
    expect(existsSync(join(base, 'postgres'))).toBe(false);

    const next = await start(base);
    expect(await query(next, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(existsSync(join(base, 'postgres.unfinished'))).toBe(false);
  });

  test('works below a path too long for a socket, and removes its temporary socket directory', async () => {
    const dataDir = join(base, 'a-long-name'.repeat(9), 'with, a comma "and quotes"');
    await withCluster(dataDir);
    const postgres = await start(dataDir);
    expect(postgres.connection.host.length).toBeLessThan(90);
    expect(await query(postgres, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await postgres.stop();
    expect(existsSync(postgres.connection.host)).toBe(false);
  });

  test('does not touch a directory that is no cluster, and reports PostgreSQL’s error when it does not start', async () => {
    await withCluster(base);
    await expect(start(base, { shared_buffers: 'plenty' })).rejects.toThrow(
      /did not start[\s\S]*invalid value for parameter "shared_buffers": "plenty"/,
    );
    const other = join(base, 'other');
    await run('mkdir', ['-p', join(other, 'postgres')]);
    await writeFile(join(other, 'postgres/thesis.txt'), 'mine');
    await expect(start(other)).rejects.toThrow('is neither empty nor a PostgreSQL cluster');
    expect(await readFile(join(other, 'postgres/thesis.txt'), 'utf8')).toBe('mine');
  });

  test('has binaries that can be copied, without the links of the install script', async () => {
    const home = join(base, 'copy');
    await copyBinaries((await shippedBinaries()).home, home);
    expect(await readlink(join(home, 'lib/libpq.so.5'))).toMatch(/^libpq\.so\.5\./);
    const account = root ? nobody : undefined;
    for (const program of ['initdb', 'postgres']) {
      const result = await run(join(home, 'bin', program), ['--version'], { account });
      expect(result).toEqual({ code: 0, output: expect.stringContaining('(PostgreSQL) 18') });
    }
  });

  test.runIf(root)('is stored elsewhere when only root can enter the directory', async () => {
    await chmod(base, 0o700);
    const dataDir = join(base, 'data');
    const first = await start(dataDir);
    const cluster = await readlink(join(dataDir, 'postgres'));
    undo.splice(-1, 0, () => rm(dirname(cluster), { recursive: true, force: true }));
    expect(cluster).toMatch(/^\/var\/lib\/alvorada\/[0-9a-f]{8}(-\d+)?\/postgres$/);
    expect((await stat(cluster)).uid).not.toBe(0);
    await query(first, 'CREATE TABLE kept AS SELECT 1 AS one');
    await first.stop();

    // The directory is opened later: the data stay where they are.
    await chmod(base, 0o755);
    const second = await start(dataDir);
    expect(await query(second, 'SELECT one FROM kept')).toEqual([{ one: 1 }]);
  });

  test.runIf(othersCanRun)('runs as an ordinary user, and later for root under that user', async () => {
    const dataDir = join(base, 'data');
    await run('install', ['-d', '-o', String(nobody.uid), '-g', String(nobody.gid), dataDir]);
    const server = serverProcess(dataDir, 'hold', nobody);
    await server.has('ready');
    const database = await postmaster(dataDir);
    expect(await readFile(`/proc/${database}/status`, 'utf8')).toMatch(/^Uid:\t65534\t65534/m);
    server.kill('SIGINT');
    expect(await server.ended).toBe(0);

    const mine = await start(dataDir);
    expect((await stat(join(dataDir, 'postgres'))).uid).toBe(nobody.uid);
    expect(await query(mine, 'SELECT count(*)::int AS count FROM rows')).toEqual([{ count: 0 }]);
  });
});
