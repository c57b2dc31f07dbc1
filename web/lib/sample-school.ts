import { queryOptions } from '@tanstack/react-query';
import { getSampleSchool } from '#contract/admin-system.ts';
import { call } from './api.ts';
import { keys } from './query-keys.ts';

/** Whether the school still holds the example that came with it, and how much of it. */
export const sampleSchoolQuery = queryOptions({
  queryKey: keys.system.sample,
  queryFn: ({ signal }) => call(getSampleSchool, { signal }),
});
