import { queryOptions } from '@tanstack/react-query';
import { listSubjects } from '#contract/content/subjects.ts';
import { call } from '#web/lib/api.ts';
import { neverStale } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';

/** The subjects, for every list and field that names them. */
export const subjectsQuery = queryOptions({
  queryKey: keys.subjects,
  queryFn: ({ signal }) => call(listSubjects, { signal }),
  ...neverStale,
});
