import { progressPercent } from '../../../contract/courses.ts';
import type { QueryOf } from '../../../contract/endpoint.ts';
import { REPORT_PAGE_MAX, STOPPED_AFTER_DAYS } from '../../../contract/limits.ts';
import type { listReportedStudents, StudentStanding } from '../../../contract/reports.ts';
import { MONTH_MS } from '../../../contract/time.ts';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../http/errors.ts';
import { cursorOf, instant, readPage, rowId } from '../../http/paging.ts';
import type { SessionUser } from '../../http/sessions.ts';
import { addDays, dayOf, mondayOf } from '../../time/calendar.ts';
import {
  countStudentRows,
  findReportedCourse,
  listCourseReports,
  listQuizReports,
  listStudentRows,
  listWeekRows,
  type StudentRow,
} from './reports.store.ts';

const WEEKS = 12;
const COURSES_MAX = 500;
const QUIZZES_MAX = 500;

/** Teachers see what is theirs, admins all. */
const ownerOf = (user: SessionUser) => (user.role === 'admin' ? null : user.id);

/** Whoever studied on this day or later has not stopped. */
const stoppedBefore = (now: Date) => addDays(dayOf(now), -STOPPED_AFTER_DAYS);

export function listCourses(deps: Deps, user: SessionUser) {
  const now = deps.clock.now();
  const days = { since: new Date(now.getTime() - MONTH_MS), stoppedBefore: stoppedBefore(now) };
  return listCourseReports(deps.db, ownerOf(user), days, COURSES_MAX);
}

export const listQuizzes = (deps: Deps, user: SessionUser) => listQuizReports(deps.db, ownerOf(user), QUIZZES_MAX);

export async function readReports(deps: Deps, user: SessionUser) {
  const thisWeek = mondayOf(dayOf(deps.clock.now()));
  const first = addDays(thisWeek, -7 * (WEEKS - 1));
  const [courses, quizzes, rows] = await Promise.all([
    listCourses(deps, user),
    listQuizzes(deps, user),
    listWeekRows(deps.db, ownerOf(user), first),
  ]);
  const byWeek = new Map(rows.map((row) => [row.week, row]));
  const weeks = Array.from({ length: WEEKS }, (_, index) => {
    const week = addDays(first, 7 * index);
    return byWeek.get(week) ?? { week, enrolments: 0, completions: 0 };
  });
  return { courses, quizzes, weeks };
}

/** A course of another is not there. */
async function findCourse(deps: Deps, user: SessionUser, id: number) {
  const course = await findReportedCourse(deps.db, ownerOf(user), id);
  if (!course) throw notFound('Curso não encontrado.');
  return course;
}

const present = ({ stayId: _, ...row }: StudentRow, total: number) => ({
  ...row,
  total,
  progress: progressPercent(row.done, total),
});

const studentsCursor = cursorOf({ enrolledAt: instant, id: rowId });

export async function listStudents(
  deps: Deps,
  user: SessionUser,
  courseId: number,
  query: QueryOf<typeof listReportedStudents>,
) {
  const after = studentsCursor.read(query.cursor);
  const course = await findCourse(deps, user, courseId);
  const filter = { courseId, standing: query.standing, stoppedBefore: stoppedBefore(deps.clock.now()) };
  const page = await readPage({
    cursor: studentsCursor,
    limit: query.limit,
    rows: (limit) => listStudentRows(deps.db, filter, { limit, after }),
    total: countStudentRows(deps.db, filter),
    positionOf: (last) => ({ enrolledAt: last.enrolledAt, id: last.stayId }),
  });
  return { ...page, rows: page.rows.map((row) => present(row, course.total)) };
}

/** All of them, a page at a time: the file grows with the school, the queries do not. */
export async function* eachStudent(deps: Deps, user: SessionUser, courseId: number, standing: StudentStanding) {
  const course = await findCourse(deps, user, courseId);
  const filter = { courseId, standing, stoppedBefore: stoppedBefore(deps.clock.now()) };
  let after: { enrolledAt: Date; id: number } | null = null;
  for (;;) {
    const rows: StudentRow[] = await listStudentRows(deps.db, filter, { limit: REPORT_PAGE_MAX, after });
    for (const row of rows) yield present(row, course.total);
    const last = rows.at(-1);
    if (!last || rows.length < REPORT_PAGE_MAX) return;
    after = { enrolledAt: last.enrolledAt, id: last.stayId };
  }
}
