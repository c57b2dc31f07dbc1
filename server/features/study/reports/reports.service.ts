import { progressPercent } from '#contract/content/courses.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import { REPORT_PAGE_MAX, STOPPED_AFTER_DAYS } from '#contract/limits.ts';
import type { listCourseReports, listReportedStudents, StudentStanding } from '#contract/study/reports.ts';
import { MONTH_MS } from '#contract/time.ts';
import type { LaggingDb } from '#server/db/handle.ts';
import type { Deps } from '#server/deps.ts';
import { notFound, requireFound } from '#server/http/errors.ts';
import { cursorOf, instant, readPage, rowId } from '#server/http/paging.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { addDays, dayOf, mondayOf } from '#server/time/calendar.ts';
import {
  countCourseReports,
  countQuizReports,
  countStudentRows,
  findReportedCourse,
  listCourseReports as listCourseRows,
  listQuizReports as listQuizRows,
  listStudentRows,
  listWeekRows,
  type StudentRow,
  sumCourseReports,
} from './reports.store.ts';

const WEEKS = 12;

/** Teachers see their courses, admins see all. */
const ownerOf = (user: SessionUser) => (user.role === 'admin' ? null : user.id);

/** A student who studied on this day or later has not stopped. */
const stoppedBefore = (now: Date) => addDays(dayOf(now), -STOPPED_AFTER_DAYS);

const daysFor = (now: Date) => ({ since: new Date(now.getTime() - MONTH_MS), stoppedBefore: stoppedBefore(now) });

const reportCursor = cursorOf({ at: instant, id: rowId });
type PageQuery = QueryOf<typeof listCourseReports>;
type Ordered = { at: Date; id: number };
type ReportFilter = { limit: number; after: Ordered | null };

const positionOf = ({ at, id }: Ordered) => ({ at, id });
const shown = <Row extends Ordered>({ at: _, ...report }: Row) => report;

export async function listCourses(deps: Deps, lagging: LaggingDb, user: SessionUser, query: PageQuery) {
  const owner = ownerOf(user);
  const days = daysFor(deps.clock.now());
  return readPage(reportCursor.from(query), {
    rows: (part) => listCourseRows(lagging, owner, days, part),
    total: countCourseReports(lagging, owner),
    positionOf,
    present: shown,
  });
}

export async function listQuizzes(lagging: LaggingDb, user: SessionUser, query: PageQuery) {
  const owner = ownerOf(user);
  return readPage(reportCursor.from(query), {
    rows: (part) => listQuizRows(lagging, owner, part),
    total: countQuizReports(lagging, owner),
    positionOf,
    present: shown,
  });
}

/** All rows, read a page at a time: an export is complete. */
async function* eachRow<Row extends Ordered>(read: (part: ReportFilter) => Promise<Row[]>): AsyncGenerator<Row> {
  let after: Ordered | null = null;
  for (;;) {
    const rows: Row[] = await read({ limit: REPORT_PAGE_MAX, after });
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < REPORT_PAGE_MAX) return;
    after = positionOf(last);
  }
}

export function eachCourse(deps: Deps, lagging: LaggingDb, user: SessionUser) {
  const days = daysFor(deps.clock.now());
  return eachRow((part) => listCourseRows(lagging, ownerOf(user), days, part));
}

export const eachQuiz = (lagging: LaggingDb, user: SessionUser) =>
  eachRow((part) => listQuizRows(lagging, ownerOf(user), part));

export async function readReports(deps: Deps, lagging: LaggingDb, user: SessionUser) {
  const thisWeek = mondayOf(dayOf(deps.clock.now()));
  const first = addDays(thisWeek, -7 * (WEEKS - 1));
  const [totals, rows] = await Promise.all([
    sumCourseReports(lagging, ownerOf(user), daysFor(deps.clock.now())),
    listWeekRows(lagging, ownerOf(user), first),
  ]);
  const byWeek = new Map(rows.map((row) => [row.week, row]));
  const weeks = Array.from({ length: WEEKS }, (_, index) => {
    const week = addDays(first, 7 * index);
    return byWeek.get(week) ?? { week, enrolments: 0, completions: 0 };
  });
  return { totals, weeks };
}

/** A course of another is not there. */
export async function reportedCourse(deps: Deps, user: SessionUser, id: number) {
  return requireFound(findReportedCourse(deps.db, ownerOf(user), id), () => notFound('Curso não encontrado.'));
}

const present = ({ stayId: _, ...row }: StudentRow, total: number) => ({
  ...row,
  total,
  progress: progressPercent(row.done, total),
});

const studentsCursor = cursorOf({ enrolledAt: instant, id: rowId });

export async function listStudents(
  deps: Deps,
  lagging: LaggingDb,
  user: SessionUser,
  courseId: number,
  query: QueryOf<typeof listReportedStudents>,
) {
  const from = studentsCursor.from(query);
  const course = await reportedCourse(deps, user, courseId);
  const filter = { courseId, standing: query.standing, stoppedBefore: stoppedBefore(deps.clock.now()) };
  return readPage(from, {
    rows: (part) => listStudentRows(lagging, filter, part),
    total: countStudentRows(lagging, filter),
    positionOf: (last) => ({ enrolledAt: last.enrolledAt, id: last.stayId }),
    present: (row) => present(row, course.total),
  });
}

/** All of them, a page at a time: the file grows with the school, the queries do not. */
export async function* eachStudent(
  deps: Deps,
  lagging: LaggingDb,
  user: SessionUser,
  courseId: number,
  standing: StudentStanding,
) {
  const course = await reportedCourse(deps, user, courseId);
  const filter = { courseId, standing, stoppedBefore: stoppedBefore(deps.clock.now()) };
  let after: { enrolledAt: Date; id: number } | null = null;
  for (;;) {
    const rows: StudentRow[] = await listStudentRows(lagging, filter, { limit: REPORT_PAGE_MAX, after });
    for (const row of rows) yield present(row, course.total);
    const last = rows.at(-1);
    if (!last || rows.length < REPORT_PAGE_MAX) return;
    after = { enrolledAt: last.enrolledAt, id: last.stayId };
  }
}
