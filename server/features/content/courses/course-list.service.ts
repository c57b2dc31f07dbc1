import type { listCourses } from '#contract/content/course-list.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import type { Deps } from '#server/deps.ts';
import { followedExam } from '#server/features/content/contests/contests.service.ts';
import { isAuthor } from '#server/http/access.ts';
import { boughtCourses } from '#server/http/bought.ts';
import { byCreation, readPage } from '#server/http/paging.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { dayOf } from '#server/time/calendar.ts';
import { type CourseFilter, countCourses, hasSyllabus, listCourseSummaries } from './course-list.store.ts';
import { toSummary } from './course-shapes.ts';

const seenBy = (user: SessionUser): Pick<CourseFilter, 'drafts'> => ({
  drafts: user.role === 'admin' ? 'all' : isAuthor(user) ? { of: user.id } : 'none',
});

/** The exam one studies for, where it is known what it asks. */
async function askedExam(deps: Deps, user: SessionUser) {
  const exam = await followedExam(deps.db, user.id, dayOf(deps.clock.now()));
  return exam && (await hasSyllabus(deps.db, exam.id)) ? exam : null;
}

/** Without an exam no course is of it. */
const NO_EXAM = 0;

export async function listCoursesFor(deps: Deps, user: SessionUser, query: QueryOf<typeof listCourses>) {
  const from = byCreation.from(query);
  const { show, mine, ...words } = query;
  const filter: CourseFilter = {
    ...words,
    ...seenBy(user),
    instructorId: mine ? user.id : undefined,
    startedBy: show === 'started' ? user.id : undefined,
    examId: show === 'exam' ? ((await askedExam(deps, user))?.id ?? NO_EXAM) : undefined,
  };
  const page = await readPage(from, {
    rows: (part) => listCourseSummaries(deps.db, user.id, filter, part),
    total: countCourses(deps.db, filter),
  });
  const bought = boughtCourses(user, deps.clock.now());
  return { ...page, rows: page.rows.map((row) => toSummary(row, bought)) };
}

/** What the choices of the list would leave. */
export async function countCoursesFor(deps: Deps, user: SessionUser) {
  const seen = seenBy(user);
  const exam = await askedExam(deps, user);
  const [all, started, ofExam] = await Promise.all([
    countCourses(deps.db, seen),
    countCourses(deps.db, { ...seen, startedBy: user.id }),
    exam ? countCourses(deps.db, { ...seen, examId: exam.id }) : 0,
  ]);
  return { all, started, exam: exam && { name: exam.name, date: exam.date, courses: ofExam } };
}
