import { randomBytes } from 'node:crypto';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance } from 'fastify';
import { defineBackgroundWork } from './background.ts';
import type { Deps } from './deps.ts';
import { defineAccountMails } from './features/accounts/accounts.mails.ts';
import { accountRoutes } from './features/accounts/accounts.routes.ts';
import { profileRoutes } from './features/accounts/profile.routes.ts';
import { certificateRoutes } from './features/certificates/certificates.routes.ts';
import { defineCertificateWork } from './features/certificates/certificates.service.ts';
import { defineCompletionSweep } from './features/courses/completions.service.ts';
import { courseRoutes } from './features/courses/courses.routes.ts';
import { dashboardRoutes } from './features/dashboards/dashboards.routes.ts';
import { examRoutes } from './features/exams/exams.routes.ts';
import { defineExamWork } from './features/exams/exams.service.ts';
import { lessonRoutes } from './features/lessons/lessons.routes.ts';
import { defineLessonWork } from './features/lessons/lessons.service.ts';
import { mediaLibraryRoutes } from './features/media/library.routes.ts';
import { defineMediaWork } from './features/media/library.service.ts';
import { mediaRoutes } from './features/media/media.routes.ts';
import { defineNotificationWork } from './features/notifications/notifications.mails.ts';
import { notificationRoutes } from './features/notifications/notifications.routes.ts';
import { readPaymentCookie } from './features/payments/payment-cookie.ts';
import { definePaymentMails } from './features/payments/payments.mails.ts';
import { paymentRoutes } from './features/payments/payments.routes.ts';
import { pathForVisitor } from './features/payments/payments.service.ts';
import { practiceRoutes } from './features/practice/practice.routes.ts';
import { definePrivacyMails } from './features/privacy/privacy.mails.ts';
import { privacyRoutes } from './features/privacy/privacy.routes.ts';
import { defineRetention } from './features/privacy/retention.ts';
import { annulmentRoutes } from './features/question-bank/annulment.routes.ts';
import { questionBankRoutes } from './features/question-bank/bank.routes.ts';
import { defineImportWork } from './features/question-bank/imports.service.ts';
import { quizStatisticsRoutes } from './features/quiz-statistics/statistics.routes.ts';
import { quizAuthoringRoutes } from './features/quizzes/authoring/authoring.routes.ts';
import { quizCompositionRoutes } from './features/quizzes/authoring/composition.routes.ts';
import { defineQuizWork } from './features/quizzes/grading/closing.service.ts';
import { quizRoutes } from './features/quizzes/taking/taking.routes.ts';
import { reportRoutes } from './features/reports/reports.routes.ts';
import { searchRoutes } from './features/search/search.routes.ts';
import { studyPlanRoutes } from './features/study-plan/study-plan.routes.ts';
import { studyTimeRoutes } from './features/study-time/study-time.routes.ts';
import { systemStateRoutes } from './features/system/system-state.routes.ts';
import { defineFileSweep } from './files/sweep.ts';
import { sameOriginFault } from './http/access.ts';
import { closeConnectionsWhenStopping } from './http/closing.ts';
import { handleErrors, notFound, sendError } from './http/errors.ts';
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
import { MAX_CONNECTIONS, refuseSlowBodies, serverLimits } from './http/slow-clients.ts';
import { systemRoutes } from './http/system.routes.ts';
import type { Timers } from './http/timers.ts';

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
export type HttpSettings = { timers?: Timers };

/** The whole product behind HTTP. What it can do is the list below and nothing else. */
export async function buildApp(deps: Deps, { timers }: HttpSettings = {}): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: deps.log,
    logController: new RequestLog(),
    genReqId: requestIds(),
    // The nearest hop only: what a client writes into X-Forwarded-For itself is never believed.
    trustProxy: deps.config.trustProxy ? (_address, hop) => hop === 0 : false,
    http: serverLimits,
    // Keeps a slow client from holding a connection for ever; a photo over a weak mobile network takes minutes.
    requestTimeout: 300_000,
    keepAliveTimeout: 65_000,
    bodyLimit: 64 * 1024,
    routerOptions: { maxParamLength: 200 },
    // Requests that arrive while the server stops are still answered; the listener closes first.
    return503OnClosing: false,
    // Faults before any route is found, such as an address that cannot be decoded.
    frameworkErrors: sendError,
  });
  app.server.maxConnections = MAX_CONNECTIONS;
  refuseUndeclaredRoutes(app);
  refuseOverload(app, deps.pool, limitExpensiveWork(app));
  refuseSlowBodies(app, timers);
  closeConnectionsWhenStopping(app);
  handleErrors(app);
  acceptEmptyJson(app);
  await app.register(cookie);
  await sendSecurityHeaders(app, {
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
  // Hooks that wait for nothing are no promises: they run for every request.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('X-Request-Id', request.id);
    done(sameOriginFault(request, deps.config.publicUrl));
  });
  registerSessions(app, deps);
  limitRates(app, deps);

  defineBackgroundWork(deps);
  defineRetention(deps, app.sessions);
  definePrivacyMails(deps);
  defineAccountMails(deps);
  definePaymentMails(deps);
  defineFileSweep(deps);
  defineNotificationWork(deps);
  defineExamWork(deps);
  defineCertificateWork(deps);
  defineMediaWork(deps);
  defineLessonWork(deps);
  defineQuizWork(deps);
  defineCompletionSweep(deps);
  defineImportWork(deps);

  systemRoutes(app, deps);
  systemStateRoutes(app, deps);
  privacyRoutes(app, deps);
  registerMetrics(app, deps);
  accountRoutes(app, deps);
  profileRoutes(app, deps);
  await paymentRoutes(app, deps);
  notificationRoutes(app, deps);
  examRoutes(app, deps);
  certificateRoutes(app, deps);
  reportRoutes(app, deps);
  mediaLibraryRoutes(app, deps);
  studyPlanRoutes(app, deps);
  lessonRoutes(app, deps);
  await mediaRoutes(app, deps);
  searchRoutes(app, deps);
  quizRoutes(app, deps);
  quizAuthoringRoutes(app, deps);
  courseRoutes(app, deps);
  studyTimeRoutes(app, deps);
  dashboardRoutes(app, deps);
  await questionBankRoutes(app, deps);
  annulmentRoutes(app, deps);
  quizCompositionRoutes(app, deps);
  quizStatisticsRoutes(app, deps);
  practiceRoutes(app, deps);

  await registerPages(app, deps, {
    insteadOfLanding: (request) => pathForVisitor(deps, readPaymentCookie(deps, request)),
  });
  app.setNotFoundHandler((request, reply) => sendError(notFound(), request, reply));
  return app;
}
