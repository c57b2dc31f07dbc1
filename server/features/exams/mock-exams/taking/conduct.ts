import * as z from 'zod/mini';
import { type ExamConduct, examConduct, plainConduct } from '#contract/exams/exam-conduct.ts';

/** Parses the stored conduct of a version; without one the default applies. */
export const asConduct = (stored: unknown): ExamConduct =>
  stored === null || stored === undefined ? plainConduct : z.parse(examConduct, stored);

/** Minutes from the start to the end, including the answer card; null: no limit. */
export const totalMinutes = ({ timeLimit, conduct }: { timeLimit: number | null; conduct: unknown }): number | null =>
  timeLimit === null ? null : timeLimit + (asConduct(conduct).sheet?.minutes ?? 0);
