import { queryOptions } from '@tanstack/react-query';
import { listSubjects } from '#contract/subjects.ts';
import { call } from './api.ts';
import { neverStale } from './query-client.ts';
import { keys } from './query-keys.ts';

/** The subjects, for every list and field that names them. */
export const subjectsQuery = queryOptions({
  queryKey: keys.subjects,
  queryFn: ({ signal }) => call(listSubjects, { signal }),
  ...neverStale,
});
