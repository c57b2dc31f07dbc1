/** Asks this machine's server whether it lives: the health check of the container. */
const { PORT = '3000' } = process.env;
const response = await fetch(`http://127.0.0.1:${PORT}/healthz`).catch(() => null);
process.exitCode = response?.ok ? 0 : 1;
