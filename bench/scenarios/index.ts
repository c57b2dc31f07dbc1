import type { Scenario } from '../scenario.ts';
import {
  coursePage,
  examMap,
  firstReview,
  longCoursePage,
  nextStep,
  paymentQueue,
  studentDashboard,
  studyPlan,
  teacherDashboard,
  todaysReview,
  todaysReviewWithCards,
} from './dashboards.ts';
import { documents } from './documents.ts';
import { essayAutosave, essayQueue } from './essays.ts';
import {
  landing,
  lessonCold,
  lessonHot,
  lessonList,
  lessonRevalidated,
  search,
  sessionAndRow,
  sessionCheck,
} from './reading.ts';
import { simuladoAnswer, simuladoFinish, simuladoStart } from './simulado.ts';
import { commentVotes, questionListPage } from './students-own.ts';
import { login, proofUpload, publish } from './writing.ts';

/** In order: scenarios with a cold cache come before those that warm it, reads before writes. */
export const scenarios: readonly Scenario[] = [
  landing,
  sessionCheck,
  sessionAndRow,
  lessonCold,
  lessonHot,
  lessonRevalidated,
  lessonList,
  search,
  studentDashboard,
  teacherDashboard,
  coursePage,
  longCoursePage,
  examMap,
  nextStep,
  studyPlan,
  todaysReview,
  firstReview,
  paymentQueue,
  ...documents,
  simuladoStart,
  simuladoAnswer,
  simuladoFinish,
  login,
  publish,
  proofUpload,
  // Last: they add questions to the bank, and cards to students of the other scenarios.
  questionListPage,
  commentVotes,
  todaysReviewWithCards,
  essayAutosave,
  essayQueue,
];
