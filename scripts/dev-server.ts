/** The server as `npm run dev` starts it: it ends with the command that started it, even when that was killed. */
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
await import('#server/main.ts');
