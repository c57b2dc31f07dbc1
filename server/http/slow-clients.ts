import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasBody, isUpload } from './bodies.ts';
import { AppError } from './errors.ts';
import { systemTimers, type Timers } from './timers.ts';

/** A JSON body is small: a client that needs longer than this is broken or hostile. */
export const BODY_TIMEOUT_MS = 20_000;
/** An upload may take minutes over a weak network, but needs 4 KiB per second, checked every 15 seconds. */
export const UPLOAD_WINDOW_MS = 15_000;
export const UPLOAD_WINDOW_BYTES = 60 * 1024;
/**
 * The remainder of a refused body is read and dropped, so that the client can read the answer: browsers read it after
 * their last byte, and closing a connection with unread bytes resets it, which loses the answer. At this interval the
 * remainder must have arrived at the speed of an upload.
 */
export const DRAIN_MS = 10_000;
/** At most this much of a refused body is read. */
export const DRAIN_MAX_BYTES = 64 * 1024 * 1024;

/**
 * Every request with a body has one timer, from its headers to the last byte of the body, or to the end of its answer
 * if that comes first; after an early answer it watches the remainder of the body. However the request ends, the timer
 * ends with it.
 */
export function refuseSlowBodies(app: FastifyInstance, timers: Timers = systemTimers): void {
  const late = new WeakSet<IncomingMessage>();

  const watch = (request: FastifyRequest, reply: FastifyReply) => {
    const { raw } = request;
    const { socket } = raw;
    let seen = socket.bytesRead;
    let cancel = () => {};
    const wait = (ms: number, run: () => void) => {
      cancel();
      cancel = timers.after(ms, run);
    };
    const stop = () => {
      cancel();
      // A connection serves thousands of requests: each removes its listeners.
      socket.removeListener('close', stop);
    };

    const refuse = () => {
      // The body has no reader yet (the session is being looked up) or will get none: then the answer ends the wait.
      // An error emitted on a stream without listeners would end the process.
      if (raw.listenerCount('error') === 0) return wait(BODY_TIMEOUT_MS, refuse);
      late.add(raw);
      // Emitted, without destroying the stream: the connection still carries the answer.
      raw.emit('error', new AppError('request_timeout', 'O pedido demorou demais para chegar. Tente de novo.'));
    };
    const askForSpeed = () => {
      const came = socket.bytesRead - seen;
      if (came < UPLOAD_WINDOW_BYTES) return refuse();
      seen = socket.bytesRead;
      wait(UPLOAD_WINDOW_MS, askForSpeed);
    };

    raw.once('end', stop);
    raw.once('close', stop);
    reply.raw.once('finish', () => {
      if (raw.complete) return stop();
      // Node emits no more events on an answered request: from here on only its connection does.
      socket.once('close', stop);
      const answeredAt = socket.bytesRead;
      seen = answeredAt;
      const drain = () => {
        const { bytesRead } = socket;
        if (bytesRead - seen < UPLOAD_WINDOW_BYTES || bytesRead - answeredAt > DRAIN_MAX_BYTES) {
          socket.destroy();
          return;
        }
        seen = bytesRead;
        wait(DRAIN_MS, drain);
      };
      wait(DRAIN_MS, drain);
    });
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) stop();
    });
    if (isUpload(request)) wait(UPLOAD_WINDOW_MS, askForSpeed);
    else wait(BODY_TIMEOUT_MS, refuse);
  };

  app.addHook('onRequest', (request, reply, done) => {
    if (hasBody(request.raw)) watch(request, reply);
    done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    const { raw } = request;
    if (!raw.complete) {
      // Node closes the connection right after an answer with this header.
      if (late.has(raw)) reply.header('Connection', 'close');
      else reply.removeHeader('Connection');
    }
    done(null, payload);
  });
}
