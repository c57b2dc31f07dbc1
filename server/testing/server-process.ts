import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const main = join(import.meta.dirname, '../main.ts');
/** These tests start dozens of servers: half of each start would be compiling the same code again. */
const compiled = join(import.meta.dirname, '../../.cache/node');

export type ServerProcess = {
  url: string;
  pid: number;
  kill(signal: NodeJS.Signals): void;
  /** Every log line so far. */
  lines: string[];
  /** The exit code; null when a signal ended it. */
  ended: Promise<number | null>;
};

const settings = (dataDir: string) => ({
  ...process.env,
  NODE_ENV: 'test',
  NODE_COMPILE_CACHE: compiled,
  PORT: '0',
  DATA_DIR: dataDir,
  DATABASE_URL: '',
  RATE_LIMIT: 'off',
  SAMPLE_CONTENT: 'off',
  LOG_LEVEL: 'warn',
  ADMIN_USERNAME: 'admin',
  ADMIN_PASSWORD: 'segredo-do-admin',
  ADMIN_EMAIL: 'admin@exemplo.com.br',
});

const running = new Set<ChildProcess>();
// A test that fails half-way leaves no server running.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/**
 * The real server, as `npm start` runs it: with the embedded database, or the one in `environment`. Resolves when it
 * listens. `program` is the main module of another installation.
 */
export async function startServerProcess(
  dataDir: string,
  environment: Record<string, string> = {},
  program = main,
): Promise<ServerProcess> {
  const env = { ...settings(dataDir), ...environment };
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  running.add(child);
  child.once('exit', () => running.delete(child));
  const said: string[] = [];
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const lines = createInterface({ input: child.stdout });
  const url = await new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => {
      said.push(line);
      const address = /Alvorada: http:\/\/localhost:(\d+)/.exec(line);
      if (address) resolve(`http://127.0.0.1:${address[1]}`);
    });
    void ended.then((code) => reject(new Error(`The server ended with ${code} before it listened.`)));
  });
  return { url, pid: child.pid ?? 0, ended, lines: said, kill: (signal) => void child.kill(signal) };
}

/** Starts a server that is expected to exit, and returns the reason. */
export async function startAndFail(
  dataDir: string,
  environment: Record<string, string> = {},
): Promise<{ code: number | null; said: string }> {
  const env = { ...settings(dataDir), ...environment };
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, said };
}
