import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { systemTimers, type Timers } from './timers.ts';

/** The interval of checks on open answers, and how many in a row may find no progress: a minute. */
export const READ_CHECK_MS = 15_000;
const PATIENCE = 4;

/** Bytes handed to the network, without those that still wait in this process. */
const delivered = (socket: Socket) => socket.bytesWritten - socket.writableLength;

/**
 * A client that does not read its answer keeps it and the connection in memory: after a minute in which bytes wait and
 * none is taken, the connection is closed. An answer that is still being produced waits for us, not for the client, and
 * so does one whose last byte is with the network.
 */
export function refuseSlowReaders(app: FastifyInstance, timers: Timers = systemTimers): void {
  const open = new Map<ServerResponse, { socket: Socket; seen: number; idle: number }>();
  let cancel: (() => void) | null = null;

  const look = () => {
    for (const watched of open.values()) {
      const { socket } = watched;
      const now = delivered(socket);
      watched.idle = socket.writableLength > 0 && now === watched.seen ? watched.idle + 1 : 0;
      watched.seen = now;
      if (watched.idle < PATIENCE) continue;
      app.log.info('a client did not read its answer and was let go');
      socket.destroy();
    }
    cancel = timers.after(READ_CHECK_MS, look);
  };

  app.addHook('onSend', (_request, reply, payload, done) => {
    const { raw } = reply;
    // The client disconnected while the answer was produced: no event will report its end.
    const { socket } = raw;
    // A request with an unread body has released its socket; the answer still has it.
    if (raw.destroyed || !socket) return done(null, payload);
    open.set(raw, { socket, seen: delivered(socket), idle: 0 });
    cancel ??= timers.after(READ_CHECK_MS, look);
    raw.once('close', () => {
      open.delete(raw);
      if (open.size > 0) return;
      cancel?.();
      cancel = null;
    });
    done(null, payload);
  });
}
