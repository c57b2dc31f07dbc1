import type { Bought } from '#contract/endpoint.ts';
import type { Role } from '#contract/platform/users.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { dayOf } from '#server/time/calendar.ts';
import { isOpenTo } from './bought.store.ts';
import { AppError } from './errors.ts';

/** A student's access, as cached with the session: days are text, and `infinity` sorts after all of them. */
export type StudyDays = {
  /** The last day of the grants in force. */
  until: string | null;
  /** The last day of all grants ever. */
  endedOn: string | null;
  /**
   * The grants in force, each with its last day and courses (null: all); omitted when none is limited to some courses.
   */
  limits?: readonly { until: string; courses: readonly number[] | null }[] | null;
};

type Student = { role: Role; study?: StudyDays | null };

/**
 * The courses that a person may study today; null: all of them. `studyFault` is checked first and refuses those who may
 * not study at all.
 */
export function boughtCourses({ role, study }: Student, now: Date): readonly number[] | null {
  if (role !== 'student' || !study?.limits) return null;
  const today = dayOf(now);
  const inForce = study.limits.filter(({ until }) => until >= today);
  if (inForce.length === 0 || inForce.some(({ courses }) => courses === null)) return null;
  return [...new Set(inForce.flatMap(({ courses }) => courses ?? []))];
}

/** The last day on which a person may study a course by the grants of today; null: no end. */
export function lastDayOf({ role, study }: Student, courseId: number, now: Date): string | null {
  if (role !== 'student' || !study) return null;
  const today = dayOf(now);
  const days = study.limits
    ? study.limits
        .filter(({ until, courses }) => until >= today && (courses === null || courses.includes(courseId)))
        .map(({ until }) => until)
    : [study.until ?? 'infinity'];
  const last = days.sort().at(-1) ?? today;
  return last === 'infinity' ? null : last;
}

/**
 * Why an item of a course is closed to a person who may study, if so. Queries the database only for limited students.
 */
export async function boughtFault(
  db: Db | Tx,
  user: Student,
  item: { kind: Bought; id: number },
  now: Date,
): Promise<AppError | undefined> {
  const bought = boughtCourses(user, now);
  if (bought === null || (await isOpenTo(db, item, bought))) return undefined;
  return new AppError(
    'not_bought',
    item.kind === 'course' ? 'Este curso não faz parte da sua compra.' : 'Este conteúdo não faz parte da sua compra.',
  );
}
