import { search } from '#contract/platform/search.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';

const RESULTS = 20;
const FRESH_MS = 60_000;

export const searchQuery = (words: string) =>
  readQuery(search, keys.search.words(words), {
    query: { q: words, limit: RESULTS },
    enabled: words !== '',
    staleTime: FRESH_MS,
    // The previous results stay visible until the new ones arrive.
    placeholderData: (previous) => (words === '' ? undefined : previous),
  });
