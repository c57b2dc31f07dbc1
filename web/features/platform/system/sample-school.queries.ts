import { queryOptions } from '@tanstack/react-query';
import { getSampleSchool } from '#contract/platform/admin-system.ts';
import { call } from '#web/lib/api.ts';
import { schoolKeys } from '#web/lib/school-keys.ts';

/** Whether the school still contains the example that it shipped with, and how much of it. */
export const sampleSchoolQuery = queryOptions({
  queryKey: schoolKeys.system.sample,
  queryFn: ({ signal }) => call(getSampleSchool, { signal }),
});
