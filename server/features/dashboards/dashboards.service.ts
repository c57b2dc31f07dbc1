import { progressPercent } from '../../../contract/courses.ts';
import type { NextStep } from '../../../contract/dashboards.ts';
import { DASHBOARD_ATTEMPTS, DASHBOARD_COURSES, LIST_LIMIT_MAX } from '../../../contract/limits.ts';
import { readingMinutes } from '../../../contract/reading.ts';
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

export async function readStudentDashboard(deps: Deps, user: SessionUser) {
  const { db, clock } = deps;
  const now = clock.now();
  const live = await readLiveStudy(deps, user.id);
  const [streak, week, followed, overall, attempts, subjects, started] = await Promise.all([
    readStreak(deps, user.id, live),
    readWeek(deps, user.id, live),
    listFollowed(deps, user.id),
    readOverallProgress(db, user.id),
    listLastAttempts(db, user.id, ATTEMPTS_DRAWN),
    listSubjectResults(db, user.id, new Date(now.getTime() - MONTH_MS), SUBJECTS_SHOWN),
    findStarted(db, user.id, now),
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
    next: started ? continueWith(started, now) : await nextOf(deps, user.id, inProgress[0]?.course),
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
  const { now: today, then } = figures;
  return {
    totalStudents: today.students,
    totalCourses: today.courses,
    averageRating: oneDecimal(today.rating),
    totalCertificates: today.certificates,
    changes: {
      totalStudents: today.students - then.students,
      totalCourses: today.courses - then.courses,
      averageRating: today.rating === null || then.rating === null ? null : oneDecimal(today.rating - then.rating),
      totalCertificates: today.certificates - then.certificates,
    },
    courses,
  };
}

const oneDecimal = (value: number | null) => (value === null ? null : Math.round(value * 10) / 10);
