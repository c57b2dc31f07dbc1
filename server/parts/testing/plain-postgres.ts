import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newClusterAccount } from '../../db/embedded-account.ts';
import { usableBinaries } from '../../db/embedded-binaries.ts';
import { run } from '../../db/embedded-run.ts';
import { freePort, untilOpen } from './ports.ts';

export type PlainPostgres = { directory: string; port: number; url: string; stop(): Promise<void> };

/**
 * A PostgreSQL as an operator has one: on a port, with a role that owns its database and is no superuser. Whatever
 * stands before it in production can stand before this one.
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
  await writeFile(
    join(data, 'postgresql.auto.conf'),
    `port = ${port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = ''\nfsync = off\n`,
  );
  const postgres = spawn(join(home, 'bin/postgres'), ['-D', data], {
    stdio: 'ignore',
    ...(account ? { uid: account.uid, gid: account.gid } : {}),
  });
  const ended = once(postgres, 'exit');
  await untilOpen(port);
  const { default: pg } = await import('pg');
  const admin = new pg.Client({ connectionString: `postgres://owner@127.0.0.1:${port}/postgres` });
  await admin.connect();
  await admin.query('CREATE ROLE alvorada LOGIN');
  await admin.query('CREATE DATABASE alvorada OWNER alvorada');
  await admin.end();
  return {
    directory,
    port,
    url: `postgres://alvorada@127.0.0.1:${port}/alvorada`,
    async stop() {
      postgres.kill('SIGINT');
      await ended;
      await rm(directory, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}
