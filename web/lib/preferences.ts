import { queryOptions } from '@tanstack/react-query';
import { getPreferences } from '../../contract/profile.ts';
import { call } from './api.ts';

export const preferencesQuery = queryOptions({
  queryKey: ['preferences'],
  queryFn: ({ signal }) => call(getPreferences, { signal }),
});
