import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createServer, type ViteDevServer } from 'vite';

/**
 * The server with reload and Vite together. Open Vite's address (DEV_PORT, 5173): it passes /api on to the server's
 * (PORT, 3000).
 */
const root = join(import.meta.dirname, '..');
const serverPort = Number(process.env.PORT ?? 3000);

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

/** Asked before anything is started: a server that cannot listen would be started again at every change. */
async function refuseTakenPort(port: number): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1' });
  const taken = await Promise.race([
    once(socket, 'connect').then(() => true),
    once(socket, 'error').then(() => false),
  ]).catch(() => false);
  socket.destroy();
  if (taken) fail(`Port ${port} is taken: end what listens there, or choose another one: PORT=3001 npm run dev`);
}

async function startVite(): Promise<ViteDevServer> {
  const vite = await createServer();
  try {
    return await vite.listen();
  } catch (error) {
    await vite.close();
    fail(`${(error as Error).message}. Choose another one: DEV_PORT=5174 npm run dev`);
  }
}

let server: ChildProcess | undefined;
let stopping = false;

function start(): void {
  const child = fork(join(root, 'scripts/dev-server.ts'), {
    cwd: root,
    env: {
      LOG_LEVEL: 'warn',
      // What is printed and what mails link to is the address that has the screens: Vite's.
      PUBLIC_URL: `http://localhost:${vite.config.server.port}`,
      ...process.env,
      PORT: String(serverPort),
    },
  });
  server = child;
  child.once('exit', (code) => {
    if (server === child) server = undefined;
    if (!stopping && code !== 0)
      console.error('The server ended; it starts again at the next change in server/ or contract/.');
  });
}

async function end(): Promise<void> {
  const child = server;
  if (!child) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

await refuseTakenPort(serverPort);
const vite = await startVite();
start();
vite.printUrls();

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, async () => {
    stopping = true;
    await Promise.all([end(), vite.close()]);
    process.exit(0);
  });
}

/** Editors write a file in several steps: what follows at once belongs to the same change. */
const SETTLE_MS = 100;
let settling: NodeJS.Timeout | undefined;
let restarting: Promise<void> = Promise.resolve();

async function restartOnChange(folder: string): Promise<void> {
  for await (const { filename } of watch(join(root, folder), { recursive: true })) {
    if (!filename || !/\.(ts|sql|html)$/.test(filename) || /\.test\.ts$/.test(filename)) continue;
    clearTimeout(settling);
    settling = setTimeout(() => {
      restarting = restarting.then(async () => {
        if (stopping) return;
        await end();
        start();
      });
    }, SETTLE_MS);
  }
}

await Promise.all(['server', 'contract'].map(restartOnChange));
