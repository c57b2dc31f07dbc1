import type { FastifyInstance } from 'fastify';

/** While the server stops, the last answer on a connection closes it: browsers keep theirs open for a minute otherwise. */
export function closeConnectionsWhenStopping(app: FastifyInstance): void {
  let stopping = false;
  app.addHook('preClose', async () => {
    stopping = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (stopping) reply.header('Connection', 'close');
  });
}
