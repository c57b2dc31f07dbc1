import { randomBytes } from 'node:crypto';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { sameOriginFault } from './access.ts';
import { beforeRouting } from './before-routing.ts';
import { closeConnectionsWhenStopping } from './closing.ts';
import { compressAnswers } from './compression.ts';
import { connectionsPerAddress, limitConnections, serverLimits } from './connections.ts';
import { handleErrors, type ReportUnlisted } from './errors.ts';
import { limitExpensiveWork } from './expensive-work.ts';
import { acceptEmptyJson } from './json.ts';
import { chooseWhereToRead } from './lagging-reads.ts';
import { RequestLog } from './logging.ts';
import { refuseOverload } from './overload.ts';
import { limitRates } from './rate-limit.ts';
import { refuseUndeclaredRoutes } from './route.ts';
import { apiHeaders, sendSecurityHeaders } from './security-headers.ts';
import { registerSessions } from './sessions.ts';
import { refuseSlowBodies } from './slow-clients.ts';
import { refuseSlowReaders } from './slow-readers.ts';
import type { Timers } from './timers.ts';
import { traceRequests } from './trace-requests.ts';

/** Distinct from the ids of other processes and earlier starts, and cheap: every request has one. */
function requestIds(): () => string {
  const process = randomBytes(9).toString('base64url');
  let count = 0;
  return () => {
    count += 1;
    return `${process}-${count.toString(36)}`;
  };
}

/** Settings for tests; the product runs with the defaults. */
export type HttpSettings = { timers?: Timers; tellUnlisted?: ReportUnlisted };

/** The hooks of every request, before the features add their routes. */
export async function createServer(deps: Deps, { timers, tellUnlisted }: HttpSettings): Promise<FastifyInstance> {
  const newId = requestIds();
  const early = beforeRouting(newId);
  const app = Fastify({
    ...early.options,
    loggerInstance: deps.log,
    logController: new RequestLog(),
    genReqId: newId,
    // Trusts the nearest hop only: a client's own X-Forwarded-For is ignored.
    trustProxy: deps.config.trustProxy ? (_address, hop) => hop === 0 : false,
    http: { ...early.options.http, ...serverLimits },
    // Keeps a slow client from occupying a connection for ever; a photo over a weak mobile network takes minutes.
    requestTimeout: 300_000,
    keepAliveTimeout: 65_000,
    bodyLimit: 64 * 1024,
    routerOptions: { maxParamLength: 200 },
    // Requests that arrive while the server stops are still answered; the listener closes first.
    return503OnClosing: false,
  });
  traceRequests(app, deps.tracing);
  limitConnections(app, connectionsPerAddress(deps.config));
  refuseUndeclaredRoutes(app);
  refuseOverload(app, deps.pool, limitExpensiveWork(app));
  // Before every hook that looks at the body that is sent.
  compressAnswers(app);
  refuseSlowBodies(app, timers);
  refuseSlowReaders(app, timers);
  closeConnectionsWhenStopping(app);
  handleErrors(app, tellUnlisted);
  acceptEmptyJson(app);
  await app.register(cookie);
  early.replaceNodesAnswers(app, await sendSecurityHeaders(app, apiHeaders(deps.config)));
  // Synchronous hooks use callbacks instead of promises: they run for every request.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('X-Request-Id', request.id);
    done(sameOriginFault(request, deps.config.publicUrl));
  });
  registerSessions(app, deps);
  chooseWhereToRead(app, deps);
  limitRates(app, deps);
  return app;
}
