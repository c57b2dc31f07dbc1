import type { FastifyInstance } from 'fastify';
import { defineBackgroundWork } from './background.ts';
import type { Deps } from './deps.ts';
import type { Feature } from './feature.ts';
import { access } from './features/money/access/access.feature.ts';
import { accounts } from './features/people/accounts/accounts.feature.ts';
import { adminHome } from './features/school/admin-home/admin-home.feature.ts';
import { countVisits } from './features/school/admin-home/visits.ts';
import { annotations } from './features/content/annotations/annotations.feature.ts';
import { announcements } from './features/school/announcements/announcements.feature.ts';
import { attachments } from './features/content/attachments/attachments.feature.ts';
import { audit } from './features/platform/audit/audit.feature.ts';
import { baseTexts } from './features/questions/base-texts/base-texts.feature.ts';
import { browserFaults } from './features/platform/browser-faults/browser-faults.feature.ts';
import { pictureOfCertificate } from './features/content/certificates/certificate-picture.service.ts';
import { certificates } from './features/content/certificates/certificates.feature.ts';
import { previewCertificate } from './features/content/certificates/certificates.service.ts';
import { charges } from './features/money/charges/charges.feature.ts';
import { coupons } from './features/money/coupons/coupons.feature.ts';
import { courses } from './features/content/courses/courses.feature.ts';
import { curriculum } from './features/school/curriculum/curriculum.feature.ts';
import { dashboards } from './features/study/dashboards/dashboards.feature.ts';
import { doubts } from './features/study/doubts/doubts.feature.ts';
import { examMap } from './features/study/exam-map/exam-map.feature.ts';
import { exams } from './features/content/contests/contests.feature.ts';
import { firstDay } from './features/study/first-day/first-day.feature.ts';
import { google } from './features/people/google/google.feature.ts';
import { lessons } from './features/content/lessons/lessons.feature.ts';
import { mastery } from './features/study/mastery/mastery.feature.ts';
import { media } from './features/platform/media/media.feature.ts';
import { money } from './features/money/money/money.feature.ts';
import { nextStep } from './features/study/next-step/next-step.feature.ts';
import { notifications } from './features/platform/notifications/notifications.feature.ts';
import { offers } from './features/money/offers/offers.feature.ts';
import { publicOffer } from './features/money/offers/public-offer.ts';
import { offline } from './features/study/offline/offline.feature.ts';
import { passkeys } from './features/people/passkeys/passkeys.feature.ts';
import { readPaymentCookie } from './features/money/payments/payment-cookie.ts';
import { payments } from './features/money/payments/payments.feature.ts';
import { pathForVisitor } from './features/money/payments/payments.service.ts';
import { people } from './features/people/people/people.feature.ts';
import { practice } from './features/study/practice/practice.feature.ts';
import { privacy } from './features/people/privacy/privacy.feature.ts';
import { landingPromises } from './features/school/promises/promises.feature.ts';
import { push } from './features/platform/push/push.feature.ts';
import { questionBank } from './features/questions/question-bank/question-bank.feature.ts';
import { questionReports } from './features/study/question-reports/question-reports.feature.ts';
import { quizStatistics } from './features/exams/statistics/statistics.feature.ts';
import { quizzes } from './features/exams/mock-exams/mock-exams.feature.ts';
import { recordings } from './features/content/recordings/recordings.feature.ts';
import { reports } from './features/study/reports/reports.feature.ts';
import { review } from './features/study/review/review.feature.ts';
import { sampleMark } from './features/school/sample-school/sample-mark.ts';
import { sampleSchool } from './features/school/sample-school/sample-school.feature.ts';
import { search } from './features/platform/search/search.feature.ts';
import { secondFactor } from './features/people/second-factor/second-factor.feature.ts';
import { settings } from './features/platform/settings/settings.feature.ts';
import { sitePages } from './features/school/site-pages/site-pages.feature.ts';
import { statements } from './features/money/statements/statements.feature.ts';
import { studyPlan } from './features/study/study-plan/study-plan.feature.ts';
import { studyTime } from './features/content/study-time/study-time.feature.ts';
import { syllabus } from './features/content/syllabus/syllabus.feature.ts';
import { system } from './features/platform/system/system.feature.ts';
import { publicTrial } from './features/school/trial/public-trial.ts';
import { trial } from './features/school/trial/trial.feature.ts';
import { defineFileSweep } from './files/sweep.ts';
import { notFound, sendError } from './http/errors.ts';
import { registerMetrics } from './http/metrics.ts';
import { registerPages } from './http/pages.ts';
import { createServer, type HttpSettings } from './http/server.ts';
import { systemRoutes } from './http/system.routes.ts';

/** What the product is made of. */
export const features: readonly Feature[] = [
  accounts,
  secondFactor,
  passkeys,
  people,
  google,
  privacy,
  offers,
  coupons,
  payments,
  charges,
  statements,
  money,
  access,
  lessons,
  curriculum,
  attachments,
  recordings,
  annotations,
  media,
  search,
  quizzes,
  questionBank,
  baseTexts,
  quizStatistics,
  practice,
  questionReports,
  doubts,
  mastery,
  review,
  courses,
  offline,
  certificates,
  exams,
  syllabus,
  examMap,
  firstDay,
  studyPlan,
  nextStep,
  studyTime,
  dashboards,
  reports,
  trial,
  notifications,
  push,
  announcements,
  browserFaults,
  adminHome,
  audit,
  settings,
  landingPromises,
  sitePages,
  system,
  sampleSchool,
];

/** The whole product behind HTTP. What it can do is the list above and nothing else. */
export async function buildApp(deps: Deps, settings: HttpSettings = {}): Promise<FastifyInstance> {
  const app = await createServer(deps, settings);

  defineBackgroundWork(
    deps,
    features.flatMap(({ expired }) => (expired ? [expired(deps)] : [])),
  );
  defineFileSweep(deps);
  for (const { background = [] } of features) for (const define of background) define(deps, app.sessions);

  systemRoutes(app, deps);
  registerMetrics(app, deps);
  for (const { routes } of features) for (const add of routes) await add(app, deps);

  const visits = countVisits(deps);
  app.addHook('onClose', () => visits.flush());
  await registerPages(app, deps, {
    onVisit: visits.note,
    insteadOfLanding: (request) => pathForVisitor(deps, readPaymentCookie(deps, request)),
    certificatePreview: (code) => previewCertificate(deps, code),
    certificatePicture: (code) => pictureOfCertificate(deps, code),
    sold: publicOffer(deps),
    trial: publicTrial(deps),
    hasSample: await sampleMark(deps),
  });
  app.setNotFoundHandler((request, reply) => sendError(notFound(), request, reply));
  return app;
}
