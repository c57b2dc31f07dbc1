import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import {
  cloneDatabase,
  cloneSampleSchool,
  dropDatabase,
  type TestCluster,
  type TestConnection,
} from '#server/testing/cluster.ts';
import type { Answer, Order, Wishes } from './host.ts';

export type RunningServer = {
  url: string;
  dataDir: string;
  connection: { connectionString: string };
  /** Lines of level error and above since the last call: a fault that the page may have hidden. */
  takeErrors(): string[];
  /** Waits until the server has heard a word of `invalidateCaches`. */
  hear(word: string): Promise<void>;
  stop(): Promise<void>;
};

/** The administrator of every browser-test server. */
export const firstAdmin = { username: 'admin', password: 'alvorada-e2e' };

const settings = {
  NODE_ENV: 'test',
  HOST: '127.0.0.1',
  RATE_LIMIT: 'off',
  LOG_LEVEL: 'warn',
  ADMIN_USERNAME: firstAdmin.username,
  ADMIN_PASSWORD: firstAdmin.password,
  ADMIN_EMAIL: 'admin@exemplo.com.br',
};

const root = join(import.meta.dirname, '..');

/**
 * The real server on a clone of the migrated template. All of a worker's servers run one after the other in one process
 * (host.ts): a spec file waits for a database and an app, and not for two thousand modules to be read once more.
 */
export async function startServer(
  host: Host,
  name: string,
  { sampleContent, hostname, smtpUrl }: { sampleContent: boolean; hostname: string; smtpUrl?: string | undefined },
): Promise<RunningServer> {
  const cluster = JSON.parse(process.env.E2E_CLUSTER ?? '') as TestCluster;
  const dataDir = await mkdtemp(join(tmpdir(), 'alvorada-e2e-'));
  const prepare = ({ connectionString }: TestConnection, files: string) =>
    host.ask('prepare', { ...settings, DATABASE_URL: connectionString, DATA_DIR: files, SAMPLE_CONTENT: 'on' });
  const connection = await (sampleContent
    ? cloneSampleSchool(cluster, { suite: 'e2e', name, files: dataDir }, prepare)
    : cloneDatabase(cluster, name));
  const port = await freePort();
  const url = `http://${hostname}:${port}`;
  let errors: string[] = [];
  host.onLine((line) => {
    if (isError(line)) errors.push(line);
  });
  await host.ask('start', {
    ...settings,
    PORT: String(port),
    PUBLIC_URL: url,
    DATABASE_URL: connection.connectionString,
    DATA_DIR: dataDir,
    SAMPLE_CONTENT: sampleContent ? 'on' : 'off',
    ...(smtpUrl ? { SMTP_URL: smtpUrl, MAIL_FROM: 'Escola <escola@exemplo.com.br>' } : {}),
  });
  return {
    url,
    dataDir,
    connection,
    takeErrors() {
      const taken = errors;
      errors = [];
      return taken;
    },
    hear: (word) => host.ask('hear', word),
    async stop() {
      await host.ask('stop', null);
      await dropDatabase(cluster, name);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export type Host = {
  /** Who hears the lines of the log: the server that runs now. */
  onLine(hear: (line: string) => void): void;
  ask<Wish extends keyof Wishes>(wish: Wish, what: Wishes[Wish]): Promise<void>;
  end(): Promise<void>;
};

/** The process that a worker's servers run in. */
export function startHost(): Host {
  const child = fork(join(import.meta.dirname, 'host.ts'), {
    cwd: root,
    execArgv: [],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { ...process.env, NODE_COMPILE_CACHE: join(root, '.cache/node') },
  });
  const exited = once(child, 'exit');
  let hear = (_line: string): void => {};
  let count = 0;
  const waiting = new Map<number, (answer: Answer) => void>();
  child.on('message', (answer: Answer) => waiting.get(answer.id)?.(answer));
  if (!child.stdout) throw new Error('The host says nothing.');
  createInterface({ input: child.stdout }).on('line', (line) => hear(line));
  return {
    onLine(next) {
      hear = next;
    },
    async ask(wish, what) {
      count += 1;
      const id = count;
      const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
      child.send({ id, wish, what } as Order);
      const answer = await Promise.race([answered, exited]);
      waiting.delete(id);
      if (Array.isArray(answer)) throw new Error(`The host ended with ${answer[0]}.`);
      if (answer.fault) throw new Error(`The host could not ${wish}: ${answer.fault}`);
    },
    async end() {
      child.disconnect();
      const [code] = await exited;
      if (code !== 0) throw new Error(`The host ended with ${code}.`);
    },
  };
}

const ERROR_LEVEL = 50;

function isError(line: string): boolean {
  if (!line.startsWith('{')) return false;
  return (JSON.parse(line) as { level: number }).level >= ERROR_LEVEL;
}

/** Links in e-mails carry the port, so it has to be known before the server starts. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}
