import { useQuery } from '@tanstack/react-query';
import { getPreferences } from '#contract/preferences.ts';
import { neverStale } from './query-client.ts';
import { keys } from './query-keys.ts';
import { readQuery } from './read-query.ts';

/** Changed only by the settings page of this browser; read by every component with shortcuts. */
export const preferencesQuery = readQuery(getPreferences, keys.preferences, neverStale);

/**
 * Whether single-letter shortcuts are on. Off until the settings are loaded: a shortcut must never act for a person who
 * switched it off.
 */
export const useShortcuts = (): boolean => useQuery(preferencesQuery).data?.shortcuts ?? false;
