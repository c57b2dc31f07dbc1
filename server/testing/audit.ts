import type { Db } from '#server/db/handle.ts';

/** What was written down about `user:…`, `payment:…` and the like, in order. */
export const auditOf = (db: Db, subject: string) =>
  db
    .selectFrom('audit_events')
    .select(['action', 'actor_id', 'details'])
    .where('subject', '=', subject)
    .orderBy('id')
    .execute();
