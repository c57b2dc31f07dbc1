import { queryOptions, useQuery } from '@tanstack/react-query';
import { getPreferences } from '#contract/preferences.ts';
import { call } from './api.ts';
import { neverStale } from './query-client.ts';
import { keys } from './query-keys.ts';

export const preferencesQuery = queryOptions({
  queryKey: keys.preferences,
  // Changed by this browser's own settings page; asked for by every part that has keys.
  ...neverStale,
  queryFn: ({ signal }) => call(getPreferences, { signal }),
});

/** Whether single letters may act. Off until the settings say so: a key must never surprise who has switched it off. */
export const useShortcuts = (): boolean => useQuery(preferencesQuery).data?.shortcuts ?? false;
