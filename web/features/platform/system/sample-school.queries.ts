import { getSampleSchool } from '#contract/platform/admin-system.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { schoolKeys } from '#web/lib/school-keys.ts';

/** Whether the school still contains the example that it shipped with, and how much of it. */
export const sampleSchoolQuery = readQuery(getSampleSchool, schoolKeys.system.sample);
