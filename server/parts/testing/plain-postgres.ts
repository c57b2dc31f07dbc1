import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, cp, lchown, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { newClusterAccount } from '#server/db/embedded-account.ts';
import { usableBinaries } from '#server/db/embedded-binaries.ts';
import { run } from '#server/db/embedded-run.ts';
import { freePort, untilOpen } from './ports.ts';

export type PlainPostgres = {
  directory: string;
  data: string;
  port: number;
  url: string;
  /** For the superuser. */
  adminUrl: string;
  stop(): Promise<void>;
};

const urlsAt = (port: number) => ({
  url: `postgres://alvorada@127.0.0.1:${port}/alvorada`,
  adminUrl: `postgres://owner@127.0.0.1:${port}/postgres`,
});

const settingsAt = (port: number) =>
  `port = ${port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = ''\nfsync = off\n`;

/** Runs the cluster in a directory until `stop` is called. */
async function serve(directory: string, data: string, port: number): Promise<PlainPostgres> {
  const account = await newClusterAccount();
  const { home } = await usableBinaries(account, join(directory, 'spare'));
  const postgres = spawn(join(home, 'bin/postgres'), ['-D', data], {
    stdio: 'ignore',
    ...(account ? { uid: account.uid, gid: account.gid } : {}),
  });
  const ended = once(postgres, 'exit');
  const stop = async () => {
    postgres.kill('SIGINT');
    await ended;
    await rm(directory, { recursive: true, force: true, maxRetries: 20 });
  };
  const served = { directory, data, port, ...urlsAt(port), stop };
  await untilOpen(port);
  await untilAnswering(served);
  return served;
}

/** Waits for an answer: PostgreSQL listens before it has replayed its log. */
async function untilAnswering(postgres: PlainPostgres, patienceMs = 30_000): Promise<void> {
  const end = performance.now() + patienceMs;
  for (;;) {
    try {
      return await asAdmin(postgres, async () => undefined);
    } catch (error) {
      if (performance.now() > end) throw error;
      await delay(50);
    }
  }
}

/**
 * A PostgreSQL as an operator has one: on a port, with a role that owns its database and is no superuser. A pooler or
 * proxy can be put in front of it as in production.
 */
export async function startPlainPostgres(): Promise<PlainPostgres> {
  const directory = await mkdtemp(join(tmpdir(), 'alvorada-parts-'));
  await chmod(directory, 0o711);
  const account = await newClusterAccount();
  const { home } = await usableBinaries(account, join(directory, 'spare'));
  const data = join(directory, 'postgres');
  await mkdir(data, { mode: 0o700 });
  if (account) await chown(data, account.uid, account.gid);
  const made = await run(
    join(home, 'bin/initdb'),
    ['--pgdata', data, '--username', 'owner', '--auth', 'trust', '--encoding', 'UTF8', '--locale', 'C', '--no-sync'],
    { account },
  );
  if (made.code !== 0) throw new Error(made.output);
  const port = await freePort();
  await writeFile(join(data, 'postgresql.auto.conf'), settingsAt(port));
  const running = await serve(directory, data, port);
  await asAdmin(running, async (admin) => {
    await admin.query('CREATE ROLE alvorada LOGIN');
    await admin.query('CREATE DATABASE alvorada OWNER alvorada');
  });
  return running;
}

export async function asAdmin<T>(of: PlainPostgres, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: of.adminUrl });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

/** A streaming replica that applies a commit only after the delay `heldBack`. */
export async function startReplicaOf(primary: PlainPostgres, heldBack: string): Promise<PlainPostgres> {
  const directory = await mkdtemp(join(tmpdir(), 'alvorada-parts-'));
  await chmod(directory, 0o711);
  const data = join(directory, 'postgres');
  // The npm package lacks pg_basebackup; this does the same.
  await asAdmin(primary, async (admin) => {
    await admin.query("SELECT pg_backup_start('replica', true)");
    await cp(primary.data, data, { recursive: true, filter: (path) => !path.endsWith('/postmaster.pid') });
    const { rows } = await admin.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
    await writeFile(join(data, 'backup_label'), rows[0]?.labelfile ?? '');
  });
  const port = await freePort();
  await writeFile(join(data, 'standby.signal'), '');
  await writeFile(
    join(data, 'postgresql.auto.conf'),
    `${settingsAt(port)}primary_conninfo = 'host=127.0.0.1 port=${primary.port} user=owner'\nrecovery_min_apply_delay = '${heldBack}'\n`,
  );
  const account = await newClusterAccount();
  if (account) await chownAll(data, account);
  await chmod(data, 0o700);
  return serve(directory, data, port);
}

async function chownAll(path: string, { uid, gid }: { uid: number; gid: number }): Promise<void> {
  await chown(path, uid, gid);
  for (const entry of await readdir(path, { withFileTypes: true, recursive: true })) {
    await lchown(join(entry.parentPath, entry.name), uid, gid);
  }
}
