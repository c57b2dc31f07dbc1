import { infiniteQueryOptions } from '@tanstack/react-query';
import { type AuditFilters, listAuditEvents } from '#contract/platform/audit.ts';
import { callPage } from '#web/lib/api.ts';
import { keys } from '#web/lib/query-keys.ts';

const PAGE_SIZE = 50;

export const auditQuery = (filters: AuditFilters) =>
  infiniteQueryOptions({
    queryKey: keys.audit(filters),
    queryFn: ({ pageParam, signal }) =>
      callPage(listAuditEvents, { query: { ...filters, limit: PAGE_SIZE, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    // The old rows stay in view while the new search is on its way.
    placeholderData: (previous) => previous,
  });
