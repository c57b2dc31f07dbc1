import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { cloneDatabase, dropDatabase, type TestCluster } from '../server/testing/cluster.ts';

export type RunningServer = {
  url: string;
  dataDir: string;
  connection: { connectionString: string };
  /** Lines of level error and above since the last call: a fault that the page may have hidden. */
  takeErrors(): string[];
  stop(): Promise<void>;
};

/** The administrator of every browser-test server. */
export const firstAdmin = { username: 'admin', password: 'alvorada-e2e' };

const root = join(import.meta.dirname, '..');

/** The real server in a process of its own, on a clone of the migrated template. */
export async function startServer(
  name: string,
  { sampleContent, host }: { sampleContent: boolean; host: string },
): Promise<RunningServer> {
  const cluster = JSON.parse(process.env.E2E_CLUSTER ?? '') as TestCluster;
  const connection = await cloneDatabase(cluster, name);
  const dataDir = await mkdtemp(join(tmpdir(), 'alvorada-e2e-'));
  const port = await freePort();
  const url = `http://${host}:${port}`;
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'test',
      // Every spec file starts a server: the modules are compiled once.
      NODE_COMPILE_CACHE: join(root, '.cache/node'),
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: url,
      DATABASE_URL: connection.connectionString,
      DATA_DIR: dataDir,
      RATE_LIMIT: 'off',
      SAMPLE_CONTENT: sampleContent ? 'on' : 'off',
      LOG_LEVEL: 'warn',
      ADMIN_USERNAME: firstAdmin.username,
      ADMIN_PASSWORD: firstAdmin.password,
      ADMIN_EMAIL: 'admin@exemplo.com.br',
    },
  });
  const exited = once(child, 'exit');
  let errors: string[] = [];
  const announced = new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.includes(`Alvorada: ${url}`)) resolve();
      if (isError(line)) errors.push(line);
    });
    child.once('exit', (code) => reject(new Error(`The server ended with ${code} before it listened.`)));
  });
  await announced;
  return {
    url,
    dataDir,
    connection,
    takeErrors() {
      const taken = errors;
      errors = [];
      return taken;
    },
    async stop() {
      child.kill('SIGTERM');
      const [code] = await exited;
      await dropDatabase(cluster, name);
      await rm(dataDir, { recursive: true, force: true });
      if (code !== 0) throw new Error(`The server ended with ${code} after SIGTERM.`);
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
