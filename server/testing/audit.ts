import type { Db } from '#server/db/handle.ts';

/** The audit events of `user:…`, `payment:…` and the like, in order. */
export const auditOf = (db: Db, subject: string) =>
  db
    .selectFrom('audit_events')
    .select(['action', 'actor_id', 'details'])
    .where('subject', '=', subject)
    .orderBy('id')
    .execute();
