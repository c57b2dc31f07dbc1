import { queryOptions, useQuery } from '@tanstack/react-query';
import { getPreferences } from '../../contract/profile.ts';
import { call } from './api.ts';

export const preferencesQuery = queryOptions({
  queryKey: ['preferences'],
  queryFn: ({ signal }) => call(getPreferences, { signal }),
});

/** Whether single letters may act. Off until the settings say so: a key must never surprise who has switched it off. */
export const useShortcuts = (): boolean => useQuery(preferencesQuery).data?.shortcuts ?? false;
