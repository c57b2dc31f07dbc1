import { spawn } from 'node:child_process';
import { createServer } from 'vite';

/** The server with reload and Vite together. Open Vite's address: it passes /api on. */
const server = spawn(
  'node',
  ['--watch-path=server', '--watch-path=contract', '--watch-preserve-output', 'server/main.ts'],
  {
    stdio: 'inherit',
    env: { ...process.env, LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn' },
  },
);
const vite = await createServer();
await vite.listen();
vite.printUrls();

const stop = () => {
  server.kill('SIGTERM');
  void vite.close();
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
server.on('exit', (code) => {
  void vite.close();
  process.exitCode = code ?? 0;
});
