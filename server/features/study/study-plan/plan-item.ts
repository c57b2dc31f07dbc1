import type { PlanKind } from '#contract/study/study-plan.ts';
import type { Worth } from '#server/features/study/exam-map/worth.ts';

/** Something to do, or done today. */
export type PlanItem = {
  kind: Exclude<PlanKind, 'review'>;
  /** The id of the lesson or quiz; for a practice the id of its topic, for an essay of its theme. */
  id: number;
  title: string;
  /** Where it comes from a course. */
  courseId: number;
  courseTitle: string;
  subjectId: number | null;
  subjectName: string | null;
  /** How far a lesson was read, 0 to 1. */
  position: number;
  questionCount: number | null;
  passingScore: number | null;
  minutes: number;
  done: boolean;
  /** What it may add to the exam; null: no map says so. */
  worth: Worth | null;
};

export const minutesOf = (items: readonly { minutes: number }[]): number =>
  items.reduce((total, { minutes }) => total + minutes, 0);
