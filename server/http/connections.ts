import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { networkOf } from './networks.ts';

/**
 * Limits of the HTTP server: headers have to arrive soon and stay small. A silent connection is closed by the same
 * rule, after the time for headers and at most one check interval.
 */
export const serverLimits = {
  headersTimeout: 10_000,
  connectionsCheckingInterval: 2500,
  maxHeaderSize: 16 * 1024,
};
export const MAX_CONNECTIONS = 8000;
/** A browser opens up to six. */
const PER_ADDRESS = 200;

/**
 * How many connections one address may hold in this process; null: unlimited. Behind a proxy every connection comes
 * from the proxy, which sets its own limits (docs/operations.md).
 */
export function connectionsPerAddress(config: { trustProxy: boolean; rateLimit: boolean; workers: number }) {
  if (config.trustProxy || !config.rateLimit) return null;
  // The primary process distributes connections to the workers in turn.
  return Math.ceil(PER_ADDRESS / config.workers);
}

/** Above its share an address loses its oldest idle connection; when all are busy the new one is refused. */
export function limitConnections(app: FastifyInstance, perAddress: number | null): void {
  app.server.maxConnections = MAX_CONNECTIONS;
  if (perAddress === null) return;
  const held = new Map<string, Set<Socket>>();
  const busy = new WeakSet<Socket>();

  app.server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    busy.add(socket);
    response.once('close', () => busy.delete(socket));
  });
  app.server.on('connection', (socket: Socket) => {
    // Disconnected before this handler ran.
    if (socket.remoteAddress === undefined) return socket.destroy();
    const key = networkOf(socket.remoteAddress);
    const own = held.get(key) ?? new Set<Socket>();
    if (own.size >= perAddress) {
      const idle = [...own].find((other) => !busy.has(other));
      if (!idle) return socket.destroy();
      own.delete(idle);
      idle.destroy();
    }
    held.set(key, own.add(socket));
    socket.once('close', () => {
      own.delete(socket);
      if (own.size === 0 && held.get(key) === own) held.delete(key);
    });
  });
}
