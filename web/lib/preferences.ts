import { queryOptions, useQuery } from '@tanstack/react-query';
import { getPreferences } from '#contract/preferences.ts';
import { call } from './api.ts';
import { neverStale } from './query-client.ts';
import { keys } from './query-keys.ts';

export const preferencesQuery = queryOptions({
  queryKey: keys.preferences,
  // Changed only by the settings page of this browser; read by every component with shortcuts.
  ...neverStale,
  queryFn: ({ signal }) => call(getPreferences, { signal }),
});

/**
 * Whether single-letter shortcuts are on. Off until the settings are loaded: a shortcut must never act for a person who
 * switched it off.
 */
export const useShortcuts = (): boolean => useQuery(preferencesQuery).data?.shortcuts ?? false;
