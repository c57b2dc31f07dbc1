import { queryOptions } from '@tanstack/react-query';
import { search } from '#contract/platform/search.ts';
import { call } from '#web/lib/api.ts';
import { keys } from '#web/lib/query-keys.ts';

const RESULTS = 20;
const FRESH_MS = 60_000;

export const searchQuery = (words: string) =>
  queryOptions({
    queryKey: keys.search.words(words),
    queryFn: ({ signal }) => call(search, { query: { q: words, limit: RESULTS }, signal }),
    enabled: words !== '',
    staleTime: FRESH_MS,
    // The previous results stay visible until the new ones arrive.
    placeholderData: (previous) => (words === '' ? undefined : previous),
  });
