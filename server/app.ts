import { randomBytes } from 'node:crypto';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance } from 'fastify';
import { defineBackgroundWork } from './background.ts';
import type { Deps } from './deps.ts';
import type { Feature } from './feature.ts';
import { access } from './features/access/access.feature.ts';
import { accounts } from './features/accounts/accounts.feature.ts';
import { browserFaults } from './features/browser-faults/browser-faults.feature.ts';
import { certificates } from './features/certificates/certificates.feature.ts';
import { courses } from './features/courses/courses.feature.ts';
import { dashboards } from './features/dashboards/dashboards.feature.ts';
import { exams } from './features/exams/exams.feature.ts';
import { lessons } from './features/lessons/lessons.feature.ts';
import { media } from './features/media/media.feature.ts';
import { notifications } from './features/notifications/notifications.feature.ts';
import { offers } from './features/offers/offers.feature.ts';
import { passkeys } from './features/passkeys/passkeys.feature.ts';
import { readPaymentCookie } from './features/payments/payment-cookie.ts';
import { payments } from './features/payments/payments.feature.ts';
import { pathForVisitor } from './features/payments/payments.service.ts';
import { practice } from './features/practice/practice.feature.ts';
import { privacy } from './features/privacy/privacy.feature.ts';
import { questionBank } from './features/question-bank/question-bank.feature.ts';
import { quizStatistics } from './features/quiz-statistics/quiz-statistics.feature.ts';
import { quizzes } from './features/quizzes/quizzes.feature.ts';
import { reports } from './features/reports/reports.feature.ts';
import { search } from './features/search/search.feature.ts';
import { secondFactor } from './features/second-factor/second-factor.feature.ts';
import { studyPlan } from './features/study-plan/study-plan.feature.ts';
import { studyTime } from './features/study-time/study-time.feature.ts';
import { system } from './features/system/system.feature.ts';
import { defineFileSweep } from './files/sweep.ts';
import { sameOriginFault } from './http/access.ts';
import { beforeRouting } from './http/before-routing.ts';
import { closeConnectionsWhenStopping } from './http/closing.ts';
import { connectionsPerAddress, limitConnections, serverLimits } from './http/connections.ts';
import { handleErrors, notFound, sendError, type TellUnlisted } from './http/errors.ts';
import { limitExpensiveWork } from './http/expensive-work.ts';
import { acceptEmptyJson } from './http/json.ts';
import { RequestLog } from './http/logging.ts';
import { registerMetrics } from './http/metrics.ts';
import { refuseOverload } from './http/overload.ts';
import { registerPages } from './http/pages.ts';
import { limitRates } from './http/rate-limit.ts';
import { refuseUndeclaredRoutes } from './http/route.ts';
import { sendSecurityHeaders } from './http/security-headers.ts';
import { registerSessions } from './http/sessions.ts';
import { refuseSlowBodies } from './http/slow-clients.ts';
import { systemRoutes } from './http/system.routes.ts';
import type { Timers } from './http/timers.ts';

/** What the product is made of. Sample content is made in this order: courses are made of what others bring. */
export const features: readonly Feature[] = [
  accounts,
  secondFactor,
  passkeys,
  privacy,
  offers,
  payments,
  access,
  lessons,
  media,
  search,
  quizzes,
  questionBank,
  quizStatistics,
  practice,
  courses,
  certificates,
  exams,
  studyPlan,
  studyTime,
  dashboards,
  reports,
  notifications,
  browserFaults,
  system,
];

/** Told apart from those of other processes and earlier starts, and cheap: every request has one. */
function requestIds(): () => string {
  const process = randomBytes(9).toString('base64url');
  let count = 0;
  return () => {
    count += 1;
    return `${process}-${count.toString(36)}`;
  };
}

/** What tests choose themselves; the product runs with the defaults. */
export type HttpSettings = { timers?: Timers; tellUnlisted?: TellUnlisted };

/** The whole product behind HTTP. What it can do is the list above and nothing else. */
export async function buildApp(deps: Deps, { timers, tellUnlisted }: HttpSettings = {}): Promise<FastifyInstance> {
  const newId = requestIds();
  const early = beforeRouting(newId);
  const app = Fastify({
    ...early.options,
    loggerInstance: deps.log,
    logController: new RequestLog(),
    genReqId: newId,
    // The nearest hop only: what a client writes into X-Forwarded-For itself is never believed.
    trustProxy: deps.config.trustProxy ? (_address, hop) => hop === 0 : false,
    http: { ...early.options.http, ...serverLimits },
    // Keeps a slow client from holding a connection for ever; a photo over a weak mobile network takes minutes.
    requestTimeout: 300_000,
    keepAliveTimeout: 65_000,
    bodyLimit: 64 * 1024,
    routerOptions: { maxParamLength: 200 },
    // Requests that arrive while the server stops are still answered; the listener closes first.
    return503OnClosing: false,
  });
  limitConnections(app, connectionsPerAddress(deps.config));
  refuseUndeclaredRoutes(app);
  refuseOverload(app, deps.pool, limitExpensiveWork(app));
  refuseSlowBodies(app, timers);
  closeConnectionsWhenStopping(app);
  handleErrors(app, tellUnlisted);
  acceptEmptyJson(app);
  await app.register(cookie);
  const securityHeaders = await sendSecurityHeaders(app, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], baseUri: ["'none'"], frameAncestors: ["'none'"] },
    },
    // Only useful, and only true, where TLS is.
    hsts: deps.config.publicUrl?.startsWith('https:') ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    // For documents, and pages carry their own; or for browsers that are no more.
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xFrameOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
  early.replaceNodesAnswers(app, securityHeaders);
  // Hooks that wait for nothing are no promises: they run for every request.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('X-Request-Id', request.id);
    done(sameOriginFault(request, deps.config.publicUrl));
  });
  registerSessions(app, deps);
  limitRates(app, deps);

  defineBackgroundWork(deps);
  defineFileSweep(deps);
  for (const { background = [] } of features) for (const define of background) define(deps, app.sessions);

  systemRoutes(app, deps);
  registerMetrics(app, deps);
  for (const { routes } of features) for (const add of routes) await add(app, deps);

  await registerPages(app, deps, {
    insteadOfLanding: (request) => pathForVisitor(deps, readPaymentCookie(deps, request)),
  });
  app.setNotFoundHandler((request, reply) => sendError(notFound(), request, reply));
  return app;
}
