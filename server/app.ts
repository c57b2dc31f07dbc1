import type { FastifyInstance } from 'fastify';
import { defineBackgroundWork } from './background.ts';
import type { Deps } from './deps.ts';
import type { Feature } from './feature.ts';
import { annotations } from './features/content/annotations/annotations.feature.ts';
import { attachments } from './features/content/attachments/attachments.feature.ts';
import { certificates } from './features/content/certificates/certificates.feature.ts';
import { exams } from './features/content/contests/contests.feature.ts';
import { courses } from './features/content/courses/courses.feature.ts';
import { laws } from './features/content/laws/laws.feature.ts';
import { lessons } from './features/content/lessons/lessons.feature.ts';
import { recordings } from './features/content/recordings/recordings.feature.ts';
import { studyTime } from './features/content/study-time/study-time.feature.ts';
import { syllabus } from './features/content/syllabus/syllabus.feature.ts';
import { essays } from './features/exams/essays/essays.feature.ts';
import { examTime } from './features/exams/exam-time/exam-time.feature.ts';
import { quizzes } from './features/exams/mock-exams/mock-exams.feature.ts';
import { quizStatistics } from './features/exams/statistics/statistics.feature.ts';
import { access } from './features/money/access/access.feature.ts';
import { charges } from './features/money/charges/charges.feature.ts';
import { corrections } from './features/money/corrections/corrections.feature.ts';
import { coupons } from './features/money/coupons/coupons.feature.ts';
import { money } from './features/money/money/money.feature.ts';
import { offers } from './features/money/offers/offers.feature.ts';
import { payments } from './features/money/payments/payments.feature.ts';
import { reminders } from './features/money/reminders/reminders.feature.ts';
import { statements } from './features/money/statements/statements.feature.ts';
import { accounts } from './features/people/accounts/accounts.feature.ts';
import { exampleLogins } from './features/people/example-logins/example-logins.feature.ts';
import { google } from './features/people/google/google.feature.ts';
import { passkeys } from './features/people/passkeys/passkeys.feature.ts';
import { people } from './features/people/people/people.feature.ts';
import { privacy } from './features/people/privacy/privacy.feature.ts';
import { secondFactor } from './features/people/second-factor/second-factor.feature.ts';
import { audit } from './features/platform/audit/audit.feature.ts';
import { browserFaults } from './features/platform/browser-faults/browser-faults.feature.ts';
import { media } from './features/platform/media/media.feature.ts';
import { notifications } from './features/platform/notifications/notifications.feature.ts';
import { push } from './features/platform/push/push.feature.ts';
import { search } from './features/platform/search/search.feature.ts';
import { settings } from './features/platform/settings/settings.feature.ts';
import { system } from './features/platform/system/system.feature.ts';
import { visitFigures } from './features/platform/visit-figures/visit-figures.feature.ts';
import { baseTexts } from './features/questions/base-texts/base-texts.feature.ts';
import { questionBank } from './features/questions/question-bank/question-bank.feature.ts';
import { questionLaws } from './features/questions/question-laws/question-laws.feature.ts';
import { adminHome } from './features/school/admin-home/admin-home.feature.ts';
import { announcements } from './features/school/announcements/announcements.feature.ts';
import { curriculum } from './features/school/curriculum/curriculum.feature.ts';
import { firstSteps } from './features/school/first-steps/first-steps.feature.ts';
import { lawChanges } from './features/school/law-changes/law-changes.feature.ts';
import { news } from './features/school/news/news.feature.ts';
import { landingPromises } from './features/school/promises/promises.feature.ts';
import { publicPages } from './features/school/public-pages/public-pages.feature.ts';
import { sampleSchool } from './features/school/sample-school/sample-school.feature.ts';
import { schoolArchive } from './features/school/school-archive/school-archive.feature.ts';
import { sitePages } from './features/school/site-pages/site-pages.feature.ts';
import { trial } from './features/school/trial/trial.feature.ts';
import { waitingCounts } from './features/school/waiting-counts/waiting-counts.feature.ts';
import { anki } from './features/study/anki/anki.feature.ts';
import { cards } from './features/study/cards/cards.feature.ts';
import { dashboards } from './features/study/dashboards/dashboards.feature.ts';
import { doubts } from './features/study/doubts/doubts.feature.ts';
import { examMap } from './features/study/exam-map/exam-map.feature.ts';
import { firstDay } from './features/study/first-day/first-day.feature.ts';
import { lawStudy } from './features/study/law-study/law-study.feature.ts';
import { mastery } from './features/study/mastery/mastery.feature.ts';
import { nextStep } from './features/study/next-step/next-step.feature.ts';
import { offline } from './features/study/offline/offline.feature.ts';
import { practice } from './features/study/practice/practice.feature.ts';
import { questionComments } from './features/study/question-comments/question-comments.feature.ts';
import { questionLists } from './features/study/question-lists/question-lists.feature.ts';
import { questionReports } from './features/study/question-reports/question-reports.feature.ts';
import { reports } from './features/study/reports/reports.feature.ts';
import { review } from './features/study/review/review.feature.ts';
import { studyPlan } from './features/study/study-plan/study-plan.feature.ts';
import { defineFileSweep } from './files/sweep.ts';
import { registerMetrics } from './http/metrics.ts';
import { createServer, type HttpSettings } from './http/server.ts';
import { systemRoutes } from './http/system.routes.ts';

/**
 * The features of the product, district by district from the bottom up. Public pages come last: they answer every other
 * path.
 */
export const features: readonly Feature[] = [
  // platform
  media,
  search,
  notifications,
  push,
  browserFaults,
  visitFigures,
  audit,
  settings,
  system,
  // money
  offers,
  coupons,
  payments,
  charges,
  reminders,
  statements,
  corrections,
  money,
  access,
  // content
  lessons,
  attachments,
  recordings,
  annotations,
  courses,
  certificates,
  exams,
  syllabus,
  laws,
  studyTime,
  // questions
  questionBank,
  baseTexts,
  questionLaws,
  // exams
  quizzes,
  quizStatistics,
  essays,
  examTime,
  // study
  practice,
  questionComments,
  questionLists,
  questionReports,
  lawStudy,
  doubts,
  mastery,
  cards,
  review,
  anki,
  offline,
  examMap,
  firstDay,
  studyPlan,
  nextStep,
  dashboards,
  reports,
  // people
  accounts,
  secondFactor,
  passkeys,
  people,
  exampleLogins,
  google,
  privacy,
  // school
  curriculum,
  trial,
  announcements,
  adminHome,
  waitingCounts,
  firstSteps,
  landingPromises,
  sitePages,
  sampleSchool,
  schoolArchive,
  lawChanges,
  news,
  publicPages,
];

/** Builds the complete product behind HTTP: the features above and nothing else. */
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
  return app;
}
