import type { PlanKind } from '#contract/study/study-plan.ts';
import type { Worth } from '#server/features/study/exam-map/worth.ts';
import type { PlanRow } from './study-plan.store.ts';

/** Something to do, or done today. */
export type PlanItem = Omit<PlanRow, 'kind' | 'wordCount' | 'timeLimit'> & {
  /** Its `id` is that of the lesson or quiz; for a practice the id of its topic, for an essay of its theme. */
  kind: Exclude<PlanKind, 'review'>;
  minutes: number;
  /** What it may add to the exam; null: no map says so. */
  worth: Worth | null;
};

export const minutesOf = (items: readonly { minutes: number }[]): number =>
  items.reduce((total, { minutes }) => total + minutes, 0);
