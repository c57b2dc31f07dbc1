import { queryOptions } from '@tanstack/react-query';
import { getEndingAccess } from '#contract/money/access.ts';
import { getAdminHome } from '#contract/school/admin-home.ts';
import { call } from '#web/lib/api.ts';
import { keys } from '#web/lib/query-keys.ts';

export const adminHomeQuery = queryOptions({
  queryKey: keys.dashboard.admin,
  queryFn: ({ signal }) => call(getAdminHome, { signal }),
});

export const endingAccessQuery = queryOptions({
  queryKey: keys.dashboard.endingAccess,
  queryFn: ({ signal }) => call(getEndingAccess, { signal }),
});
