import type { Scenario } from '../scenario.ts';
import { coursePage, paymentQueue, studentDashboard, teacherDashboard } from './dashboards.ts';
import { landing, lessonCold, lessonHot, lessonList, lessonRevalidated, search, sessionCheck } from './reading.ts';
import { login, proofUpload, publish } from './writing.ts';

/** In this order: what is cold comes before what warms it, reads before writes. */
export const scenarios: readonly Scenario[] = [
  landing,
  sessionCheck,
  lessonCold,
  lessonHot,
  lessonRevalidated,
  lessonList,
  search,
  studentDashboard,
  teacherDashboard,
  coursePage,
  paymentQueue,
  login,
  publish,
  proofUpload,
];
