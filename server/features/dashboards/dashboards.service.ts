import { progressPercent } from '../../../contract/courses.ts';
import type { NextStep } from '../../../contract/dashboards.ts';
import { DASHBOARD_ATTEMPTS, DASHBOARD_COURSES, LIST_LIMIT_MAX } from '../../../contract/limits.ts';
import { readingMinutes } from '../../../contract/reading.ts';
import type { Db } from '../../db/connect.ts';
import { together } from '../../db/together.ts';
import type { Deps } from '../../deps.ts';
import type { SessionUser } from '../../http/sessions.ts';
import { listCoursesOf } from '../courses/courses.service.ts';
import { listFollowed } from '../courses/enrollments.service.ts';
import { readLiveStudy, readStreak, readWeek } from '../study-time/study-time.service.ts';
import {
  type AttemptRow,
  findNextItem,
  findStarted,
  listLastAttempts,
  listSubjectResults,
  readOverallProgress,
  type StartedRow,
} from './student-dashboard.store.ts';
import { readTeacherFigures } from './teacher-dashboard.store.ts';

const MONTH_MS = 30 * 24 * 60 * 60_000;
/** Results drawn as dots beside the number of simulados. */
const ATTEMPTS_DRAWN = 9;
const SUBJECTS_SHOWN = 10;

const percentOf = (correct: number, total: number) => (total === 0 ? 0 : Math.round((correct / total) * 1000) / 10);

/** The nil UUID: no user has it. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Right answers by subject in the last 30 days, of every subject. */
export const readSubjectResults = (db: Db, userId: string, now: Date) =>
  listSubjectResults(db, userId, new Date(now.getTime() - MONTH_MS), LIST_LIMIT_MAX);

export const readStudentDashboard = (deps: Deps, user: SessionUser) =>
  together(deps.db, (db) => readDashboard({ ...deps, db }, user));

async function readDashboard(deps: Deps, user: SessionUser) {
  const { db, clock } = deps;
  const now = clock.now();
  // What authors read and try is a preview: theirs is the dashboard of somebody who has done nothing.
  const userId = user.role === 'student' ? user.id : NOBODY;
  const live = await readLiveStudy(deps, userId);
  const [streak, week, followed, overall, attempts, subjects, started] = await Promise.all([
    readStreak(deps, userId, live),
    readWeek(deps, userId, live),
    listFollowed(deps, userId),
    readOverallProgress(db, userId),
    listLastAttempts(db, userId, ATTEMPTS_DRAWN),
    listSubjectResults(db, userId, new Date(now.getTime() - MONTH_MS), SUBJECTS_SHOWN),
    findStarted(db, userId, now),
  ]);
  const inProgress = followed.filter(({ progress }) => progress < 100);
  const [newest] = attempts;
  return {
    studyStreak: streak.current,
    longestStreak: streak.longest,
    studiedToday: streak.studiedToday,
    calendar: streak.calendar,
    today: streak.today,
    recentQuizAttempts: attempts.slice(0, DASHBOARD_ATTEMPTS).map(toRecentAttempt),
    quizzes: {
      taken: newest?.taken ?? 0,
      passed: newest?.passedCount ?? 0,
      history: attempts.map(toRecentAttempt).reverse(),
    },
    progress: { percent: progressPercent(overall.done, overall.total), done: overall.done, total: overall.total },
    courses: inProgress.slice(0, DASHBOARD_COURSES),
    enrollmentCount: followed.length,
    hasCourses: overall.hasCourses,
    week,
    subjects: subjects.map((row) => ({ ...row, percent: percentOf(row.correct, row.total) })),
    next: started ? continueWith(started, now) : await nextOf(deps, userId, inProgress[0]?.course),
  };
}

const toRecentAttempt = (row: AttemptRow) => ({ ...row, percent: percentOf(row.correctAnswers, row.totalQuestions) });

function continueWith(row: StartedRow, now: Date): NextStep {
  const percent = Math.round(row.share * 100);
  const { reason, id, title } = row;
  if (reason === 'attempt') {
    const left = row.deadlineAt && Math.max(1, Math.ceil((row.deadlineAt.getTime() - now.getTime()) / 60_000));
    return { reason, kind: 'quiz', id, title, context: null, percent, minutesLeft: left };
  }
  const minutesLeft = Math.max(1, Math.round(readingMinutes(row.wordCount ?? 0) * (1 - row.share)));
  return { reason, kind: 'lesson', id, title, context: row.subjectName, percent, minutesLeft };
}

async function nextOf(deps: Deps, userId: string, course: { id: number; title: string } | undefined) {
  const item = course && (await findNextItem(deps.db, userId, course.id));
  if (!item) return null;
  return {
    reason: 'course',
    kind: item.kind,
    id: item.id,
    title: item.title,
    context: course.title,
    percent: 0,
    minutesLeft: item.wordCount === null ? item.timeLimit : readingMinutes(item.wordCount),
  } satisfies NextStep;
}

export async function readTeacherDashboard(deps: Deps, user: SessionUser) {
  const now = deps.clock.now();
  const own = user.role === 'admin' ? null : user.id;
  const [figures, courses] = await Promise.all([
    readTeacherFigures(deps.db, own, now, new Date(now.getTime() - MONTH_MS)),
    listCoursesOf(deps, user, own, LIST_LIMIT_MAX),
  ]);
  const { current, before } = figures;
  return {
    totalStudents: current.students,
    totalCourses: current.courses,
    averageRating: oneDecimal(current.rating),
    totalCertificates: current.certificates,
    changes: {
      totalStudents: current.students - before.students,
      totalCourses: current.courses - before.courses,
      averageRating:
        current.rating === null || before.rating === null ? null : oneDecimal(current.rating - before.rating),
      totalCertificates: current.certificates - before.certificates,
    },
    courses,
  };
}

const oneDecimal = (value: number | null) => (value === null ? null : Math.round(value * 10) / 10);
