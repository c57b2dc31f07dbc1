import { type AuditFilters, listAuditEvents } from '#contract/platform/audit.ts';
import { keepRows, pagesQuery } from '#web/lib/pages-query.ts';
import { schoolKeys } from '#web/lib/school-keys.ts';

const PAGE_SIZE = 50;

export const auditQuery = (filters: AuditFilters) =>
  pagesQuery(listAuditEvents, schoolKeys.audit(filters), { query: { ...filters, limit: PAGE_SIZE }, ...keepRows });
