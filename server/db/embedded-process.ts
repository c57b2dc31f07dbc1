import { spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Binaries } from './embedded-binaries.ts';
import type { Cluster } from './embedded-cluster.ts';
import { environment } from './embedded-run.ts';
import { type SocketDirectory, socketSettings } from './embedded-socket.ts';

/** Stopping the server may take 10 s in all; PostgreSQL goes on alone when its last checkpoint needs longer. */
const STOP_MS = 8000;
const READY = 'database system is ready to accept connections';
/** Lines of every start and stop; the server's own log has them already. */
const ROUTINE =
  /^LOG: {2}(starting PostgreSQL|listening on|database system (was shut down|is ready|is shut down)|received fast shutdown|aborting any active|shutting down)/;

/**
 * The supervisor: a shell in a separate session, so that Ctrl-C in the terminal does not reach the database before the
 * server has answered its requests. The server holds the other end of its standard input. When that closes, on request
 * or by kill -9, the supervisor sends SIGINT (fast shutdown) until PostgreSQL has ended. It repeats the signal because
 * a PostgreSQL that has only just started ignores it. Descriptor 3 is the lock on DATA_DIR.
 */
const SUPERVISOR = `
temporary=$1; shift
exec 4<&0 </dev/null
trap '' HUP INT TERM
"$@" 4<&- &
database=$!
(
  while read -r line; do :; done <&4
  while kill -INT "$database"; do sleep 1; done
) 3>&- >/dev/null 2>&1 &
watcher=$!
wait "$database"
code=$?
kill -KILL "$watcher"
if [ -n "$temporary" ]; then rm -rf "$temporary"; fi
exit "$code"
`;

/** Settings that other code relies on. Statements and row values stay out of the log: they are personal data. */
const FIXED = {
  lc_messages: 'C',
  timezone: 'UTC',
  log_timezone: 'UTC',
  logging_collector: 'off',
  log_destination: 'stderr',
  log_line_prefix: '',
  log_min_messages: 'warning',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

/** Saves a process: nothing replicates from an embedded database. */
const UNUSED = { max_logical_replication_workers: '0' };

const DEFAULTS = {
  cluster_name: 'alvorada',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  log_checkpoints: 'off',
  ...UNUSED,
};

export type Running = {
  /** Resolves when PostgreSQL has ended, for whatever reason. */
  ended: Promise<void>;
  stop(): Promise<void>;
};

type Launch = {
  binaries: Binaries;
  cluster: Cluster;
  socket: SocketDirectory;
  settings: Record<string, string>;
  lockFd: number;
  log: (message: string) => void;
};

/** Starts PostgreSQL and waits until it answers, however long its recovery takes. */
export async function launch({ binaries, cluster, socket, settings, lockFd, log }: Launch): Promise<Running> {
  const all = { ...DEFAULTS, ...settings, ...FIXED, ...socketSettings(socket) };
  const command = [join(binaries.home, 'bin/postgres'), '-D', cluster.path];
  for (const [name, value] of Object.entries(all)) command.push('-c', `${name}=${value}`);
  const child = spawn(
    '/bin/sh',
    ['-c', SUPERVISOR, 'alvorada-postgres', socket.temporary ? socket.path : '', ...command],
    {
      ...cluster.account,
      cwd: '/',
      env: environment,
      detached: true,
      stdio: ['pipe', 'ignore', 'pipe', lockFd],
    },
  );
  const { stdin, stderr } = child;
  if (!stdin || !stderr) throw new Error('PostgreSQL was started without its pipes.');

  const lines: string[] = [];
  let stopping = false;
  let ready = false;
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));

  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (!ready) reject(new Error(`PostgreSQL did not start (exit code ${code}):\n${lines.join('\n')}`));
      else if (!stopping) log(`PostgreSQL ended by itself (exit code ${code})`);
    });
    createInterface({ input: stderr }).on('line', (line) => {
      if (!ready && lines.push(line) > 30) lines.shift();
      if (!ROUTINE.test(line)) log(line);
      if (line.includes(READY)) {
        ready = true;
        resolve();
      }
    });
  });

  // PostgreSQL does not keep this process alive: a process that forgets `stop` still ends, and its closed pipe stops
  // PostgreSQL.
  child.unref();
  for (const stream of [stdin, stderr]) if (stream instanceof Socket) stream.unref();

  return {
    ended,
    async stop() {
      stopping = true;
      child.ref();
      stdin.end();
      let timer: NodeJS.Timeout | undefined;
      const patience = new Promise<'late'>((resolve) => {
        timer = setTimeout(resolve, STOP_MS, 'late');
      });
      if ((await Promise.race([ended, patience])) === 'late') {
        log('PostgreSQL is still writing its last checkpoint and ends on its own');
      }
      clearTimeout(timer);
    },
  };
}
