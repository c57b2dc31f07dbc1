import * as z from 'zod/mini';
import { type ExamConduct, examConduct, plainConduct } from '#contract/exams/exam-conduct.ts';

/** How a version is held. What is stored was checked when it was saved: this only gives it its type. */
export const asConduct = (stored: unknown): ExamConduct =>
  stored === null || stored === undefined ? plainConduct : z.parse(examConduct, stored);

/** Minutes from the start to the end, the answer sheet included; null: no limit. */
export const totalMinutes = ({ timeLimit, conduct }: { timeLimit: number | null; conduct: unknown }): number | null =>
  timeLimit === null ? null : timeLimit + (asConduct(conduct).sheet?.minutes ?? 0);
