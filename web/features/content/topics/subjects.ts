import { listSubjects } from '#contract/content/subjects.ts';
import { neverStale } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';

/** The subjects, for every list and field that names them. */
export const subjectsQuery = readQuery(listSubjects, keys.subjects, neverStale);
