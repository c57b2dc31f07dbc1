import * as z from 'zod/mini';
import { binary, endpoint } from '#contract/endpoint.ts';
import { SEARCH_MAX } from '#contract/limits.ts';
import { instant, paging, text, userId } from '#contract/shapes.ts';

export const auditEvent = z.object({
  id: z.int(),
  at: instant,
  /** Null: the product itself, a visitor, or a person who was since removed. */
  actor: z.nullable(z.object({ id: userId, name: z.string() })),
  /** `payment.approved`, `user.role` … */
  action: z.string(),
  /** What it happened to: `user:{id}`, `payment:{id}` … (audit-names.ts) */
  subject: z.string(),
  /** A title, or the person whom it belongs to. Null: it has none, or is gone. */
  subjectName: z.nullable(z.string()),
  /** Cents of an order or of a statement's entry. */
  subjectAmount: z.nullable(z.int()),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
export type AuditEvent = z.output<typeof auditEvent>;

const filters = {
  /** Name, username or e-mail of who did it. */
  search: z.optional(text(SEARCH_MAX)),
  /** An action, or all of a kind: `payment` is every `payment.…`. */
  action: z.optional(z.string().check(z.regex(/^[a-z_]{1,30}(\.[a-z_]{1,40})?$/))),
  subject: z.optional(text(100)),
  /** Calendar days of America/Sao_Paulo, both included. */
  from: z.optional(z.iso.date('Informe uma data.')),
  to: z.optional(z.iso.date('Informe uma data.')),
};
export const auditFilters = z.object(filters);
export type AuditFilters = z.output<typeof auditFilters>;

export const listAuditEvents = endpoint({
  method: 'GET',
  path: '/api/admin/audit',
  access: 'admin',
  summary: 'Who did what to what and when, newest first.',
  query: z.object({ ...paging, ...filters }),
  response: z.array(auditEvent),
});

export const exportAuditEvents = endpoint({
  method: 'GET',
  path: '/api/admin/audit.csv',
  access: 'admin',
  mayLag: true,
  freshProof: true,
  work: 'export',
  weight: 20,
  summary: 'The same as CSV, the newest 10,000 of what is asked for.',
  query: auditFilters,
  response: binary,
});
