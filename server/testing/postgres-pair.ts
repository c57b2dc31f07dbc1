import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chmod, chown, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { newClusterAccount } from '#server/db/embedded-account.ts';
import { usableBinaries } from '#server/db/embedded-binaries.ts';
import { run } from '#server/db/embedded-run.ts';
import { freePort, untilOpen } from '#server/parts/testing/ports.ts';

const quiet = "fsync = off\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = ''\nautovacuum = off\n";

/**
 * Two PostgreSQL servers, the second a synchronous standby of the first, until a test stops the first and promotes the
 * second. `url` names both, as an operator would.
 */
export async function startPostgresPair() {
  const directory = await mkdtemp(join(tmpdir(), 'alvorada-pair-'));
  await chmod(directory, 0o711);
  const account = await newClusterAccount();
  const { home } = await usableBinaries(account, join(directory, 'spare'));
  const [first, second] = [
    { data: join(directory, 'first'), port: await freePort() },
    { data: join(directory, 'second'), port: await freePort() },
  ];
  const own = async (path: string) =>
    account && (await run('chown', ['-R', `${account.uid}:${account.gid}`, path], {}));
  await mkdir(first.data, { mode: 0o700 });
  if (account) await chown(first.data, account.uid, account.gid);
  const made = await run(
    join(home, 'bin/initdb'),
    ['--pgdata', first.data, '--username', 'alvorada', '--auth', 'trust', '--encoding', 'UTF8', '--locale', 'C', '-N'],
    { account },
  );
  if (made.code !== 0) throw new Error(made.output);
  // A cold copy is enough to start a standby, without pg_basebackup, which the package lacks.
  await cp(first.data, second.data, { recursive: true });
  await chmod(second.data, 0o700);
  await writeFile(
    join(first.data, 'postgresql.auto.conf'),
    `${quiet}port = ${first.port}\nsynchronous_standby_names = '*'\n`,
  );
  await writeFile(
    join(second.data, 'postgresql.auto.conf'),
    `${quiet}port = ${second.port}\nprimary_conninfo = 'host=127.0.0.1 port=${first.port} user=alvorada'\n`,
  );
  await writeFile(join(second.data, 'standby.signal'), '');
  await own(second.data);

  const running = new Map<number, ChildProcess>();
  const start = async ({ data, port }: typeof first) => {
    const child = spawn(join(home, 'bin/postgres'), ['-D', data], {
      stdio: 'ignore',
      ...(account ? { uid: account.uid, gid: account.gid } : {}),
    });
    running.set(port, child);
    await untilOpen(port);
    await untilAnswering(`postgres://alvorada@127.0.0.1:${port}/postgres`);
  };
  const end = async ({ port }: typeof first, signal: NodeJS.Signals) => {
    const child = running.get(port);
    if (!child) return;
    running.delete(port);
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  const addressOf = ({ port }: typeof first) => `postgres://alvorada@127.0.0.1:${port}/postgres`;
  const query = async <Row extends pg.QueryResultRow>(server: typeof first, text: string) => {
    const client = new pg.Client({ connectionString: addressOf(server) });
    await client.connect();
    const { rows } = await client.query<Row>(text);
    await client.end();
    return rows;
  };
  await start(first);
  await start(second);
  return {
    directory,
    url: `postgres://alvorada@127.0.0.1:${first.port},127.0.0.1:${second.port}/postgres?target_session_attrs=read-write`,
    first: addressOf(first),
    second: addressOf(second),
    names: [`127.0.0.1:${first.port}`, `127.0.0.1:${second.port}`],
    query: <Row extends pg.QueryResultRow>(which: 'first' | 'second', text: string) =>
      query<Row>(which === 'first' ? first : second, text),
    killFirst: () => end(first, 'SIGKILL'),
    promoteSecond: () => query(second, 'SELECT pg_promote()'),
    /** As when an operator restarts a dead machine without knowing of the failover: it takes writes, alone. */
    async bringFirstBackStale() {
      await appendFile(join(first.data, 'postgresql.auto.conf'), "synchronous_standby_names = ''\n");
      await rm(join(first.data, 'postmaster.pid'), { force: true });
      await start(first);
    },
    async stop() {
      await end(first, 'SIGINT');
      await end(second, 'SIGINT');
      await rm(directory, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}

/** Waits for an answer: PostgreSQL listens before it has replayed its log. */
async function untilAnswering(connectionString: string, patienceMs = 30_000): Promise<void> {
  const end = performance.now() + patienceMs;
  for (;;) {
    const client = new pg.Client({ connectionString });
    try {
      await client.connect();
      return;
    } catch (error) {
      if (performance.now() > end) throw error;
      await pause(50);
    } finally {
      await client.end();
    }
  }
}
