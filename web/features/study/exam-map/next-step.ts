import { getNextStep } from '#contract/study/exam-map.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';

/** The step with the most points per minute now; `skip` leaves out the best ones. */
export const nextStepQuery = (skip: number) => readQuery(getNextStep, keys.examMap.next(skip), { query: { skip } });
