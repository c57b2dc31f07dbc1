import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasBody, isUpload } from './bodies.ts';
import { AppError } from './errors.ts';
import { systemTimers, type Timers } from './timers.ts';

/** A JSON body is small: who needs longer than this for it is broken, or means harm. */
export const BODY_TIMEOUT_MS = 20_000;
/** An upload may take minutes over a weak network, but it has to come: 4 KiB a second, looked at every quarter of a minute. */
export const UPLOAD_WINDOW_MS = 15_000;
export const UPLOAD_WINDOW_BYTES = 60 * 1024;
/**
 * The rest of a refused body is read and dropped, so that the client can read the answer: browsers read it after their
 * last byte, and a connection that is closed with unread bytes is reset, which loses the answer. Every so often the rest
 * must have come at the speed of an upload.
 */
export const DRAIN_MS = 10_000;
/** More is not read of a refused body. */
export const DRAIN_MAX_BYTES = 64 * 1024 * 1024;

/**
 * Every request with a body has one timer, from its headers to the last byte of the body, or to the end of its answer
 * if that comes first; after an early answer it watches the rest of the body. It ends with the request in every way in
 * which a request can end.
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
      // A connection lives through thousands of requests: each takes with it what it listened to.
      socket.removeListener('close', stop);
    };

    const refuse = () => {
      // The body has no reader yet (the session is being looked up) or will get none: then the answer ends the wait.
      // An error emitted on a stream without listeners would end the process.
      if (raw.listenerCount('error') === 0) return wait(BODY_TIMEOUT_MS, refuse);
      late.add(raw);
      // Told, not destroyed: the connection still carries the answer.
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
      // Node tells a request nothing any more once it is answered: from here on only its connection does.
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
