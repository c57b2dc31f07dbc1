import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { freePort } from '#server/parts/testing/ports.ts';
import { ask as askAt, COMMAND_MS, run } from '../parts.ts';
import { END_MS, until, within } from '../wait.ts';

const BIN = '/usr/lib/postgresql/15/bin';
const STANZA = '--stanza=alvorada';
/** A backup or a restore. */
const BACKUP_MS = 3_600_000;
/** After a restore the whole log is replayed. */
const RECOVERY_MS = 600_000;
const recipe = join(import.meta.dirname, '../../deploy/ha/pgbackrest.conf');

/** What is missing on this machine, in one line; undefined: nothing. */
export function missingHere(): string | undefined {
  try {
    execFileSync('which', ['pgbackrest', 'setpriv', join(BIN, 'postgres')], {
      stdio: 'ignore',
      timeout: COMMAND_MS,
    });
  } catch {
    return 'missing here: apt-get install --no-install-recommends pgbackrest postgresql-15';
  }
  return process.getuid?.() === 0 ? undefined : 'needs root, to run PostgreSQL under its own account';
}

/** The recipe's file as an operator fills it in, with directories of this run. */
export async function filledIn({ home, repository, port }: { home: string; repository: string; port: number }) {
  return (await readFile(recipe, 'utf8'))
    .replaceAll('[global]\n', `[global]\nlock-path=${join(home, 'lock')}\n`)
    .replaceAll('/var/lib/pgbackrest', repository)
    .replaceAll('/var/log/pgbackrest', join(home, 'log'))
    .replaceAll('/var/lib/postgresql/15', home)
    .replaceAll('/var/run/postgresql', join(home, 'run'))
    .replaceAll('pg1-port=5432', `pg1-port=${port}`)
    .replaceAll('@CIPHER_PASSWORD@', 'only-for-this-run');
}

/** Debian's PostgreSQL with the recipe's pgBackRest, in a separate directory. */
export async function startArchivedPostgres(archiveTimeoutSeconds: number) {
  const directory = await mkdtemp(join(tmpdir(), 'alvorada-pitr-'));
  await chmod(directory, 0o711);
  const [, , uid = '', gid = ''] = execFileSync('getent', ['passwd', 'postgres'], {
    encoding: 'utf8',
    timeout: COMMAND_MS,
  }).split(':');
  const account = { uid: Number(uid), gid: Number(gid) };
  const home = join(directory, 'postgres');
  const data = join(home, 'alvorada');
  const config = join(home, 'pgbackrest.conf');
  for (const path of [home, ...['repository', 'log', 'run', 'lock'].map((name) => join(home, name))]) {
    await mkdir(path, { mode: 0o700 });
    await chown(path, account.uid, account.gid);
  }
  const port = await freePort();
  const filled = await filledIn({ home, repository: join(home, 'repository'), port });
  await writeFile(config, filled, { mode: 0o644 });

  const asPostgres = (program: string, args: string[]) =>
    run('setpriv', ['--reuid=postgres', '--regid=postgres', '--init-groups', '--', program, ...args], {
      cwd: home,
      patienceMs: BACKUP_MS,
    });
  const pgbackrest = (...args: string[]) => asPostgres('pgbackrest', [`--config=${config}`, STANZA, ...args]);

  await asPostgres(join(BIN, 'initdb'), [
    '-D',
    data,
    '-U',
    'postgres',
    '--auth=trust',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '-k',
  ]);
  await appendFile(
    join(data, 'postgresql.conf'),
    [
      `port = ${port}`,
      `unix_socket_directories = '${join(home, 'run')}'`,
      'archive_mode = on',
      `archive_timeout = ${archiveTimeoutSeconds}`,
      `archive_command = 'pgbackrest --config=${config} ${STANZA} archive-push %p'`,
      '',
    ].join('\n'),
  );

  const ask = <Row extends pg.QueryResultRow>(text: string, database = 'alvorada') =>
    askAt<Row>({ host: '127.0.0.1', port, user: 'postgres', database }, text);

  let server: ReturnType<typeof spawn> | undefined;
  /** Resolves when it takes writes: after a restore, when all of the log is in. */
  const start = async () => {
    server = spawn(join(BIN, 'postgres'), ['-D', data], { stdio: 'ignore', ...account });
    const isReady = async () =>
      (await ask<{ ready: boolean }>('SELECT NOT pg_is_in_recovery() AS ready', 'postgres'))[0]?.ready === true;
    await until('PostgreSQL takes writes', RECOVERY_MS, isReady, 50);
  };
  const end = async (signal: NodeJS.Signals) => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await within(`the end of PostgreSQL after ${signal}`, END_MS, ended);
  };

  // A run that fails half-way leaves no server behind.
  process.once('exit', () => server?.kill('SIGKILL'));
  await start();
  await ask('CREATE ROLE alvorada LOGIN', 'postgres');
  await ask('CREATE DATABASE alvorada OWNER alvorada', 'postgres');
  await pgbackrest('stanza-create');
  await pgbackrest('check');
  return {
    directory,
    url: `postgres://alvorada@127.0.0.1:${port}/alvorada`,
    ask,
    backUp: (type: 'full' | 'diff') => pgbackrest(`--type=${type}`, 'backup'),
    /** The machine is gone, with its disk. */
    async destroy() {
      await end('SIGKILL');
      await rm(data, { recursive: true });
    },
    /** Back to a moment, or as far as the archive goes. Hands back how long it took until writes were taken. */
    async restore(to?: string): Promise<number> {
      const began = performance.now();
      await pgbackrest(...(to ? ['--type=time', `--target=${to}`, '--target-action=promote'] : []), 'restore');
      await start();
      return (performance.now() - began) / 1000;
    },
    repositoryBytes: async () => Number((await run('du', ['-sb', join(home, 'repository')])).split('\t')[0]),
    async stop() {
      await end('SIGINT');
      await rm(directory, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}
