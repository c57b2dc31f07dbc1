import { type CourseItem, progressPercent } from '#contract/content/courses.ts';
import { readingMinutes } from '#contract/content/reading.ts';
import type { CourseItemRow } from './course-items.store.ts';
import type { CourseSummaryRow } from './course-list.store.ts';
import type { EnrollmentRow } from './enrollments.store.ts';

/** One decimal, as it is shown. */
export const rounded = (average: number | null) => (average === null ? null : Math.round(average * 10) / 10);

const standing = (done: number, total: number) => ({ progress: progressPercent(done, total), done, total });

/** `bought`: the courses that the reader may study; null: all. */
export function toSummary({ done, isEnrolled, ...row }: CourseSummaryRow, bought: readonly number[] | null) {
  return {
    ...row,
    isOpen: bought === null || bought.includes(row.id),
    averageRating: rounded(row.averageRating),
    enrollment: isEnrolled ? standing(done, row.lessonCount + row.quizCount) : null,
  };
}

export function toItem({ wordCount, timeLimit, ...row }: CourseItemRow): CourseItem {
  return { ...row, minutes: wordCount === null ? timeLimit : readingMinutes(wordCount) };
}

export function toEnrollment(row: EnrollmentRow) {
  const { enrollmentId, enrolledAt, lastActivityAt, completedAt, done, total, ...course } = row;
  return { id: enrollmentId, ...standing(done, total), course, enrolledAt, lastActivityAt, completedAt };
}
