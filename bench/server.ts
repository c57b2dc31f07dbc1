import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { startEmbedded } from '../server/db/embedded.ts';
import { connectionUrl } from '../server/db/embedded-socket.ts';

const root = join(import.meta.dirname, '..');

/** The real server in a process of its own, on a new database with fsync on, both in a temporary directory. */
export async function startBenchServer(settings: Record<string, string> = {}, env: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'alvorada-bench-'));
  await chmod(dataDir, 0o711);
  const postgres = await startEmbedded({ dataDir, log: () => undefined, settings });
  const connection = { connectionString: connectionUrl(postgres.connection) };
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'test',
      PORT: '0',
      HOST: '127.0.0.1',
      DATABASE_URL: connection.connectionString,
      DATA_DIR: join(dataDir, 'files'),
      SAMPLE_CONTENT: 'off',
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'warn',
      ...env,
    },
  });
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const found = /Alvorada: (http:\S+)/.exec(line)?.[1];
      if (found) resolve(found.replace('localhost', '127.0.0.1'));
    });
    child.once('exit', (code) => reject(new Error(`The server ended with ${code} before it listened.`)));
  });
  return {
    url,
    connection,
    scratch: dataDir,
    pid: child.pid ?? 0,
    databasePid: await postmasterOf(connection),
    async stop() {
      if (child.exitCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}

/** A backend's parent is the postmaster, and PostgreSQL tells the backend's number. */
async function postmasterOf(connection: { connectionString: string }): Promise<number> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number }>(
      "SELECT (regexp_split_to_array(pg_read_file('postmaster.pid'), E'\\\\s+'))[1]::int AS pid",
    );
    return rows[0]?.pid ?? 0;
  } finally {
    await client.end();
  }
}
