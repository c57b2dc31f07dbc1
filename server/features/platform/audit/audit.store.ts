import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';

export type AuditEvent = {
  at: Date;
  /** Null: the product itself, or a visitor. */
  actorId: string | null;
  action: string;
  /** What it happened to: `user:{id}`, `payment:{id}` … */
  subject: string;
  details?: Record<string, string | number | boolean | null>;
};

export async function insertAuditEvent(db: Db | Tx, event: AuditEvent): Promise<void> {
  await db
    .insertInto('audit_events')
    .values({
      at: event.at,
      actor_id: event.actorId,
      action: event.action,
      subject: event.subject,
      details: JSON.stringify(event.details ?? {}),
    })
    .execute();
}

export async function insertAuditEventUnlessSince(db: Db | Tx, event: AuditEvent, since: Date): Promise<void> {
  await sql`
    INSERT INTO audit_events (at, actor_id, action, subject, details)
    SELECT ${event.at}::timestamptz, ${event.actorId}::uuid, ${event.action}::text, ${event.subject}::text, ${JSON.stringify(event.details ?? {})}::jsonb
    WHERE NOT EXISTS (
      SELECT FROM audit_events
      WHERE subject = ${event.subject} AND action = ${event.action} AND actor_id = ${event.actorId}::uuid AND at > ${since}
    )`.execute(db);
}

/** When something was done to any of these, newest first. */
export async function listEventTimes(db: Db, action: string, subjects: string[], limit: number) {
  if (subjects.length === 0) return [];
  return db
    .selectFrom('audit_events')
    .select('at')
    .where('subject', 'in', subjects)
    .where('action', '=', action)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function listEventsOf(db: Db, subjects: string[], limit: number) {
  if (subjects.length === 0) return [];
  return db
    .selectFrom('audit_events')
    .select(['at', 'subject', 'action', 'details'])
    .where('subject', 'in', subjects)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** `kind`: only actions that begin so. */
export async function listNewestEvents(db: Db, subject: string, limit: number, kind = '') {
  return db
    .selectFrom('audit_events')
    .leftJoin('users', 'users.id', 'audit_events.actor_id')
    .select(['audit_events.at', 'audit_events.action', 'audit_events.details'])
    .select(sql<string | null>`users.first_name || ' ' || users.last_name`.as('by'))
    .where('subject', '=', subject)
    .where(sql<boolean>`starts_with(action, ${kind})`)
    .orderBy('audit_events.id', 'desc')
    .limit(limit)
    .execute();
}
