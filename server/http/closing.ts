import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** From now on every answer closes its connection, and the readiness probe fails; requests are still served. */
    drain: () => void;
    isDraining: () => boolean;
  }
}

/**
 * While the server stops, the last answer on a connection closes it: browsers otherwise keep theirs open for a minute.
 */
export function closeConnectionsWhenStopping(app: FastifyInstance): void {
  let draining = false;
  app.decorate('drain', () => {
    draining = true;
  });
  app.decorate('isDraining', () => draining);
  app.addHook('preClose', async () => {
    draining = true;
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (draining) reply.header('Connection', 'close');
    done(null, payload);
  });
}
