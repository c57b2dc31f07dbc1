import { queryOptions } from '@tanstack/react-query';
import { getNextStep } from '#contract/study/exam-map.ts';
import { call } from '#web/lib/api.ts';
import { keys } from '#web/lib/query-keys.ts';

/** The step with the most points per minute now; `skip` leaves out the best ones. */
export const nextStepQuery = (skip: number) =>
  queryOptions({
    queryKey: keys.examMap.next(skip),
    queryFn: ({ signal }) => call(getNextStep, { query: { skip }, signal }),
  });
