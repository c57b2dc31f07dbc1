import { type listCourseStudents, type listMyEnrollments, progressPercent } from '#contract/content/courses.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import { LIST_LIMIT_MAX } from '#contract/limits.ts';
import { MONTH_MS } from '#contract/time.ts';
import type { Carried } from '#server/db/as-one.ts';
import type { LaggingDb } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { AppError, requireFound } from '#server/http/errors.ts';
import { cursorOf, instant, readPage, rowId } from '#server/http/paging.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { dayOf } from '#server/time/calendar.ts';
import { recordCompletionIfFinished } from './completions.service.ts';
import { rounded, toEnrollment } from './course-shapes.ts';
import { countFollowers, countItemTicks } from './course-stats.store.ts';
import { mayEdit, mayEnroll, maySee } from './courses.policy.ts';
import { courseNotFound, readCourse } from './courses.service.ts';
import { findCourse, lockCourseForShare } from './courses.store.ts';
import {
  closeEnrollment,
  countEnrollments,
  countStudents,
  insertEnrollment,
  listEnrollments,
  listStudentIds,
  listStudents,
  lockEnrollment,
} from './enrollments.store.ts';
import { type FollowedRow, followedCourses, withMoments } from './followed.store.ts';
import { countStars, hasStudiedOrRated, replaceRating, summarizeRatings } from './ratings.store.ts';

export async function enrollIn(deps: Deps, user: SessionUser, courseId: number) {
  const isNew = await transact(deps, async (tx) => {
    const course = await lockCourseForShare(tx, courseId);
    if (!course || !maySee(user, course)) throw courseNotFound();
    if (!mayEnroll(user)) throw new AppError('forbidden', 'Só alunos se matriculam em cursos.');
    const inserted = await insertEnrollment(tx, user.id, courseId, deps.clock.now());
    // Everything in it may have been done before.
    if (inserted) await recordCompletionIfFinished(deps, tx, { userId: user.id, courseId });
    return inserted;
  });
  // After the commit: the rush at the opening of a course must not wait for each other's pages.
  return { isNew, made: await readCourse(deps.db, user, courseId, deps.clock.now()) };
}

/** By the office: students only, and none of them twice. What one is refused stops no other. */
export async function enrollMany(deps: Deps, courseId: number, ids: readonly string[]) {
  return transact(deps, async (tx) => {
    await requireFound(lockCourseForShare(tx, courseId), courseNotFound);
    const students = new Set(await listStudentIds(tx, ids));
    let enrolled = 0;
    for (const userId of students) {
      if (!(await insertEnrollment(tx, userId, courseId, deps.clock.now()))) continue;
      enrolled += 1;
      await recordCompletionIfFinished(deps, tx, { userId, courseId });
    }
    const others = [...new Set(ids)].filter((id) => !students.has(id));
    return { enrolled, refused: others.map((id) => ({ id, message: 'Só alunos se matriculam em cursos.' })) };
  });
}

/** Leaving twice is leaving once; a course that was taken away can be left, too. */
export async function leave(deps: Deps, user: SessionUser, courseId: number): Promise<void> {
  await closeEnrollment(deps.db, user.id, courseId, deps.clock.now());
}

export async function rate(deps: Deps, user: SessionUser, courseId: number, stars: number) {
  return transact(deps, async (tx) => {
    const course = await findCourse(tx, courseId);
    if (!course || !maySee(user, course)) throw courseNotFound();
    // Also puts two ratings of the same student one behind the other.
    if (!(await lockEnrollment(tx, user.id, courseId))) {
      throw new AppError('not_enrolled', 'Matricule-se no curso para avaliar.');
    }
    if (!(await hasStudiedOrRated(tx, user.id, courseId))) {
      throw new AppError('nothing_studied', 'Conclua uma aula ou um simulado do curso para avaliar.');
    }
    await replaceRating(tx, { userId: user.id, courseId, stars, now: deps.clock.now() });
    const { averageRating, ratingCount } = await summarizeRatings(tx, courseId);
    return { myRating: stars, averageRating: rounded(averageRating), ratingCount };
  });
}

/** The courses of a student as the dashboard needs them, last studied first, for readAsOne(). */
export const followedReads = (userId: string, now: Date) => ({
  followed: followedCourses(userId, dayOf(now), LIST_LIMIT_MAX),
});
export type Followed = Carried<FollowedRow>;

export const toFollowed = (row: Followed) => toEnrollment(withMoments(row));

const followedCursor = cursorOf({ lastActivityAt: instant, id: rowId });

export async function listOwnEnrollments(
  deps: Deps,
  user: Pick<SessionUser, 'id'>,
  query: QueryOf<typeof listMyEnrollments>,
) {
  return readPage(followedCursor.from(query), {
    rows: (part) => listEnrollments(deps.db, user.id, part),
    total: countEnrollments(deps.db, user.id),
    positionOf: (last) => ({ lastActivityAt: last.lastActivityAt, id: last.enrollmentId }),
    present: toEnrollment,
  });
}

async function requireOwn(deps: Deps, user: SessionUser, courseId: number) {
  const course = await findCourse(deps.db, courseId);
  if (!course || !maySee(user, course)) throw courseNotFound();
  if (!mayEdit(user, course)) throw new AppError('forbidden', 'Este curso é de outro professor.');
  return course;
}

export async function readStats(deps: Deps, lagging: LaggingDb, user: SessionUser, courseId: number) {
  const course = await requireOwn(deps, user, courseId);
  const since = new Date(deps.clock.now().getTime() - MONTH_MS);
  const [followers, items, ratings, { averageRating }] = await Promise.all([
    countFollowers(lagging, courseId, since),
    countItemTicks(lagging, courseId),
    countStars(lagging, courseId),
    summarizeRatings(lagging, courseId),
  ]);
  const ticks = items.reduce((sum, item) => sum + item.done, 0);
  const possible = followers.students * items.length;
  return {
    course,
    ...followers,
    averageProgress: possible === 0 ? null : progressPercent(ticks, possible),
    averageRating: rounded(averageRating),
    ratings,
    items,
  };
}

const studentsCursor = cursorOf({ enrolledAt: instant, id: rowId });

export async function listStudentsOf(
  deps: Deps,
  lagging: LaggingDb,
  user: SessionUser,
  courseId: number,
  query: QueryOf<typeof listCourseStudents>,
) {
  const from = studentsCursor.from(query);
  await requireOwn(deps, user, courseId);
  const page = await readPage(from, {
    rows: (part) => listStudents(lagging, courseId, part),
    total: countStudents(lagging, courseId),
    positionOf: (last) => ({ enrolledAt: last.enrolledAt, id: last.enrollmentId }),
  });
  return {
    ...page,
    rows: page.rows.map(({ enrollmentId: _, ...row }) => ({ ...row, progress: progressPercent(row.done, row.total) })),
  };
}
