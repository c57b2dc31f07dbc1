import { getEndingAccess } from '#contract/money/access.ts';
import { getAdminHome } from '#contract/school/admin-home.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';

export const adminHomeQuery = readQuery(getAdminHome, keys.dashboard.admin);

export const endingAccessQuery = readQuery(getEndingAccess, keys.dashboard.endingAccess);
