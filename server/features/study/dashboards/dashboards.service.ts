import { progressPercent } from '#contract/content/courses.ts';
import { readingMinutes } from '#contract/content/reading.ts';
import { DASHBOARD_ATTEMPTS, DASHBOARD_COURSES, LIST_LIMIT_MAX } from '#contract/limits.ts';
import { percentOf } from '#contract/percent.ts';
import type { NextStep } from '#contract/study/dashboards.ts';
import { MINUTE_MS, MONTH_MS } from '#contract/time.ts';
import { type Carried, readAsOne } from '#server/db/as-one.ts';
import type { Db } from '#server/db/handle.ts';
import type { Deps } from '#server/deps.ts';
import { listCoursesOf } from '#server/features/content/courses/courses.service.ts';
import { type Followed, followedReads, toFollowed } from '#server/features/content/courses/enrollments.service.ts';
import { studyOf, studyReads } from '#server/features/content/study-time/study-time.service.ts';
import {
  type OpenQuiz,
  toUnderWay,
  underWayReads,
  withheldAttempts,
} from '#server/features/exams/mock-exams/taking/being-taken.service.ts';
import { examNowOf, windowReads } from '#server/features/exams/mock-exams/windows/presence.service.ts';
import { firstDayReads, isFirstDay } from '#server/features/study/first-day/first-day.service.ts';
import { mayStudy } from '#server/http/access.ts';
import { boughtCourses, boughtFault } from '#server/http/bought.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import {
  type AttemptRow,
  lastAttempts,
  lastStarted,
  publishedCourse,
  type StartedRow,
  subjectResults,
} from './student-dashboard.store.ts';
import { readTeacherFigures } from './teacher-dashboard.store.ts';

/** Results plotted as dots beside the number of simulados. */
const ATTEMPTS_PLOTTED = 9;
const SUBJECTS_SHOWN = 10;

const NOTHING: readonly number[] = [];

/** The nil UUID: no user has it. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

const resultsOf = (userId: string, now: Date, underWay: readonly number[]) =>
  subjectResults(userId, new Date(now.getTime() - MONTH_MS), LIST_LIMIT_MAX, underWay);

/** The queries for tellableSubjects(), to be batched with other reads. */
export const subjectReads = (userId: string, now: Date) => ({
  ...underWayReads(userId, now),
  subjects: resultsOf(userId, now, NOTHING),
});
type SubjectRows = Awaited<ReturnType<typeof readAsOne<ReturnType<typeof subjectReads>>>>;

/** Right answers by subject in the last 30 days, of every subject; without the questions that are being answered now. */
export async function tellableSubjects(db: Db, userId: string, now: Date, { underWay, subjects }: SubjectRows) {
  if (underWay.length === 0) return subjects;
  return (await resultsOf(userId, now, [...toUnderWay(underWay).keys()]).execute(db)).rows;
}

export async function readStudentDashboard(deps: Deps, user: SessionUser) {
  const { db, clock } = deps;
  const now = clock.now();
  // Authors' reading and attempts are previews: they get the dashboard of a user without activity.
  const userId = user.role === 'student' ? user.id : NOBODY;
  const rows = await readAsOne(db, {
    ...studyReads(userId, now),
    ...followedReads(userId, now),
    ...underWayReads(userId, now),
    ...resultReads(userId, now),
    started: lastStarted(userId, now),
    ...firstDayReads(userId),
    ...windowReads(user, now),
    published: publishedCourse(),
  });
  const { streak, week } = await studyOf(deps, userId, now, rows);
  const { followed } = rows;
  const { attempts, subjects, withheld } = await tellableResults(db, userId, now, rows);
  const started = await openStarted(deps, user, rows.started[0]);
  const bought = boughtCourses(user, now);
  const inProgress = followed.filter(
    ({ id, done, total }) => progressPercent(done, total) < 100 && (bought === null || bought.includes(id)),
  );
  const { allDone: done, allTotal: total } = followed[0] ?? { allDone: 0, allTotal: 0 };
  const [newest] = attempts;
  const next = started ? continueWith(started, now) : nextOf(inProgress[0]);
  const taken = newest?.taken ?? 0;
  const isUntouched =
    followed.length === 0 && taken === 0 && streak.longest === 0 && week.seconds === 0 && next === null;
  const hasMovedOn = followed.length > 0 || taken > 0;
  return {
    isFirstDay: isFirstDay(rows.firstDay, { isUntouched, hasMovedOn }),
    studyStreak: streak.current,
    longestStreak: streak.longest,
    studiedToday: streak.studiedToday,
    calendar: streak.calendar,
    today: streak.today,
    recentQuizAttempts: attempts
      .slice(0, DASHBOARD_ATTEMPTS)
      .map((row) => ({ ...toRecentAttempt(row), ...withoutResult(withheld.get(row.id)) })),
    quizzes: {
      taken,
      passed: newest?.passedCount ?? 0,
      history: attempts
        .filter(({ id }) => !withheld.has(id))
        .map(toRecentAttempt)
        .map(({ percent, passed }) => ({ percent, passed }))
        .reverse(),
    },
    progress: { percent: progressPercent(done, total), done, total },
    courses: inProgress.slice(0, DASHBOARD_COURSES).map(toFollowed),
    enrollmentCount: followed.length,
    hasCourses: followed.length > 0 || rows.published.length > 0,
    week,
    subjects: subjects.map((row) => ({ ...row, percent: percentOf(row.correct, row.total) })),
    access: { active: mayStudy(user, now), endsOn: lastDayOf(user) },
    next,
    exam: mayStudy(user, now) ? examNowOf(rows.windows, user, now) : null,
  };
}

/** The last day of the current access, else of the one that ended. */
function lastDayOf({ study }: SessionUser): string | null {
  const day = study?.until ?? study?.endedOn ?? null;
  return day === 'infinity' ? null : day;
}

/** A started lesson is offered only if its course is bought; an open attempt may always be finished. */
async function openStarted(deps: Deps, user: SessionUser, started: Carried<StartedRow> | undefined) {
  if (started?.reason !== 'reading') return started;
  const item = { kind: 'lesson', id: started.id } as const;
  return (await boughtFault(deps.db, user, item, deps.clock.now())) ? undefined : started;
}

const resultReads = (userId: string, now: Date, withheld = NOTHING, underWay = NOTHING) => ({
  attempts: lastAttempts(userId, ATTEMPTS_PLOTTED, withheld),
  subjects: subjectResults(userId, new Date(now.getTime() - MONTH_MS), SUBJECTS_SHOWN, underWay),
});
type ResultRows = Awaited<ReturnType<typeof readAsOne<ReturnType<typeof resultReads>>>>;

/**
 * Usually no attempt is open, and the results are returned as read; otherwise they are read again without withheld
 * ones.
 */
async function tellableResults(
  db: Db,
  userId: string,
  now: Date,
  read: ResultRows & { underWay: Parameters<typeof toUnderWay>[0] },
) {
  const underWay = toUnderWay(read.underWay);
  const withheld = await withheldAttempts(db, userId, underWay);
  if (underWay.size === 0) return { ...read, withheld };
  const rows = await readAsOne(db, resultReads(userId, now, [...withheld.keys()], [...underWay.keys()]));
  return { ...rows, withheld };
}

const withoutResult = (withheldBy: OpenQuiz | undefined) =>
  withheldBy ? { score: null, correctAnswers: null, percent: null, passed: null, withheldBy } : { withheldBy: null };

const toRecentAttempt = ({ taken: _, passedCount: __, ...row }: Carried<AttemptRow>) => ({
  ...row,
  createdAt: new Date(row.createdAt),
  percent: percentOf(row.correctAnswers, row.totalQuestions),
});

function continueWith(row: Carried<StartedRow>, now: Date): NextStep {
  const percent = Math.round(row.share * 100);
  const { reason, id, title } = row;
  if (reason === 'attempt') {
    const left =
      row.deadlineAt === null ? null : Math.max(1, Math.ceil((Date.parse(row.deadlineAt) - now.getTime()) / MINUTE_MS));
    return { reason, kind: 'quiz', id, title, context: null, percent, minutesLeft: left };
  }
  const minutesLeft = Math.max(1, Math.round(readingMinutes(row.wordCount ?? 0) * (1 - row.share)));
  return { reason, kind: 'lesson', id, title, context: row.subjectName, percent, minutesLeft };
}

function nextOf(course: Followed | undefined): NextStep | null {
  const id = course?.nextLessonId ?? course?.nextQuizId;
  if (!course || !id) return null;
  return {
    reason: 'course',
    kind: course.nextLessonId === null ? 'quiz' : 'lesson',
    id,
    title: course.nextTitle ?? '',
    context: course.title,
    percent: 0,
    minutesLeft: course.nextWordCount === null ? course.nextTimeLimit : readingMinutes(course.nextWordCount),
  };
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
