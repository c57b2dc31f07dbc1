import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const main = join(import.meta.dirname, '../main.ts');

export type ServerProcess = {
  url: string;
  pid: number;
  kill(signal: NodeJS.Signals): void;
  /** The exit code; null when a signal ended it. */
  ended: Promise<number | null>;
};

const settings = (dataDir: string) => ({
  ...process.env,
  NODE_ENV: 'test',
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

/** The real server with the database it brings, as `npm start` runs it. Resolves when it listens. */
export async function startServerProcess(dataDir: string): Promise<ServerProcess> {
  const child = spawn(process.execPath, [main], { env: settings(dataDir), stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const lines = createInterface({ input: child.stdout });
  const url = await new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => {
      const address = /Alvorada: http:\/\/localhost:(\d+)/.exec(line);
      if (address) resolve(`http://127.0.0.1:${address[1]}`);
    });
    void ended.then((code) => reject(new Error(`The server ended with ${code} before it listened.`)));
  });
  return { url, pid: child.pid ?? 0, ended, kill: (signal) => void child.kill(signal) };
}

/** Starts a server that is expected to give up, and tells why it did. */
export async function startAndFail(dataDir: string): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [main], { env: settings(dataDir), stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, said };
}
