import { queryOptions } from '@tanstack/react-query';
import { getNextStep } from '#contract/exam-map.ts';
import { call } from './api.ts';
import { keys } from './query-keys.ts';

/** What brings most points per minute now; `skip` passes over the best ones. */
export const nextStepQuery = (skip: number) =>
  queryOptions({
    queryKey: keys.examMap.next(skip),
    queryFn: ({ signal }) => call(getNextStep, { query: { skip }, signal }),
  });
